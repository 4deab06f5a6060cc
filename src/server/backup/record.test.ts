import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

import { system } from "#server/audit.ts";
import { channel } from "#server/live/announce.ts";
import { temporaryFolder } from "#test/support/backups.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { noteBegin, noteEnd, noteFiles, noteMade, noteProgress } from "./record.ts";

let database: TestDatabase;
let listener: pg.PoolClient;
const heard: unknown[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  listener = await database.pool.connect();
  listener.on("notification", ({ payload }) => heard.push(payload));
  await listener.query(`listen ${channel}`);
});
afterAll(async () => {
  listener.release(true);
  await database.drop();
});

/** What open screens are told of a step; who asks afterwards has heard all that was said before. */
async function toldOf(step: () => Promise<unknown>): Promise<readonly unknown[]> {
  heard.length = 0;
  await step();
  await listener.query("select 1");
  return [...new Set(heard)];
}

test("each step of a backup is told to whoever has the list open, from its beginning to the loss of its file", async () => {
  const { db } = database;
  let id = 0;
  expect(await toldOf(async () => (id = await noteBegin(db, "person", system)))).toEqual(["backups"]);
  expect(await toldOf(() => noteProgress(db, id, 40))).toEqual(["backups"]);
  const file = {
    fileName: "office.sql",
    made: "2026-03-20T10:00:00Z",
    size: 5,
    sha256: "ab".repeat(32),
    transactions: 1,
    hawalas: 1,
  };
  expect(await toldOf(() => noteMade(db, id, file))).toEqual(["backups"]);
  expect(await toldOf(() => noteEnd(db, { id, verdict: "good", reason: null }, system))).toEqual(["backups"]);
  expect(await toldOf(() => noteFiles(db, temporaryFolder()))).toEqual(["backups"]);
  expect(await toldOf(() => noteFiles(db, temporaryFolder()))).toEqual([]);
});
