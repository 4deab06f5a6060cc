import { createHash } from "node:crypto";
import { chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { takeFolder } from "#db/embedded-lock.ts";
import { recordTransaction } from "#ledger/post.ts";
import { backupOf, emptyPlace, temporaryFolder, type EmptyPlace } from "#test/support/backups.ts";
import { usdTransfer } from "#test/support/events.ts";
import { createLedgerBench, currency, sealEverything, type LedgerBench } from "#test/support/ledger.ts";

import { openTarget } from "./target.ts";
import { databaseOf, markUnfinished, refuseUnfinished, unfinishedMark } from "./unfinished.ts";

let bench: LedgerBench;
let path: string;
beforeAll(async () => {
  bench = await createLedgerBench();
  const accounts = [
    await bench.openAccount({ currencyId: currency.USD }),
    await bench.openAccount({ currencyId: currency.USD }),
  ] as const;
  await recordTransaction(bench.ledger, usdTransfer(...accounts, "5"), bench.by());
  await sealEverything(bench.database);
  path = await backupOf(bench.database);
});
afterAll(() => bench.database.drop());

const log = (): void => undefined;

/** What a kill leaves of a restore into that database: the mark in its data folder, with these words. */
async function cutOff({ place, pool }: EmptyPlace): Promise<string> {
  markUnfinished(place.dataDir, await databaseOf(place, (statement) => pool.query(statement)));
  return markIn(place.dataDir);
}

/** The same office with another balance than its entries make. */
function unbalanced(): string {
  const [content = ""] = readFileSync(path, "utf8").split("-- backup complete");
  const changed = content.replace(/^(\d+\t\d+\t)5\.00\t0\.00$/m, "$16.00\t0.00");
  const copy = join(temporaryFolder(), "unbalanced.sql");
  writeFileSync(copy, `${changed}-- backup complete sha256:${createHash("sha256").update(changed).digest("hex")}\n`);
  return copy;
}

const markIn = (dataDir: string): string => readFileSync(join(dataDir, unfinishedMark), "utf8");

/** A start with the data folder of a place, on the database of that connection. */
function start(dataDir: string, { owner }: Pick<EmptyPlace, "owner">, databaseUrl?: string): Promise<void> {
  return refuseUnfinished({ dataDir, databaseUrl }, { owner, app: owner, direct: owner, stop: async () => undefined });
}

test("a restore that was cut off in one database keeps no server from another with an office, but from an empty one", async () => {
  const [there, other] = [await emptyPlace(), await emptyPlace()];
  const { dataDir, databaseUrl } = there.place;
  await start(dataDir, there, databaseUrl);
  await cutOff(there);
  await expect(start(dataDir, there, databaseUrl)).rejects.toThrow(
    "A restore into the database of DATABASE_URL was cut off before it was done",
  );
  await start(dataDir, bench.database, "postgres://elsewhere/office");
  // The office of the data folder itself, from which one moves to an external database.
  await start(dataDir, bench.database);
  await expect(start(dataDir, other, other.place.databaseUrl)).rejects.toThrow(
    "and this database is empty: run npm run restore again",
  );
  await expect(start(dataDir, other)).rejects.toThrow("and this database is empty: run npm run restore again");
});

test("a restore into another database that is not empty is refused as that, and one that fails leaves what was said before", async () => {
  const [there, other] = [await emptyPlace(), await emptyPlace()];
  const mark = await cutOff(there);
  writeFileSync(join(other.place.dataDir, unfinishedMark), mark);
  await other.rows("create table somebodys (id integer)");
  await expect(other.restore(path)).rejects.toThrow("The database is not empty");
  await other.rows("drop table somebodys");
  await expect(other.restore(unbalanced())).rejects.toThrow("The books of this backup do not balance");
  expect(markIn(other.place.dataDir)).toBe(mark);
  expect(await other.restore(path)).toMatchObject({ transactions: 1 });
  expect(existsSync(join(other.place.dataDir, unfinishedMark))).toBe(false);
});

test("nothing is said of a database that went with its new data folder, but of an external one, whose folder then stays", async () => {
  const folder = temporaryFolder();
  const own = await openTarget({ dataDir: folder, databaseUrl: undefined }, log);
  markUnfinished(folder, own.database);
  await own.close(true);
  expect(readdirSync(folder)).toEqual([]);

  const dataDir = join(folder, "data");
  const external = await openTarget({ dataDir, databaseUrl: (await emptyPlace()).place.databaseUrl }, log);
  markUnfinished(dataDir, external.database);
  await external.close(true);
  expect(readdirSync(dataDir)).toEqual([unfinishedMark]);
});

test("nothing is said where another server is making its database in the folder at that moment", async () => {
  const dataDir = temporaryFolder();
  const lock = takeFolder(dataDir);
  onTestFinished(() => lock?.release());
  await expect(openTarget({ dataDir, databaseUrl: undefined }, log)).rejects.toThrow("is already in use by a running Sarraf");
  expect(readdirSync(dataDir)).not.toContain(unfinishedMark);
});

test("what root marks belongs to the owner of the data folder, who reads it at the next start", () => {
  const dataDir = temporaryFolder();
  const owner = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
  if (owner !== undefined) chownSync(dataDir, owner, process.getgid?.() ?? 0);
  markUnfinished(dataDir, "the external database of a test");
  const takeBack = markUnfinished(dataDir, "another one");
  expect(statSync(join(dataDir, unfinishedMark)).uid).toBe(owner);
  takeBack();
  expect(statSync(join(dataDir, unfinishedMark)).uid).toBe(owner);
});
