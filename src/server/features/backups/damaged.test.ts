import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Kysely } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { downloadBackup, listBackups, makeBackup, type Backup } from "#contract/backups.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { clientConfig } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { noteFiles } from "#server/backup/record.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";

import { backupOf } from "./queries.ts";

let desk: Desk;
let folder: string;
beforeAll(async () => {
  desk = await openDesk();
  folder = desk.server.app.deps.backups.folder;
});
afterAll(() => desk.closeInBalance());

const backups = () => desk.server.app.deps.backups;
const list = () => desk.admin.ok(listBackups);
const pathOf = ({ fileName }: Backup): string => join(folder, fileName ?? "");

/** Makes a backup and waits for its verdict. */
async function made(): Promise<Backup> {
  const { id } = await desk.admin.ok(makeBackup);
  await backups().idle();
  return backupOf(desk.server.app.deps.db, folder, id);
}

let copies = 0;

/** Another good one, which was not made but is a copy: to make one and check it takes seconds. */
async function copied(of: Backup): Promise<Backup> {
  copies += 1;
  const fileName = (of.fileName ?? "").replace(/\.sql$/, `_${String(copies)}.sql`);
  copyFileSync(pathOf(of), join(folder, fileName));
  const [row] = await desk.server.database.asOwner<{ id: number }>(
    `insert into backups (origin, verdict, progress, file_name, size, sha256, transactions, hawalas, started_by, finished_at)
      select origin, verdict, progress, $2, size, sha256, transactions, hawalas, started_by, now() from backups where id = $1 returning id`,
    [of.id, fileName],
  );
  return backupOf(desk.server.app.deps.db, folder, row?.id ?? 0);
}

/** Takes this many bytes off its end, as a full share or a program that copies files does. */
function cutShort(backup: Backup, bytes: number): void {
  truncateSync(pathOf(backup), (backup.size ?? 0) - bytes);
}

/** A look at the folder, on a day on which nothing is due. */
const look = (): Promise<void> => backups().keepSchedule(new Date("2020-01-01T00:00:00Z"));

async function isNotedMissing(id: number): Promise<unknown> {
  const [row] = await desk.server.database.asOwner("select file_missing from backups where id = $1", [id]);
  return row?.["file_missing"];
}

