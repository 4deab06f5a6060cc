import pg from "pg";

import { codeOf } from "#kernel/error-code.ts";

import { clientConfig } from "./client.ts";
import { applicationRole, type Connection } from "./connection.ts";
import { holdsOffice } from "./migrate.ts";
import { requirePooled, setForRole } from "./pooled.ts";
import { reasonOf, StartError } from "./start-error.ts";
import { requireTlsFiles } from "./tls-files.ts";
import { whyNotConnected } from "./why-not-connected.ts";

/** How to connect to an external PostgreSQL as owner and as the application. */
export interface ExternalPostgres {
  readonly owner: Connection;
  readonly app: Connection;
  /** As the application, past a pooler where there is one. */
  readonly direct: Connection;
}

/** Where it is. */
export interface ExternalPlace {
  readonly databaseUrl: string;
  /** The same database past the pooler that the first address leads through, as its owner. */
  readonly directUrl: string | undefined;
}

const noPrivilege = "42501";
// The role, its membership; the same row of the catalogue at the same moment.
const madeMeanwhile = new Set(["42710", "23505", "XX000"]);

/** What is expected there. */
export interface ExternalExpected {
  /** A database without an office is refused, and nothing is made in that PostgreSQL. */
  readonly hasOffice: boolean;
}

/**
 * Prepares an external PostgreSQL: the user of the URL owns the database, the application works as the role sarraf_app,
 * which is made unless it is there. Refuses a server that does not answer, and a user who may not do that.
 */
export async function openExternal(
  { databaseUrl, directUrl }: ExternalPlace,
  { hasOffice }: ExternalExpected = { hasOffice: false },
): Promise<ExternalPostgres> {
  const variable = directUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  requireTlsFiles("DATABASE_URL", databaseUrl);
  if (directUrl !== undefined) requireTlsFiles(variable, directUrl);
  const owner = asOwner(directUrl ?? databaseUrl);
  const direct = asApplication(directUrl ?? databaseUrl);
  const app = directUrl === undefined ? direct : { connectionString: unnamed(new URL(databaseUrl)), isPooled: true };
  const client = new pg.Client(clientConfig(owner, { applicationName: "sarraf start" }));
  client.on("error", () => undefined);
  try {
    await connect(client, variable);
    await requireWritable(client, variable);
    if (client.user === applicationRole) {
      throw new StartError(
        `${variable} must name the owner of the database, not ${applicationRole}, which must not be able to change its tables.`,
      );
    }
    if (hasOffice && !(await holdsOffice(owner))) {
      throw new StartError(`There is no office in the database of ${variable}: give it the address of the one that is meant.`);
    }
    await ensureApplicationRole(client, variable);
    if (app.isPooled) {
      await setForRole(client);
      await requirePooled(app, client);
    }
  } finally {
    // Not admitted either: who is asked for a password and has none leaves a connection for which the server waits a minute.
    await client.end().catch(() => undefined);
  }
  return { owner, app, direct };
}

/** What PgBouncer says to settings that it does not keep apart for each who borrows a session. */
const refusedByPooler = /unsupported startup parameter/;

async function connect(client: pg.Client, variable: string): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    if (refusedByPooler.test(reasonOf(error))) {
      throw new StartError(
        `${variable} leads through a connection pooler: name the database itself in DATABASE_DIRECT_URL (docs/scaling.md).`,
      );
    }
    throw new StartError(whyNotConnected(error, variable, ", and that PostgreSQL runs there"));
  }
}

/** A standby, or one whose owner may only read: whatever is done there would fail at its first row, in words about that row. */
async function requireWritable(client: pg.Client, variable: string): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>("SHOW transaction_read_only");
  if (rows[0]?.transaction_read_only !== "on") return;
  throw new StartError(`The database of ${variable} is read-only: name the primary server there.`);
}

/** Of two servers that start at once, one may find that the other has just done it. */
async function ensureApplicationRole(client: pg.Client, variable: string): Promise<void> {
  try {
    await prepareApplicationRole(client);
  } catch (error) {
    if (!madeMeanwhile.has(codeOf(error) ?? "")) throw await whyNotPrepared(error, client, variable);
    await prepareApplicationRole(client).catch(async (again: unknown) => {
      throw await whyNotPrepared(again, client, variable);
    });
  }
}

async function prepareApplicationRole(client: pg.Client): Promise<void> {
  if (!(await isRoleThere(client))) await client.query(`CREATE ROLE ${applicationRole}`);
  if (await maySetRole(client)) return;
  await client.query(`GRANT ${applicationRole} TO CURRENT_USER`);
}

/** All offices of a PostgreSQL have it together. */
async function isRoleThere(client: pg.Client): Promise<boolean> {
  return (await client.query("SELECT FROM pg_roles WHERE rolname = $1", [applicationRole])).rowCount === 1;
}

async function whyNotPrepared(error: unknown, client: pg.Client, variable: string): Promise<StartError> {
  if (codeOf(error) !== noPrivilege) return new StartError(`The role ${applicationRole} cannot be prepared: ${reasonOf(error)}.`);
  const user = client.escapeIdentifier(client.user ?? "");
  const create = (await isRoleThere(client)) ? "" : `CREATE ROLE ${applicationRole}; `;
  return new StartError(
    `The user of ${variable} may not prepare the role ${applicationRole}: run "${create}GRANT ${applicationRole} TO ${user};" as an administrator of that PostgreSQL.`,
  );
}

async function maySetRole(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`SET ROLE ${applicationRole}`);
    await client.query("RESET ROLE");
    return true;
  } catch (error) {
    if (codeOf(error) === noPrivilege) return false;
    throw error;
  }
}

/** How the application works at an address that names who owns the database, or itself. */
export function asApplication(url: string): Connection {
  const owner = asOwner(url);
  return { ...owner, options: `${owner.options ?? ""} -c role=${applicationRole}`.trim() };
}

/** Options given in the URL become part of ours: `pg` would let them replace ours. */
function asOwner(databaseUrl: string): Connection {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  url.searchParams.delete("options");
  return { connectionString: unnamed(url), ...(given === null ? {} : { options: given }) };
}

/** The address without a name for its sessions, which would replace ours: by that, an older server and an interrupted restore are known. */
function unnamed(url: URL): string {
  url.searchParams.delete("application_name");
  return url.href;
}
