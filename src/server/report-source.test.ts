import { sql, type Kysely } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { openDatabase, type Database } from "#db/client.ts";
import { asApplication } from "#db/external.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { eventually } from "#test/support/eventually.ts";
import { startReplicatedPostgres, type ReplicatedPostgres } from "#test/support/replicated-postgres.ts";

import { reportsFrom, reportsFromReplica, type ReportSource } from "./report-source.ts";

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

async function onReplica(statement: string): Promise<void> {
  const client = new pg.Client({ ...servers.replica });
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

test("without one, reports say nothing of it", async () => {
  expect(await reportsFrom(primary.db).read(whereFrom)).not.toHaveProperty("replicaAgeSeconds");
});

test("a connection that is to write is never one of a server that only reads", async () => {
  const misled = openDatabase(asApplication(servers.replicaUrl), { max: 1 });
  onTestFinished(() => misled.close());
  await expect(misled.pool.query("select 1")).rejects.toThrow("leads to a server that only reads");
});

test("a replica that is away is not missed", async () => {
  const source = reports();
  expect(await source.read(whereFrom)).toMatchObject({ standby: true });
  await servers.stopReplica();
  await eventually("the database answers", async () => !(await source.read(whereFrom)).standby);
});
