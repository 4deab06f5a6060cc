import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";

import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { downloadBackup, downloadDatabase, listBackups, makeBackup, type Backup } from "#contract/backups.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { clientConfig } from "#db/client.ts";
import { bodies, openDesk, type Desk } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let folder: string;
beforeAll(async () => {
  desk = await openDesk();
  folder = desk.server.app.deps.backups.folder;
  const [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
  await desk.post(bodies.transfer(farid, zahra, "5"));
});
afterAll(() => desk.closeInBalance());

const adminsAlone = "Only admin users can perform database backups.";
const sha256Of = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const backups = () => desk.server.app.deps.backups;
const fileOf = ({ fileName }: Backup): string => join(folder, fileName ?? "");

async function listed(id: number): Promise<Backup | undefined> {
  return (await desk.admin.ok(listBackups)).backups.find((backup) => backup.id === id);
}

/** Makes a backup and waits for its verdict. */
async function made(): Promise<Backup> {
  return judged((await desk.admin.ok(makeBackup)).id);
}

async function judged(id: number): Promise<Backup> {
  await backups().idle();
  const found = await listed(id);
  if (found === undefined) throw new Error("the backup is not in the list");
  return found;
}

async function acts(action: string): Promise<readonly Record<string, unknown>[]> {
  return desk.server.database.asOwner("select actor, object_id, new, old from audit_log where action = $1 order by id", [action]);
}

describe("a backup that an administrator makes", () => {
  let good: Backup;

  test("is restored beside the office, verified, and good, and is one, however often it is asked for while it is under way", async () => {
    const [first, second] = await Promise.all([desk.admin.reply(makeBackup), desk.admin.reply(makeBackup)]);
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(["making", "checking"]).toContain(first.body.verdict);
    expect(first.body.progress).toEqual(expect.any(Number));
    expect((await desk.admin.ok(listBackups)).isRunning).toBe(true);
    good = await judged(first.body.id);
    expect(good).toMatchObject({ origin: "person", verdict: "good", reason: null, progress: null, transactions: 1, hawalas: 0 });
    expect(good).toMatchObject({ hasFile: true, startedBy: desk.admin.username });
    const bytes = readFileSync(fileOf(good));
    expect([bytes.length, sha256Of(bytes)]).toEqual([good.size, good.sha256]);
    expect(statSync(fileOf(good)).mode & 0o777).toBe(0o600);
    const { fileName, size, sha256 } = good;
    expect(await acts("backup.made")).toMatchObject([
      {
        actor: desk.admin.username,
        object_id: String(good.id),
        new: { verdict: "good", origin: "person", fileName, size, sha256 },
      },
    ]);
    // Its own: other offices of this PostgreSQL check theirs meanwhile.
    const left = await desk.server.database.asOwner(
      "select datname from pg_database where datname = 'sarraf_check_' || (select oid from pg_database where datname = current_database())",
    );
    expect(left).toEqual([]);
  });

  test("is the last good one of the office", async () => {
    const { lastGood, isOverdue, isRunning, nextAt, folder: told } = await desk.admin.ok(listBackups);
    expect(lastGood).toMatchObject({ id: good.id, ageHours: 0 });
    expect([isOverdue, isRunning, told]).toEqual([false, false, folder]);
    expect(new Date(nextAt).toISOString()).toMatch(/T22:00:00\.000Z$/);
  });

  test("is downloaded as it lies there, and that is on record", async () => {
    const { body, headers } = await desk.admin.reply(downloadBackup, { params: { id: good.id } });
    expect(sha256Of(body as Buffer)).toBe(good.sha256);
    expect(headers["content-disposition"]).toContain(`filename="${good.fileName ?? ""}"`);
    expect(headers["content-length"]).toBe(String(good.size));
    expect(await acts("backup.downloaded")).toMatchObject([{ actor: desk.admin.username, object_id: String(good.id) }]);
  });
});

describe("who is no admin", () => {
  test.each(["operator", "user"] as const)("is told so: %s", async (role) => {
    for (const route of [listBackups, makeBackup, downloadDatabase]) {
      expect(await desk[role].refused(route)).toMatchObject({ status: 403, message: adminsAlone });
    }
    expect(await desk[role].refused(downloadBackup, { params: { id: 1 } })).toMatchObject({ status: 403, message: adminsAlone });
  });

  test("nor signed in, is not told anything", async () => {
    for (const route of [downloadDatabase, makeBackup])
      expect(await desk.server.anonymous.refused(route)).toMatchObject({ status: 401 });
  });
});

describe("the database as it is now", () => {
  test("is answered whole, under a name with its moment, and nothing of it stays in the folder", async () => {
    const { body, headers } = await desk.admin.reply(downloadDatabase);
    const text = (body as Buffer).toString("utf8");
    const content = /^([^]*)-- backup complete sha256:([0-9a-f]{64})\n$/.exec(text);
    expect(content?.[2]).toBe(sha256Of(Buffer.from(content?.[1] ?? "")));
    expect(headers["content-disposition"]).toMatch(/filename="database_backup_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.sql"/);
    expect(headers["content-length"]).toBe(String((body as Buffer).length));
    expect(readdirSync(folder).filter((name) => !name.startsWith("sarraf_"))).toEqual([]);
    expect((await acts("backup.taken"))[0]).toMatchObject({
      actor: desk.admin.username,
      new: { size: (body as Buffer).length, sha256: sha256Of(body as Buffer) },
    });
  });

  /** Holds a table, so that a backup waits for it, and tells how many do. */
  async function holding(table: string) {
    const client = new pg.Client(clientConfig(desk.server.database.owner));
    await client.connect();
    await client.query(`set idle_in_transaction_session_timeout = 0; begin; lock table ${table} in access exclusive mode`);
    const waiting = (): Promise<readonly { pid: number }[]> =>
      desk.server.database.asOwner(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'sarraf backup' and wait_event_type = 'Lock'",
      );
    let ended: Promise<void> | undefined;
    const letGo = () => (ended ??= client.end());
    onTestFinished(letGo);
    return { waiting, letGo };
  }

  test("is never answered when the database goes away meanwhile", async () => {
    const { waiting, letGo } = await holding("currency_rates");
    const answer = desk.admin.refused(downloadDatabase);
    await eventually("it waits for the table", async () => (await waiting()).length === 1);
    for (const { pid } of await waiting()) await desk.server.database.asOwner("select pg_terminate_backend($1)", [pid]);
    const message = "The database went away meanwhile. Try again when it is back";
    expect(await answer).toMatchObject({ status: 503, message });
    await letGo();
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("is never answered when it cannot be written, nor is a backup good then", async () => {
    const kept = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "in the way");
    expect(await desk.admin.refused(downloadDatabase)).toMatchObject({
      status: 503,
      message: "The folder of the backups cannot be used (EEXIST). Check that it is there and that the server may write to it",
    });
    expect(await made()).toMatchObject({
      verdict: "failed",
      reason: expect.stringContaining("cannot be used (EEXIST)"),
      fileName: null,
    });
    expect(await acts("backup.failed")).toHaveLength(1);
    rmSync(folder);
    mkdirSync(folder);
    for (const [name, bytes] of kept) writeFileSync(join(folder, name), bytes);
  });

  test("is made for two who take it along at once, and a third is asked to come back", async () => {
    const { waiting, letGo } = await holding("currency_rates");
    const taking = [1, 2].map(() => desk.admin.reply(downloadDatabase));
    await eventually("two are under way", async () => (await waiting()).length === 2);
    expect(await desk.admin.refused(downloadDatabase)).toMatchObject({
      status: 429,
      message: "Other backups are being created. Try again in a moment",
    });
    await letGo();
    for (const { status } of await Promise.all(taking)) expect(status).toBe(200);
    await desk.admin.ok(downloadDatabase);
  });

  test("is given up when whoever asked is gone", async () => {
    const address = await desk.server.listen();
    const { waiting, letGo } = await holding("currency_rates");
    const before = (await acts("backup.taken")).length;
    const request = get(`${address}${downloadDatabase.path}`, { headers: { cookie: desk.admin.cookie } });
    request.on("error", () => undefined);
    await eventually("it is under way", async () => (await waiting()).length === 1);
    request.destroy();
    // The table is still held: it does not end because it got what it waited for.
    await eventually("it is given up", () => readdirSync(folder).every((name) => !name.endsWith(".part")));
    await letGo();
    expect(await acts("backup.taken")).toHaveLength(before);
  });
});

describe("a backup that cannot be trusted", () => {
  test("has failed, and says what does not balance", async () => {
    const { asOwner } = desk.server.database;
    await asOwner("update balances set debits = debits + 1 where account_id = 11 and currency_id = 1");
    const wrong = await made();
    await asOwner("update balances set debits = debits - 1 where account_id = 11 and currency_id = 1");
    expect(wrong).toMatchObject({ verdict: "failed", hasFile: true });
    expect(wrong.reason).toMatch(/^Its books do not balance: Currency AFN: debits 1\.00 are not credits 0\.00 \(and 1 more\)$/);
    expect((await desk.admin.ok(listBackups)).lastGood?.id).not.toBe(wrong.id);
  });

  test("left by a server that was stopped, ends as failed when the next is made", async () => {
    const { asOwner } = desk.server.database;
    const [left] = await asOwner<{ id: number }>(
      "insert into backups (origin, verdict, started_at) values ('schedule', 'checking', now() - interval '3 days') returning id",
    );
    await backups().keepSchedule(new Date("2020-01-01T00:00:00Z"));
    expect(await listed(left?.id ?? 0)).toMatchObject({
      verdict: "failed",
      reason: "The server or the database was stopped before it was checked",
      startedBy: null,
    });
    expect(existsSync(folder)).toBe(true);
  });
});

describe("the schedule", () => {
  test("makes one backup a night, keeps as many as it should, and never removes the last good one", async () => {
    const { asOwner } = desk.server.database;
    await desk.admin.ok(updateBusinessSettings, { body: { backupTime: "13:15", backupsKept: 1 } });
    await asOwner("update business_settings set backups_since = '2020-01-01'");
    await asOwner("update backups set started_at = '2020-01-02', finished_at = '2020-01-02' where finished_at is not null");
    const tomorrow = new Date(Date.now() + 86_400_000);
    await backups().keepSchedule(tomorrow);
    await backups().idle();
    const { backups: after, nextAt } = await desk.admin.ok(listBackups);
    expect(after[0]).toMatchObject({ origin: "schedule", verdict: "good", startedBy: null });
    expect(after.filter(({ verdict }) => verdict === "good")).toHaveLength(1);
    expect(new Date(nextAt).toISOString()).toMatch(/T08:45:00\.000Z$/);
    const files = after.flatMap(({ fileName, hasFile }) => (hasFile && fileName !== null ? [fileName] : []));
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
    expect((await acts("backup.removed")).length).toBeGreaterThan(0);
  });

  test("does nothing where another server is at it, and says so to who asks for one", async () => {
    const other = new pg.Client(clientConfig(desk.server.database.owner));
    await other.connect();
    await other.query("select pg_advisory_lock(7301003)");
    expect(await desk.admin.refused(makeBackup)).toMatchObject({
      status: 409,
      message: expect.stringContaining("Another server"),
    });
    const [theirs] = await desk.server.database.asOwner<{ id: number }>(
      "insert into backups (origin) values ('person') returning id",
    );
    expect(await desk.admin.ok(makeBackup)).toMatchObject({ id: theirs?.id, verdict: "making" });
    await other.end();
    await desk.server.database.asOwner("delete from backups where id = $1", [theirs?.id]);
  });

  test("warns when the last good one is older than 36 hours", async () => {
    const { asOwner } = desk.server.database;
    await asOwner("update backups set finished_at = now() - interval '36 hours 1 minute' where verdict = 'good'");
    expect(await desk.admin.ok(listBackups)).toMatchObject({ isOverdue: true, lastGood: { ageHours: 36 } });
    await asOwner("update backups set finished_at = now() - interval '35 hours 59 minutes' where verdict = 'good'");
    expect(await desk.admin.ok(listBackups)).toMatchObject({ isOverdue: false, lastGood: { ageHours: 35 } });
    await asOwner("update backups set verdict = 'failed'");
    expect(await desk.admin.ok(listBackups)).toMatchObject({ isOverdue: true, lastGood: null });
    await asOwner("update business_settings set backups_since = now()");
    expect(await desk.admin.ok(listBackups)).toMatchObject({ isOverdue: false, lastGood: null });
  });

  test("does not count what a clock that stood ahead has noted: not as the night's, nor as the last good one", async () => {
    const { asOwner } = desk.server.database;
    const id = (await desk.admin.ok(listBackups)).backups[0]?.id ?? 0;
    const ahead = "started_at = now() + '30 days', finished_at = now() + '30 days'";
    await asOwner(`update backups set verdict = 'good', ${ahead} where id = $1`, [id]);
    // Nor that the office began then.
    await asOwner("update business_settings set backups_since = now() + '30 days'");
    expect(await desk.admin.ok(listBackups)).toMatchObject({ isOverdue: true, lastGood: null });
    await backups().keepSchedule(new Date());
    await backups().idle();
    const { backups: after, isOverdue, lastGood } = await desk.admin.ok(listBackups);
    expect(after[0]).toMatchObject({ origin: "schedule", verdict: "good" });
    expect(after[0]?.id).toBeGreaterThan(id);
    expect({ isOverdue, lastGood: lastGood?.id }).toEqual({ isOverdue: false, lastGood: after[0]?.id });
    await backups().keepSchedule(new Date());
    await backups().idle();
    expect((await desk.admin.ok(listBackups)).backups).toHaveLength(after.length);
  });
});
