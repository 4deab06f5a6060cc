import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, symlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";

import { createTransaction } from "#contract/transactions.ts";
import { attachEmbedded } from "#db/embedded.ts";
import { markUnfinished } from "#server/backup/unfinished.ts";
import { isProof, patienceMs, scaled, tellFigures } from "#test/prove/scale.ts";
import { bodies, openDesk } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { currency, expectBooksBalance } from "#test/support/ledger.ts";
import { refusedStart } from "#test/support/refused-start.ts";
import { launchServer, usedDataDir } from "#test/support/server-process.ts";

const rounds = scaled(1, 5);
const diskMiB = 192;

describe("a disk that is full", () => {
  test("is answered with 503 and words of its own by PostgreSQL's word for it, leaves nothing half done, and is over when there is room", async () => {
    const desk = await openDesk();
    const [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
    const { database } = desk.server;
    await database.asOwner(
      "create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$",
    );
    await database.asOwner("create trigger full_disk before insert on postings for each statement execute function full_disk()");
    const [body, headers] = [bodies.transfer(farid, zahra, "5"), { "idempotency-key": "again" }];
    const refused = await desk.refused(desk.admin, createTransaction, { body, headers });
    expect(refused).toMatchObject({ status: 503, code: "disk_full" });
    expect(refused.message).toBe("The disk of the server is full, and nothing was recorded. Tell whoever looks after the server");
    // It is not over by itself.
    expect(refused.headers["retry-after"]).toBeUndefined();
    await database.asOwner("drop trigger full_disk on postings");
    const { id } = await desk.post(body, headers);
    expect((await desk.post(body, headers)).id).toBe(id);
    await expectBooksBalance(database);
    await desk.close();
  });

  test("is what a start and a restore say that find no room for their files, and both can be run again", async () => {
    const dataDir = await usedDataDir();
    // What is written into it finds no room.
    const link = (name: string): void => symlinkSync("/dev/full", join(dataDir, name));
    const full = `The disk of DATA_DIR ${dataDir} is full (ENOSPC: no space left on device, write): free some space on it and try again.`;
    link("sarraf.pid");
    expect(await refusedStart({ DATA_DIR: dataDir })).toBe(full);
    rmSync(join(dataDir, "sarraf.pid"));
    link("restore.unfinished.new");
    expect(() => markUnfinished(dataDir, "a database")).toThrow(full);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("restore"))).toEqual([]);
    await launchServer({ DATA_DIR: dataDir }).ready;
  });

  // A disk of so little room is a mount of its own, which takes root and is more than a run of the tests should do to a machine.
  if (isProof) {
    test(
      "stops writing and nothing else: no acknowledged entry is lost or doubled, and work goes on when there is room",
      async () => {
        const disk = smallDisk();
        if (disk === undefined) {
          tellFigures("no disk could be mounted here (it takes root): only PostgreSQL's word for a full disk was tried");
          return;
        }
        const figures = await fillAgainAndAgain(disk);
        tellFigures(
          `filled ${String(rounds)} times, by rows and by the log: ${String(figures.acknowledged)} entries acknowledged, ${String(figures.away)} answers of 503, nothing worse, 0 lost or doubled, writing again within ${String(figures.slowestMs)} ms, books balance`,
        );
      },
      patienceMs(60_000),
    );
  }
});

/** A disk of its own in memory, removed after the test; undefined where nobody may mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "sarraf-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${String(diskMiB)}m,mode=755`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Takes all the room that is left. */
function fill(file: string): void {
  const handle = openSync(file, "a");
  for (let size = 1024 * 1024; size >= 512;) {
    try {
      writeSync(handle, Buffer.alloc(size));
    } catch {
      size /= 2;
    }
  }
  closeSync(handle);
}

interface Figures {
  readonly acknowledged: number;
  readonly away: number;
  readonly slowestMs: number;
}

