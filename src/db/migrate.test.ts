import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { openDatabase } from "./client.ts";
import { migrate } from "./migrate.ts";
import { StartError } from "./start-error.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

// Each test begins with a database that was never migrated.
beforeEach(async () => {
  await database.asOwner("DROP SCHEMA public CASCADE");
  await database.asOwner("CREATE SCHEMA public");
});

afterAll(() => database.drop());

function folderOf(migrations: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "sarraf-migrations-"));
  for (const [name, content] of Object.entries(migrations)) writeFileSync(join(folder, name), content);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const first = { "0001_first.sql": "CREATE TABLE first (id integer);" };
const second = {
  "0002_second.sql":
    "CREATE FUNCTION two() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$; COMMENT ON FUNCTION two IS 'two; and a half';",
};
const tables = async (): Promise<unknown> =>
  database.asOwner("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1");

test("migrations run once, in order, and only SQL files are migrations", async () => {
  expect(await migrate(database.owner, folderOf({ ...first, "README.md": "no" }))).toEqual(["0001_first"]);
  expect(await migrate(database.owner, folderOf({ ...first, ...second }))).toEqual(["0002_second"]);
  expect(await migrate(database.owner, folderOf({ ...first, ...second }))).toEqual([]);
  expect(await database.asOwner("SELECT two()")).toEqual([{ two: 2 }]);
});

test("a migration takes as long as it takes, also where the database sets a limit to everybody's transactions", async () => {
  await database.asOwner(`ALTER DATABASE ${database.name} SET transaction_timeout = '1min'`);
  onTestFinished(async () => void (await database.asOwner(`ALTER DATABASE ${database.name} RESET transaction_timeout`)));
  await migrate(
    database.owner,
    folderOf({ "0001_seen.sql": "CREATE TABLE seen AS SELECT current_setting('transaction_timeout');" }),
  );
  expect(await database.asOwner("SELECT * FROM seen")).toEqual([{ current_setting: "0" }]);
});

test("a migration that fails leaves nothing of itself or of the others of that run", async () => {
  const failing = migrate(
    database.owner,
    folderOf({ ...first, "0002_wrong.sql": "CREATE TABLE second (id integer); SELECT 1 / 0;" }),
  );
  await expect(failing).rejects.toThrow(/^The database cannot be migrated: .*division by zero\.$/);
  expect(await tables()).toEqual([]);
  expect(await migrate(database.owner, folderOf(first))).toEqual(["0001_first"]);
});

test("a list of migrations that is none is told in one sentence", async () => {
  await database.asOwner("CREATE TABLE pgmigrations AS SELECT 1 AS id, '0001_first' AS name FROM generate_series(1, 2)");
  await expect(migrate(database.owner, folderOf(first))).rejects.toThrow(
    /^The database cannot be migrated: .*"pgmigrations_pkey"\.$/,
  );
});

test("programs that start at the same time migrate once", async () => {
  const folder = folderOf({ ...first, ...second });
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(database.owner, folder)));
  expect(ran.flat()).toEqual(["0001_first", "0002_second"]);
});

test("a database of a newer program is refused", async () => {
  await migrate(database.owner, folderOf({ ...first, ...second }));
  const older = migrate(database.owner, folderOf(first));
  await expect(older).rejects.toThrow(StartError);
  await expect(older).rejects.toThrow("The database was written by a newer Sarraf (it has 0002_second)");
});

test("a database on which a server works is not migrated under it, but once that is gone", async () => {
  const [older, newer] = [folderOf(first), folderOf({ ...first, ...second })];
  await migrate(database.owner, older);
  const server = openDatabase(database.app, { max: 1 });
  onTestFinished(() => server.close());
  const work = setInterval(() => void server.pool.query("SELECT"), 500);
  onTestFinished(() => clearInterval(work));
  await server.pool.query("SELECT");
  const refused = migrate(database.owner, newer);
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow("A server of an older Sarraf works on this database");
  expect(await migrate(database.owner, older)).toEqual([]);
  clearInterval(work);
  const waiting = migrate(database.owner, newer);
  await server.close();
  expect(await waiting).toEqual(["0002_second"]);
});

test("a migration that appears before one that ran already is refused", async () => {
  await migrate(database.owner, folderOf(second));
  await expect(migrate(database.owner, folderOf({ ...first, ...second }))).rejects.toThrow("The database cannot be migrated");
});
