import pg from "pg";

import { clientConfig } from "./client.ts";
import { applicationRole, type Connection } from "./connection.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** How to connect to an external PostgreSQL as owner and as the application. */
export interface ExternalPostgres {
  readonly owner: Connection;
  readonly app: Connection;
}

const noPrivilege = "42501";
const madeMeanwhile = new Set(["42710", "23505"]);

/**
 * Prepares an external PostgreSQL: the user of the URL owns the database, the application works as the role sarraf_app,
 * which is made unless it is there. Refuses a server that does not answer, and a user who may not do that.
 */
export async function openExternal(databaseUrl: string): Promise<ExternalPostgres> {
  const owner = asOwner(databaseUrl);
  const client = new pg.Client(clientConfig(owner, { applicationName: "sarraf start" }));
  client.on("error", () => undefined);
  await connect(client);
  try {
    if (client.user === applicationRole) {
      throw new StartError(
        `DATABASE_URL must name the owner of the database, not ${applicationRole}, which must not be able to change its tables.`,
      );
    }
    await ensureApplicationRole(client);
  } finally {
    await client.end().catch(() => undefined);
  }
  return { owner, app: { ...owner, options: `${owner.options ?? ""} -c role=${applicationRole}`.trim() } };
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(
      `The database of DATABASE_URL cannot be reached (${reasonOf(error)}): check the address, and that PostgreSQL runs there.`,
    );
  }
}

async function ensureApplicationRole(client: pg.Client): Promise<void> {
  try {
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [applicationRole]);
    if (rowCount === 0) await createRole(client);
    if (await maySetRole(client)) return;
    await client.query(`GRANT ${applicationRole} TO CURRENT_USER`);
  } catch (error) {
    if ((error as { code?: string }).code !== noPrivilege)
      throw new StartError(`The role ${applicationRole} cannot be prepared: ${reasonOf(error)}.`);
    const user = client.escapeIdentifier(client.user ?? "");
    throw new StartError(
      `The user of DATABASE_URL may not prepare the role ${applicationRole}: run "CREATE ROLE ${applicationRole}; GRANT ${applicationRole} TO ${user};" as an administrator of that PostgreSQL.`,
    );
  }
}

/** Several servers may start on one database at the same time. */
async function createRole(client: pg.Client): Promise<void> {
  try {
    await client.query(`CREATE ROLE ${applicationRole}`);
  } catch (error) {
    if (!madeMeanwhile.has((error as { code?: string }).code ?? "")) throw error;
  }
}

async function maySetRole(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`SET ROLE ${applicationRole}`);
    await client.query("RESET ROLE");
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === noPrivilege) return false;
    throw error;
  }
}

/** Options given in the URL become part of ours: `pg` would let them replace ours. */
function asOwner(databaseUrl: string): Connection {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  url.searchParams.delete("options");
  return { connectionString: url.href, ...(given === null ? {} : { options: given }) };
}
