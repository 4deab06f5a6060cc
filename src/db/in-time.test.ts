import { sql, type Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { transaction } from "./client.ts";
import { collectInTime, inTime, lookInTime } from "./in-time.ts";
import type { DB } from "./types.gen.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const forEver = sql`select pg_sleep(60)`;
const setting = (name: string) => sql<{ value: string }>`select current_setting(${name}) as value`;

test("work is done within its time and with its settings, which end with it", async () => {
  const limit = setting("statement_timeout");
  const value = await inTime(database.db, { withinMs: 800 }, async (tx) => (await limit.execute(tx)).rows[0]?.value);
  expect(value).toBe("800ms");
  expect((await limit.execute(database.db)).rows).toEqual([{ value: "5s" }]);
});

test("work that a statement takes too long in is undone, and gives nothing", async () => {
  await database.asOwner("create table tried (id integer); grant all on tried to sarraf_app");
  const tried = await inTime(database.db, { withinMs: 50 }, async (tx) => {
    await sql`insert into tried values (1)`.execute(tx);
    await forEver.execute(tx);
    return "done";
  });
  expect(tried).toBeUndefined();
  expect((await sql`select from tried`.execute(database.db)).rows).toEqual([]);
});

test("what fails for another reason fails", async () => {
  await expect(inTime(database.db, { withinMs: 800 }, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow("division by zero");
});

test("rows are collected by indexes alone, and the caller's transaction goes on as it was", async () => {
  const scans = setting("enable_seqscan");
  expect(await collectInTime(database.db, 800, scans)).toEqual({ value: "off" });
  expect(await collectInTime(database.db, 50, forEver)).toBeUndefined();
  const [during, after, limit] = await transaction(database.db, async (tx) => [
    await collectInTime(tx, 800, scans),
    (await scans.execute(tx)).rows[0],
    (await setting("statement_timeout").execute(tx)).rows[0],
  ]);
  expect([during, after, limit]).toEqual([{ value: "off" }, { value: "on" }, { value: "5s" }]);
});

/** Looks at rows of a disk that takes a millisecond for each, and says how many. */
async function look(db: Kysely<DB>, visits: number): Promise<number> {
  await sql`select pg_sleep(${visits / 1_000})`.execute(db);
  return visits;
}

test("as many rows are looked at as there is time for", async () => {
  expect(await lookInTime(database.db, 100, look)).toEqual({ found: 100, visits: 100 });
  expect(await lookInTime(database.db, 201, look)).toEqual({ found: 201, visits: 201 });
  expect(await lookInTime(database.db, 4_000, look)).toEqual({ found: 500, visits: 500 });
  expect(await lookInTime(database.db, 10_000, look)).toEqual({ found: 157, visits: 157 });
});

test("in the caller's transaction all of them are looked at, however long that takes", async () => {
  const looked = await transaction(database.db, (tx) => lookInTime(tx, 1_500, look));
  expect(looked).toEqual({ found: 1_500, visits: 1_500 });
});