async function fillAgainAndAgain(disk: string): Promise<Figures> {
  const dataDir = join(disk, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  execFileSync("cp", ["-a", `${await usedDataDir()}/.`, dataDir]);
  const server = launchServer({ DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "0" });
  const office = await officeAt(await server.ready);
  let slowestMs = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await office.postUntil((status) => status === 201);
    fill(join(disk, "filler"));
    if (round % 2 === 0) await switchLog(dataDir);
    await office.postUntil((status) => status === 503);
    for (let more = 0; more < 20; more += 1) await office.post();
    rmSync(join(disk, "filler"));
    const began = performance.now();
    await office.postUntil((status) => status === 201);
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - began));
  }
  await office.expectExactlyOnce();
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  return { acknowledged: office.acknowledged.size, away: office.away, slowestMs };
}

/** Lets PostgreSQL begin new files of its log, for which there is no room; with it goes its connection, or all of PostgreSQL. */
async function switchLog(dataDir: string): Promise<void> {
  const beside = await attachEmbedded(dataDir);
  const client = new pg.Client({ ...beside.superuser, database: "sarraf" }).on("error", () => undefined);
  try {
    await client.connect();
    for (let count = 0; count < 8; count += 1)
      await client.query("select pg_logical_emit_message(false, 'x', 'x'), pg_switch_wal()");
  } catch {
    // There was no room for it.
  } finally {
    await client.end().catch(() => undefined);
    await beside.stop().catch(() => undefined);
  }
}

/** An office whose entries each have a key and a reference of their own. */
async function officeAt(url: string) {
  const json = { "content-type": "application/json" };
  const signIn = JSON.stringify({ username: "admin", password: "a long enough password" });
  const signedIn = await fetch(`${url}/api/auth/login`, { method: "POST", headers: json, body: signIn });
  const headers = { ...json, cookie: signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const send = async (path: string, body: object, key = "") => {
    const more = key === "" ? {} : { "idempotency-key": key };
    const answer = await fetch(`${url}${path}`, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  };
  const opened = await Promise.all(
    ["Farid", "Zahra"].map((accountName) => send("/api/accounts", { accountName, currencyId: 2 })),
  );
  const [outAccountId, inAccountId] = opened.map(({ text }) => (JSON.parse(text) as { id: number }).id);
  const acknowledged = new Map<number, number>();
  const unanswered = new Set<number>();
  let [referenceId, away] = [0, 0];
  const postReference = async (reference: number): Promise<number> => {
    // Long, so that a page is soon full.
    const entry = {
      transType: "Transfer",
      outAccountId,
      inAccountId,
      currencyId: 2,
      dAmount: "1",
      transDescription: "x".repeat(500),
    };
    const { status, text } = await send("/api/transactions", { ...entry, referenceId: reference }, `key-${String(reference)}`);
    if (status === 201) acknowledged.set(reference, (JSON.parse(text) as { id: number }).id);
    else if (status === 503) [away] = [away + 1, unanswered.add(reference)];
    else throw new Error(`answered ${String(status)}: ${text}`);
    return status;
  };
  const post = (): Promise<number> => postReference((referenceId += 1));
  return {
    acknowledged,
    get away() {
      return away;
    },
    post,
    postUntil: (isIt: (status: number) => boolean): Promise<unknown> =>
      eventually("it is answered so", async () => {
        for (let tries = 0; tries < 50; tries += 1) if (isIt(await post())) return true;
        await pause(10);
        return false;
      }),
    async expectExactlyOnce() {
      for (const reference of unanswered) expect(await postReference(reference)).toBe(201);
      const answer = await fetch(`${url}/api/transactions?limit=5000`, { headers });
      const rows = (await answer.json()) as { id: number; referenceId: number }[];
      expect(rows.length).toBe(referenceId);
      expect(new Map(rows.map((row) => [row.referenceId, row.id]))).toEqual(acknowledged);
      const verification = await send("/api/verification", {});
      expect(verification.text).toContain('"balanced":true');
    },
  };
}