describe("a good backup whose file was damaged", () => {
  let older: Backup;
  let younger: Backup;

  test("counts no more, were it by one byte: the one before it is the last good one", async () => {
    older = await made();
    younger = await copied(older);
    await look();
    expect((await list()).lastGood?.id).toBe(younger.id);
    cutShort(younger, 1);
    expect((await list()).backups).toMatchObject([
      { id: younger.id, hasFile: false },
      { id: older.id, hasFile: true },
    ]);
    await look();
    expect((await list()).lastGood?.id).toBe(older.id);
  });

  test("leaves the office without one, and late, where it was the only one", async () => {
    const whole = readFileSync(pathOf(older));
    cutShort(older, older.size ?? 0);
    await look();
    await desk.server.database.asOwner("update business_settings set backups_since = now() - interval '37 hours'");
    expect(await list()).toMatchObject({ lastGood: null, isOverdue: true });
    await desk.server.database.asOwner("update business_settings set backups_since = now()");
    writeFileSync(pathOf(older), whole);
    await look();
    expect(await list()).toMatchObject({ lastGood: { id: older.id }, isOverdue: false });
  });

  test("is not handed out, nor is one whose file is gone", async () => {
    const other = await copied(older);
    const changed = { status: 409, message: "The file of this backup was changed since it was made" };
    // First as long as it was: its length says nothing.
    writeFileSync(pathOf(other), readFileSync(pathOf(other), "latin1").replace("analyze ", "explain "), "latin1");
    expect(statSync(pathOf(other)).size).toBe(other.size);
    expect(await desk.admin.refused(downloadBackup, { params: { id: other.id } })).toMatchObject(changed);
    truncateSync(pathOf(other), 100);
    expect(await desk.admin.refused(downloadBackup, { params: { id: other.id } })).toMatchObject(changed);
    rmSync(pathOf(other));
    expect(await desk.admin.refused(downloadBackup, { params: { id: other.id } })).toMatchObject({
      status: 404,
      message: "The file of this backup is no longer in its folder",
    });
    expect((await list()).backups.find(({ id }) => id === other.id)).toMatchObject({ hasFile: false, verdict: "good" });
    // It counts for nothing from the next look on: the one before it is the last good one then.
    await look();
    expect((await list()).lastGood?.id).toBe(older.id);
    expect(await desk.admin.refused(downloadBackup, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
    await desk.server.database.asOwner("delete from backups where id = $1", [other.id]);
  });

  test("takes no good one's place among the kept, though it was damaged after the last look, and goes in its time", async () => {
    await desk.admin.ok(updateBusinessSettings, { body: { backupsKept: 2 } });
    const middle = await copied(older);
    cutShort(middle, 1);
    const latest = await made();
    const ids = (await list()).backups.map(({ id }) => id);
    expect(ids).toEqual([latest.id, middle.id, younger.id, older.id]);
    expect([older, younger, middle, latest].map((backup) => existsSync(pathOf(backup)))).toEqual([true, true, true, true]);
    cutShort(latest, 1);
    // Now three are damaged: the oldest of them is one too many.
    const last = await made();
    expect((await list()).backups.map(({ id }) => id)).toEqual([last.id, latest.id, middle.id, older.id]);
    expect([older, younger, last].map((backup) => existsSync(pathOf(backup)))).toEqual([true, false, true]);
  });

  test("does not keep the schedule from making another for the same night", async () => {
    const { asOwner } = desk.server.database;
    const [night] = (await list()).backups;
    if (night === undefined) throw new Error("there are backups");
    // One night of 2030, in which this one was made: the office's clock and that of the test do not meet there.
    await asOwner("update business_settings set backup_time = '02:30', backups_since = '2030-05-31'");
    await asOwner("update backups set started_at = '2030-05-31T22:00Z', finished_at = '2030-05-31T22:01Z' where id = $1", [
      night.id,
    ]);
    const keep = async (): Promise<readonly Backup[]> => {
      await backups().keepSchedule(new Date("2030-06-01T04:00:00Z"));
      await backups().idle();
      return (await list()).backups;
    };
    expect((await keep())[0]?.id).toBe(night.id);
    cutShort(night, 1);
    const [another] = await keep();
    expect(another).toMatchObject({ origin: "schedule", verdict: "good", hasFile: true });
    expect((await list()).lastGood?.id).toBe(another?.id);
    await asOwner("update business_settings set backups_since = now()");
  });
});

test("the next backup that is told is the other try of one that failed", async () => {
  const { asOwner } = desk.server.database;
  await asOwner("update backups set started_at = '2020-01-02'");
  await asOwner(`update business_settings set backups_since = '2020-01-01',
    backup_time = to_char(now() at time zone time_zone - interval '5 minutes', 'HH24:MI')`);
  const [failed] = await asOwner<{
    id: number;
    finished_at: Date;
  }>(`insert into backups (origin, verdict, reason, started_at, finished_at)
    values ('schedule', 'failed', 'The disk is full', now() - interval '3 minutes', now() - interval '2 minutes') returning id, finished_at`);
  const hourLater = new Date((failed?.finished_at.getTime() ?? 0) + 3_600_000);
  expect((await list()).nextAt).toBe(hourLater.toISOString());
  await asOwner("delete from backups where id = $1", [failed?.id]);
  await asOwner("update business_settings set backups_since = now()");
});

describe("a backup that another server is making", () => {
  test("is not taken for damaged while its file grows, nor while it is checked", async () => {
    const { asOwner } = desk.server.database;
    const other = new pg.Client(clientConfig(desk.server.database.owner));
    await other.connect();
    await other.query("select pg_advisory_lock(7301003)");
    const [theirs] = await asOwner<{ id: number }>("insert into backups (origin) values ('person') returning id");
    const id = theirs?.id ?? 0;
    writeFileSync(join(folder, "0123456789abcdef.part"), "-- Sarraf");
    await look();
    expect(await isNotedMissing(id)).toBe(false);
    rmSync(join(folder, "0123456789abcdef.part"));
    writeFileSync(join(folder, "theirs.sql"), "-- Sarraf backup");
    await asOwner("update backups set verdict = 'checking', file_name = 'theirs.sql', size = 16 where id = $1", [id]);
    await look();
    expect(await isNotedMissing(id)).toBe(false);
    expect((await list()).backups[0]).toMatchObject({ id, hasFile: true });
    await other.end();
    await asOwner("delete from backups where id = $1", [id]);
    rmSync(join(folder, "theirs.sql"));
  });

  test("has its file, though that got its name while its row was being read", async () => {
    const [latest] = (await list()).backups;
    if (latest === undefined) throw new Error("there are backups");
    const backup = await copied(latest);
    const whole = readFileSync(pathOf(backup));
    /** The file is there only once the row has been read: whoever looks into the folder first, does not find it. */
    const named = (): Kysely<DB> => {
      rmSync(pathOf(backup), { force: true });
      return desk.server.app.deps.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          writeFileSync(pathOf(backup), whole);
          return result;
        },
      });
    };
    expect(await backupOf(named(), folder, backup.id)).toMatchObject({ hasFile: true });
    await noteFiles(named(), folder);
    expect(await isNotedMissing(backup.id)).toBe(false);
  });

  test("whose file two servers find missing at the same moment, is missing", async () => {
    const backup = (await list()).backups[0];
    if (backup === undefined) throw new Error("there are backups");
    cutShort(backup, 1);
    let reading = 0;
    const bothHaveRead = Promise.withResolvers<void>();
    const db = desk.server.app.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reading += 1;
        if (reading === 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        return result;
      },
    });
    await Promise.all([noteFiles(db, folder), noteFiles(db, folder)]);
    expect(await isNotedMissing(backup.id)).toBe(true);
  });
});
