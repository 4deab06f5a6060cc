import { sql, type Kysely } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { openDatabase, type Database } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import { freePort } from "#db/embedded-address.ts";
import { asApplication, openExternal } from "#db/external.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { eventually } from "#test/support/eventually.ts";
import { startReplicatedPostgres, type ReplicatedPostgres } from "#test/support/replicated-postgres.ts";

import { reportsFrom, reportsFromReplica, requireReplica, type ReportSource } from "./report-source.ts";

let servers: ReplicatedPostgres;
let primary: Database;
beforeAll(async () => {
  servers = await startReplicatedPostgres();
  primary = openDatabase(servers.primary);
  await eventually("the replica follows", replicaFollows);
});
afterAll(async () => {
  await primary.close();
  await servers.stop();
});

const log = pino({ level: "silent" });

async function replicaFollows(): Promise<boolean> {
  const source = reportsFromReplica({ primary: primary.db, replica: asApplication(servers.replicaUrl), log });
  try {
    return (await source.read(whereFrom)).replicaAgeSeconds === 0;
  } finally {
    await source.close();
  }
}

function reports(oldest?: number, url = servers.replicaUrl): ReportSource {
  const source = reportsFromReplica({ primary: primary.db, replica: asApplication(url), log }, oldest);
  onTestFinished(() => source.close());
  return source;
}

/** A report of where it was read, and how many rows of the audit log it saw. */
async function whereFrom(db: Kysely<DB>): Promise<{ readonly standby: boolean; readonly rows: number }> {
  const { rows } = await sql<{ standby: boolean; rows: number }>`
    select pg_is_in_recovery() as standby, count(*)::integer as rows from audit_log`.execute(db);
  return rows[0] ?? { standby: false, rows: -1 };
}

const act = (): Promise<unknown> => primary.pool.query("insert into audit_log (action, object_type) values ('test', 'call')");

const onReplica = (statement: string): Promise<void> => run(servers.replica, statement);

const asAdministrator = ({ primary: one, replica }: ReplicatedPostgres, statement: string): Promise<void> =>
  run({ ...replica, port: one.port ?? 0 }, statement);

async function isReached(url: string): Promise<boolean> {
  await run({ connectionString: url }, "select 1");
  return true;
}

