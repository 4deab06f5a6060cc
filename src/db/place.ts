/** A statement for the database that a connection is in: its name, and its number within its cluster. */
export const databasePlace =
  "SELECT current_database() || ' ' || oid AS place FROM pg_database WHERE datname = current_database()";

/** Asks one statement of a database. */
export type Ask = (statement: string) => Promise<{ readonly rows: readonly unknown[] }>;

const mayReadCluster = "SELECT has_function_privilege('pg_control_system()', 'execute') AS may";
const clusterNumber = "SELECT system_identifier::text FROM pg_control_system()";
// Where that is not for everybody to read: the microsecond at which the office began.
const officeBegin = "SELECT extract(epoch FROM backups_since)::text FROM business_settings";

/**
 * The statement whose answer, `place`, a database shares with its physical replicas and with no other database. Rights are the same
 * on a replica, so it is the database itself that is asked what may be read.
 */
export async function replicatedPlace(primary: Ask): Promise<string> {
  return `SELECT place || ' ' || (${(await isClusterRead(primary)) ? clusterNumber : officeBegin}) AS place FROM (${databasePlace}) d`;
}

/** Where a connection leads, told apart from all other databases as far as may be read there, and also where no office is yet. */
export async function clusterPlace(database: Ask): Promise<string> {
  const number = (await isClusterRead(database)) ? clusterNumber : "SELECT 'unknown'";
  return (await placeOf(database, `SELECT place || ' ' || (${number}) AS place FROM (${databasePlace}) d`)) ?? "unknown";
}

async function isClusterRead(database: Ask): Promise<boolean> {
  const { rows } = await database(mayReadCluster);
  return (rows[0] as { may: boolean }).may;
}

/** Where a connection leads, as that statement says it; undefined where it says nothing. */
export async function placeOf(database: Ask, statement: string): Promise<string | undefined> {
  const { rows } = await database(statement);
  return (rows[0] as { place: string | null } | undefined)?.place ?? undefined;
}
