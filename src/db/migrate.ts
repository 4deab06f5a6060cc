import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { runner } from "node-pg-migrate";
import pg from "pg";

import { clientConfig, working } from "./client.ts";
import type { Connection } from "./connection.ts";
import { reasonOf, StartError } from "./start-error.ts";
import { withoutTransactionLimit } from "./transaction-limit.ts";

/** The folder of the product's migrations. */
export const migrationsFolder = fileURLToPath(new URL("migrations", import.meta.url));

/** The application_name of the session that migrates. */
export const migrating = "sarraf migrate";

const table = "pgmigrations";
/** What a server that was stopped just now leaves behind, at a pooler above all, looks for a moment as if it was still there. */
const leavesWithinMs = 7000;
const lookEveryMs = 100;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Brings the database to the state this program needs, as its owner, all or nothing, one program at a time. Returns the
 * names of the migrations it ran. Refuses a database that a newer program has changed already, and one that would have to be changed under
 * a running server of an older one, which could record nothing more.
 */
export async function migrate(owner: Connection, folder: string = migrationsFolder): Promise<readonly string[]> {
  // A migration may take long, and so may waiting for another program that migrates.
  const client = new pg.Client(clientConfig(owner, { statementTimeoutMs: 0, lockTimeoutMs: 0, applicationName: migrating }));
  client.on("error", () => undefined);
  await client.connect();
  try {
    await requireRights(client);
    await refuseNewerDatabase(client, folder);
    await refuseServedDatabase(client, folder);
    await client.query(withoutTransactionLimit);
    // The runner makes its list of migrations before its own transaction. Within this one, which it goes on with, a failure takes
    // the list away again, too.
    await client.query("BEGIN");
    const ran = await runner({
      dbClient: client,
      dir: folder,
      ignorePattern: "(?!.*\\.sql$).*",
      direction: "up",
      migrationsTable: table,
      checkOrder: true,
      singleTransaction: true,
      advisoryLockMode: "wait",
      logger: silent,
    });
    return ran.map(({ name }) => name);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be migrated: ${reasonOf(error)}.`);
  } finally {
    await client.end();
  }
}

/** Whether an office's tables were ever made in the database; the list of migrations alone makes none. */
export async function holdsOffice(owner: Connection): Promise<boolean> {
  const client = new pg.Client(clientConfig(owner));
  client.on("error", () => undefined);
  await client.connect();
  try {
    const both = "SELECT to_regclass($1) IS NOT NULL AND to_regclass('public.audit_log') IS NOT NULL AS found";
    const { rows } = await client.query<{ found: boolean }>(both, [`public.${table}`]);
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}

interface Rights {
  readonly database: string;
  readonly user: string;
  readonly ownsDatabase: boolean;
  readonly mayCreate: boolean;
  /** Of the tables that are there; null where there are none. */
  readonly owner: string | null;
  readonly isOwner: boolean | null;
}

/** Refuses a user who may not make the tables of an office, with the statement that lets them, and one whose tables they are not. */
export async function requireRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Rights>(
    `SELECT quote_ident(d.datname) AS database, quote_ident(current_user) AS user, pg_has_role(d.datdba, 'USAGE') AS "ownsDatabase",
      has_schema_privilege(n.oid, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE') AS "mayCreate",
      pg_get_userbyid(c.relowner) AS owner, pg_has_role(c.relowner, 'USAGE') AS "isOwner"
    FROM pg_database d, pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $1
    WHERE d.datname = current_database() AND n.nspname = 'public'`,
    [table],
  );
  const [rights] = rows;
  if (rights === undefined || (rights.isOwner ?? rights.mayCreate)) return;
  const { database, user, owner, ownsDatabase } = rights;
  if (owner !== null) {
    throw new StartError(
      `The tables in the database ${database} belong to ${owner}, not to ${user}: connect as that user, or to a database of its own.`,
    );
  }
  const statement = ownsDatabase
    ? `GRANT USAGE, CREATE ON SCHEMA public TO ${user};`
    : `ALTER DATABASE ${database} OWNER TO ${user};`;
  throw new StartError(
    `The user ${user} may not make tables in the database ${database}: run "${statement}" there as an administrator of that PostgreSQL.`,
  );
}

async function refuseNewerDatabase(client: pg.Client, folder: string): Promise<void> {
  const ours = new Set(namesIn(folder));
  const unknown = (await namesOfRun(client)).filter((name) => !ours.has(name));
  if (unknown.length > 0)
    throw new StartError(
      `The database was written by a newer Sarraf (it has ${unknown.at(-1)}): start that version, or restore a backup made by this one.`,
    );
}

async function refuseServedDatabase(client: pg.Client, folder: string): Promise<void> {
  const deadlineAt = Date.now() + leavesWithinMs;
  while (await isServedByOlder(client, folder)) {
    if (Date.now() > deadlineAt)
      throw new StartError(
        "A server of an older Sarraf works on this database, and this version would migrate it under that one: stop that server first, on every machine.",
      );
    await pause(lookEveryMs);
  }
}

/** A server that runs asks something at least every second; an idle session of which no more is heard may be a pooler's. */
async function isServedByOlder(client: pg.Client, folder: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1
      AND (state IS DISTINCT FROM 'idle' OR state_change > clock_timestamp() - interval '5 seconds') LIMIT 1`,
    [working],
  );
  if (rows.length === 0) return false;
  // Looked at last: another program that migrates goes to work only after that.
  const ran = new Set(await namesOfRun(client));
  return namesIn(folder).some((name) => !ran.has(name));
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => (file.endsWith(".sql") ? [file.replace(/\.sql$/, "")] : []));
}

/** The migrations that the database has had, in their order; none where it has had none. */
async function namesOfRun(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass($1) AS found", [`public.${table}`]);
  if (rows[0] === undefined || rows[0].found === null) return [];
  const ran = await client.query<{ name: string }>(`SELECT name FROM public.${table} ORDER BY id`);
  return ran.rows.map(({ name }) => name);
}
