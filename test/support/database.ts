import { randomBytes } from "node:crypto";

import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { inject } from "vitest";

import { clientConfig, openDatabase, type Database, type Tx } from "#db/client.ts";
import { inDatabase, ownerRole, type Connection } from "#db/connection.ts";
import { attachEmbedded, type EmbeddedPostgres } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import type { DB } from "#db/types.gen.ts";

/** A database of its own for a test file: migrated, with start data, and nobody else in it. */
export interface TestDatabase extends Database {
  readonly name: string;
  readonly owner: Connection;
  readonly app: Connection;
  /** Runs SQL as the owner of the database, for arranging what the application itself may not do. */
  asOwner<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Works as the owner in a transaction that is given up: the database is as it was. */
  asOwnerForNow<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Closes what is connected to the database and removes it. */
  drop(): Promise<void>;
}

const template = "sarraf_template";
let shared: Promise<Shared> | undefined;

/** The PostgreSQL of the run. Its databases are made and removed by one connection that stays open: it takes longer to open than either. */
interface Shared extends EmbeddedPostgres {
  readonly maker: pg.Pool;
}

/** Clones the migrated database. `db` and `pool` work as the application's role, with at most `max` connections. */
export async function createTestDatabase(max = 5): Promise<TestDatabase> {
  const { name, owner, app, remove } = await clone();
  const database = openDatabase(app, { max });
  const owners = ownersOf(owner);
  const close = async (): Promise<void> => {
    await Promise.all([database.close(), owners.close()]);
  };
  return {
    ...database,
    name,
    owner,
    app,
    asOwner: owners.run,
    asOwnerForNow: owners.runForNow,
    close,
    drop: async () => {
      await close();
      await remove();
    },
  };
}

/** The owner's connections to a database. To connect takes twenty times what most of what they run does, so they stay open. */
function ownersOf(owner: Connection) {
  let pool: pg.Pool | undefined;
  // One that is ended while nobody uses it is missed by nobody.
  const opened = (): pg.Pool => (pool ??= new pg.Pool(ownerConfig(owner)).on("error", () => undefined));
  return {
    run: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
      (await opened().query<Row>(sql, [...values])).rows,
    runForNow: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: opened() }) });
      const tx = await db.startTransaction().setIsolationLevel("repeatable read").execute();
      try {
        return await work(tx);
      } finally {
        await tx.rollback().execute();
      }
    },
    close: async () => {
      const open = pool;
      pool = undefined;
      await open?.end();
    },
  };
}

/** By another name than a server's at work, whose end a migration would wait for. */
const ownerConfig = (owner: Connection): pg.ClientConfig =>
  clientConfig(owner, { statementTimeoutMs: 60_000, applicationName: "sarraf test" });

/** A clone for a server that runs as a process of its own: what its DATABASE_URL is, and how the clone is removed. */
export async function createExternalDatabase(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const { superuser, owner, remove } = await clone();
  await putOffBackups(owner);
  const { user = "", password = "", database = "", host = "", port } = superuser;
  const url = new URL(`postgres://${user}:${password}@localhost/${database}`);
  // Where it listens on a socket, its folder is no host name.
  url.search = new URLSearchParams({ host, port: String(port) }).toString();
  return { url: url.href, remove };
}

async function attachShared(): Promise<Shared> {
  const server = await attachEmbedded(inject("testDataDir"));
  const maker = new pg.Pool({ ...ownerConfig(server.superuser), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // One that a test has ended is opened anew for the next.
  return { ...server, maker: maker.on("error", () => undefined) };
}

async function clone() {
  const { owner, app, superuser, maker } = await (shared ??= attachShared());
  const name = `test_${randomBytes(8).toString("hex")}`;
  // File by file, as it is small and nobody is connected to it: written to the log page by page it takes twice as long.
  await maker.query(`CREATE DATABASE ${name} OWNER ${ownerRole} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    name,
    owner: inDatabase(owner, name),
    app: inDatabase(app, name),
    superuser: inDatabase(superuser, name),
    // A connection that was just closed may still be ending on the server, and only a superuser may end it.
    remove: async () => void (await maker.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** No backup begins by itself in the midst of a test, whatever the hour: in this office they are made half a day from now. */
export async function putOffBackups(owner: Connection): Promise<void> {
  const inHalfADay = "to_char((now() + interval '12 hours') at time zone time_zone, 'HH24:MI')";
  await run(owner, `update business_settings set backup_time = ${inHalfADay}`);
}

/** Makes the database that tests clone. Nobody may connect to it afterwards: PostgreSQL does not clone one in use. */
export async function createTemplate(owner: Connection): Promise<void> {
  await run(owner, `CREATE DATABASE ${template}`);
  await migrate(inDatabase(owner, template));
  await run(owner, `ALTER DATABASE ${template} WITH ALLOW_CONNECTIONS false`);
}

async function run(connection: Connection, sql: string): Promise<void> {
  const client = new pg.Client(ownerConfig(connection));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