async function run(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("a report is read from the replica, with everything that was committed before it was asked for", async () => {
  const source = reports();
  let fresh = 0;
  for (let round = 0; round < 20; round += 1) {
    await act();
    const { rows } = await whereFrom(primary.db);
    const found = await source.read(whereFrom);
    expect(found.standby).toBe(true);
    // On a busy machine it may be behind for longer than a report waits, and says so then.
    if (found.replicaAgeSeconds !== 0) continue;
    fresh += 1;
    expect(found.rows).toBe(rows);
  }
  expect(fresh).toBeGreaterThan(10);
});

test("one that is behind says how far, and is not read from once that is too far", async () => {
  await onReplica("select pg_wal_replay_pause()");
  onTestFinished(() => onReplica("select pg_wal_replay_resume()"));
  const { rows } = await whereFrom(primary.db);
  await act();
  const behind = await reports(60_000).read(whereFrom);
  expect(behind).toMatchObject({ standby: true, rows });
  expect(behind.replicaAgeSeconds).toBeGreaterThan(0);
  expect(await reports(100).read(whereFrom)).toEqual({ standby: false, rows: rows + 1 });
});

test("what is refused by the replica, and what fails there, is asked of the database", async () => {
  const source = reports();
  const refused = async (db: Kysely<DB>) => {
    const found = await whereFrom(db);
    if (found.standby) throw new Refusal("not_found", "There is no such account");
    return found;
  };
  expect(await source.read(refused)).toMatchObject({ standby: false });
  expect(await source.read(whereFrom)).toMatchObject({ standby: true });
  const writes = async (db: Kysely<DB>) => {
    await sql`insert into audit_log (action, object_type) values ('test', 'call')`.execute(db);
    return whereFrom(db);
  };
  expect(await source.read(writes)).toMatchObject({ standby: false });
  // After a failure it is left alone for a while.
  expect(await source.read(whereFrom)).not.toHaveProperty("replicaAgeSeconds");
});

test("an address that leads to the database itself is no replica", async () => {
  const { host = "", port = 0 } = servers.primary;
  const source = reports(undefined, `postgres://sarraf_app@${host}:${String(port)}/sarraf`);
  expect(await source.read(whereFrom)).not.toHaveProperty("replicaAgeSeconds");
});

/** A report's source at that address, and what its log says. */
function told(url: string): { readonly source: ReportSource; readonly said: string[] } {
  const said: string[] = [];
  const source = reportsFromReplica({
    primary: primary.db,
    replica: asApplication(url),
    log: pino({ level: "warn" }, { write: (line: string) => void said.push(line) }),
  });
  onTestFinished(() => source.close());
  return { source, said };
}

async function expectNotReadFrom(url: string): Promise<void> {
  const { source, said } = told(url);
  const nothing = async (db: Kysely<DB>): Promise<object> => (await sql`select`.execute(db)).rows[0] as object;
  for (const _ of [1, 2]) expect(await source.read(nothing)).toEqual({});
  expect(said).toEqual([expect.stringContaining("DATABASE_REPLICA_URL leads to another database")]);
  await expect(requireReplica(primary.db, asApplication(url))).rejects.toThrow(
    /^DATABASE_URL and DATABASE_REPLICA_URL do not lead to the same database: [^\n]*\.$/,
  );
}

test("a replica of another database in the same cluster is not read from: it is told once, and a start refuses it", async () => {
  await asAdministrator(servers, "create database former");
  const url = servers.replicaUrl.replace(/sarraf$/, "former");
  await eventually("the replica has it", () => isReached(url));
  await expectNotReadFrom(url);
});

test("nor is one of another cluster, however far its log has come and whether or not the cluster's number may be read", async () => {
  const other = await startReplicatedPostgres();
  onTestFinished(() => other.stop());
  for (const _ of [1, 2]) await asAdministrator(other, "select pg_switch_wal(), txid_current()");
  await expectNotReadFrom(other.replicaUrl);
  const all = [servers, other];
  for (const one of all) await asAdministrator(one, "revoke execute on function pg_control_system() from public");
  onTestFinished(() => asAdministrator(servers, "grant execute on function pg_control_system() to public"));
  await expectNotReadFrom(other.replicaUrl);
  await eventually("the office's own is read from", async () => (await reports().read(whereFrom)).standby);
});

test("a start takes the office's replica, and one that is away", async () => {
  await requireReplica(primary.db, asApplication(servers.replicaUrl));
  await requireReplica(primary.db, asApplication(`postgres://sarraf_app@127.0.0.1:${String(await freePort())}/sarraf`));
});

test("without one, reports say nothing of it", async () => {
  expect(await reportsFrom(primary.db).read(whereFrom)).not.toHaveProperty("replicaAgeSeconds");
});

test("a connection that is to write is never one of a server that only reads", async () => {
  const misled = openDatabase(asApplication(servers.replicaUrl), { max: 1 });
  onTestFinished(() => misled.close());
  await expect(misled.pool.query("select 1")).rejects.toThrow("leads to a server that only reads");
  // Nor does a start or a command begin there.
  await expect(openExternal({ databaseUrl: servers.replicaUrl, directUrl: undefined })).rejects.toThrow(
    "The database of DATABASE_URL is read-only: name the primary server there.",
  );
});

test("a replica that is away is not missed", async () => {
  const source = reports();
  expect(await source.read(whereFrom)).toMatchObject({ standby: true });
  await servers.stopReplica();
  await eventually("the database answers", async () => !(await source.read(whereFrom)).standby);
});
