import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openDatabase } from "#db/client.ts";
import { attachEmbedded } from "#db/embedded.ts";
import { sealAuditRows } from "#ledger/audit-chain.ts";
import { verify } from "#ledger/verify.ts";
import { openAuditKey } from "#server/audit-key.ts";
import { eventually } from "#test/support/eventually.ts";
import { launchServer, usedDataDir, type ServerProcess } from "#test/support/server-process.ts";

import { OfficeUnderLoad, type Expected } from "./office-under-load.ts";

const clients = 32;
const kills = 10;
/** Each kill comes after this many further answers at most, so that it meets the work at any point. */
const mostAnswersBetween = 120;
const testTimeout = { timeout: 120_000 };

function start(dataDir: string): ServerProcess {
  return launchServer({ DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "fatal" });
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Runs the blow ten times while all clients are at work; every client then finishes what it has begun. */
async function hitTenTimes(office: OfficeUnderLoad, blow: () => Promise<unknown>): Promise<void> {
  const working = office.work(clients);
  for (let count = 0; count < kills; count += 1) {
    const enough = office.answered + randomInt(1, mostAnswersBetween);
    await eventually("requests are answered", () => office.failure !== undefined || office.answered >= enough);
    if (office.failure === undefined) await blow();
  }
  office.finish();
  await working;
}

/** Each answered request stands in the books exactly as it was answered, nothing else does, and the books balance. */
async function expectEverythingOnce(office: OfficeUnderLoad, dataDir: string): Promise<void> {
  const expected = office.expected();
  const [live, deleted] = [await office.list("/api/transactions/search"), await office.list("/api/deleted-transactions")];
  expect(byReference(live)).toEqual(byReference(expected.filter((row) => !row.deleted)));
  expect(byReference(deleted)).toEqual(byReference(expected.filter((row) => row.deleted)));
  for (const [accountId, balance] of office.expectedBalances()) expect(await office.balance(accountId)).toBe(balance);

  const beside = await attachEmbedded(dataDir);
  const database = openDatabase(beside.app, { max: 2 });
  try {
    const key = await openAuditKey(database.db, dataDir);
    while ((await sealAuditRows(database.db, key)) > 0);
    expect((await verify(database.db, key)).faults).toEqual([]);
    const sealed = "select (select count(*) from audit_log) as rows, (select sum(row_count) from audit_seals) as sealed";
    const [counts] = (await database.pool.query<{ rows: string; sealed: string }>(sealed)).rows;
    expect(counts?.sealed).toBe(counts?.rows);
  } finally {
    await database.close();
    await beside.stop();
  }
}

type Row = Pick<Expected, "referenceId" | "id" | "version" | "dAmount">;

/** Two rows of one reference do not become one: the list keeps both. */
function byReference(rows: readonly Row[]): string[] {
  return rows
    .map(({ referenceId, id, version, dAmount }) => `${String(referenceId)}: ${String(id)} v${String(version)} ${dAmount}`)
    .toSorted();
}

test(
  "ten times kill -9 of the server under 32 clients: every answered request is there once, and the books balance",
  testTimeout,
  async () => {
    const dataDir = await usedDataDir();
    let server = start(dataDir);
    const office = await OfficeUnderLoad.open(await server.ready);
    await hitTenTimes(office, async () => {
      server.kill("SIGKILL");
      await server.ended;
      server = start(dataDir);
      office.url = await server.ready;
    });
    await expectEverythingOnce(office, dataDir);
    expect(office.answeredLate).toBeGreaterThan(kills * 4);
  },
);

test(
  "ten times kill -9 of PostgreSQL under a living server and 32 clients: the same, and nobody got anything worse than 503",
  testTimeout,
  async () => {
    const dataDir = await usedDataDir();
    const server = start(dataDir);
    const office = await OfficeUnderLoad.open(await server.ready);
    await hitTenTimes(office, async () => {
      const killed = postmasterOf(dataDir);
      process.kill(killed, "SIGKILL");
      await eventually("PostgreSQL runs again", () => postmasterOf(dataDir) !== killed);
    });
    await expectEverythingOnce(office, dataDir);
    expect(office.cutOff).toBe(0);
    expect(office.answeredLate).toBeGreaterThan(kills * 4);
  },
);
