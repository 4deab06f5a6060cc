import pg from "pg";

import { clientConfig, sessionSettings } from "./client.ts";
import { applicationRole, type Connection } from "./connection.ts";
import { databasePlace } from "./place.ts";
import { StartError } from "./start-error.ts";
import { whyNotConnected } from "./why-not-connected.ts";

/** Servers that start at once on a new database do this one after the other. */
const settingsLock = 7_301_004;

/**
 * Makes the settings of our sessions those of the application's role in this database: a pooler takes none when a connection
 * begins, and what one borrower of a session set would hold for the next.
 */
export async function setForRole(owner: pg.Client): Promise<void> {
  await owner.query("SELECT pg_advisory_lock($1)", [settingsLock]);
  await owner.query(`SET ROLE ${applicationRole}`);
  try {
    const { rows } = await owner.query<{ setting: string }>(
      `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting
         WHERE setrole = $1::regrole AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [applicationRole],
    );
    const there = new Set(rows.map(({ setting }) => setting));
    for (const [name, value] of Object.entries(sessionSettings)) {
      if (there.has(`${name}=${value}`)) continue;
      const database = owner.escapeIdentifier(owner.database ?? "");
      await owner.query(`ALTER ROLE ${applicationRole} IN DATABASE ${database} SET ${name} = '${value}'`);
    }
  } finally {
    await owner.query("RESET ROLE");
    await owner.query("SELECT pg_advisory_unlock($1)", [settingsLock]);
  }
}

/**
 * Refuses a DATABASE_URL beside a DATABASE_DIRECT_URL whose sessions are not the application's, or do not have its settings, or
 * are of another database.
 */
export async function requirePooled(app: Connection, owner: pg.Client): Promise<void> {
  const found = await lookAt(app);
  if (found.get("user") !== applicationRole) {
    throw new StartError(
      `DATABASE_URL must name the user ${applicationRole} when DATABASE_DIRECT_URL names the owner of the database: let an administrator run "ALTER ROLE ${applicationRole} LOGIN PASSWORD '…'".`,
    );
  }
  const { rows } = await owner.query<{ place: string }>(databasePlace);
  if (found.get("place") !== rows[0]?.place) {
    throw new StartError("DATABASE_URL and DATABASE_DIRECT_URL do not lead to the same database.");
  }
  const wrong = Object.entries(sessionSettings).filter(([name, value]) => found.get(name) !== value);
  if (wrong.length > 0) {
    throw new StartError(
      `The sessions of DATABASE_URL do not have the settings of ${applicationRole} (${wrong.map(([name]) => name).join(", ")}): have the pooler connect anew (RECONNECT in PgBouncer).`,
    );
  }
}

async function lookAt(app: Connection): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client(clientConfig(app));
  client.on("error", () => undefined);
  try {
    await client.connect();
    const names = Object.keys(sessionSettings);
    const { rows } = await client.query<{ name: string; value: string }>(
      `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) name
       UNION ALL SELECT 'user', current_user UNION ALL SELECT 'place', place FROM (${databasePlace}) p`,
      [names],
    );
    return new Map(rows.map(({ name, value }) => [name, value]));
  } catch (error) {
    throw new StartError(whyNotConnected(error, "DATABASE_URL", " and the pooler"));
  } finally {
    await client.end().catch(() => undefined);
  }
}
