import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { attachEmbedded } from "#db/embedded.ts";
import { patienceMs, scaled, tellFigures } from "#test/prove/scale.ts";
import { eventually } from "#test/support/eventually.ts";
import { launchServer, usedDataDir, type ServerProcess } from "#test/support/server-process.ts";

import { expectEverythingOnce, expectToBeFound, type Books } from "./everything-once.ts";
import { OfficeUnderLoad } from "./office-under-load.ts";

const clients = 32;
/** Each kill comes after this many further answers at most, so that it meets the work at any point. */
const mostAnswersBetween = 120;
const testTimeout = { timeout: patienceMs(240_000) };

function start(dataDir: string): ServerProcess {
  return launchServer({ DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "fatal" });
}

function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

/** Strikes so often while all clients are at work, who then finish what they have begun; returns how long each time nobody was answered. */
async function hit(office: OfficeUnderLoad, times: number, blow: () => Promise<unknown>): Promise<number[]> {
  const working = office.work(clients);
  const awayMs: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const enough = office.answered + randomInt(1, mostAnswersBetween);
    await eventually("requests are answered", () => office.failure !== undefined || office.answered >= enough);
    if (office.failure !== undefined) break;
    const struckAt = performance.now();
    await blow();
    const before = office.answered;
    await eventually("requests are answered again", () => office.failure !== undefined || office.answered > before);
    awayMs.push(performance.now() - struckAt);
  }
  office.finish();
  await working;
  return awayMs;
}

/** The books beside the server that runs on them. */
async function inBooks(dataDir: string, look: (books: Books) => Promise<void>): Promise<void> {
  const beside = await attachEmbedded(dataDir);
  try {
    await look({ connection: beside.app, dataDir });
  } finally {
    await beside.stop();
  }
}

function tellKills(office: OfficeUnderLoad, awayMs: readonly number[]): void {
  const sorted = awayMs.toSorted((left, right) => left - right).map(Math.round);
  const [median, most] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  tellFigures(
    `${String(awayMs.length)} kills, ${String(office.answered)} answered (${String(office.answeredLate)} after retries), 0 lost, 0 doubled, away ${String(median)} ms (most ${String(most)})`,
  );
}

test(
  "kill -9 of the server under 32 clients: every answered request is there once, and the books balance",
  testTimeout,
  async () => {
    const kills = scaled(10, 100);
    const dataDir = await usedDataDir();
    let server = start(dataDir);
    const office = await OfficeUnderLoad.open(await server.ready);
    const awayMs = await hit(office, kills, async () => {
      server.kill("SIGKILL");
      await server.ended;
      server = start(dataDir);
      office.url = await server.ready;
    });
    await inBooks(dataDir, (books) => expectEverythingOnce(office, books));
    expect(office.answeredLate).toBeGreaterThan(kills * 4);
    tellKills(office, awayMs);
  },
);

test(
  "kill -9 of PostgreSQL under a living server and 32 clients, and SIGTERM of it by somebody else: the same, and nobody got anything worse than 503",
  testTimeout,
  async () => {
    const kills = scaled(10, 50);
    const terms = 2;
    const dataDir = await usedDataDir();
    const server = start(dataDir);
    const office = await OfficeUnderLoad.open(await server.ready);
    let struck = 0;
    const awayMs = await hit(office, kills + terms, async () => {
      struck += 1;
      const ended = postmasterOf(dataDir);
      process.kill(ended, struck > kills ? "SIGTERM" : "SIGKILL");
      await eventually("PostgreSQL runs again", () => postmasterOf(dataDir) !== ended);
    });
    await inBooks(dataDir, (books) => expectEverythingOnce(office, books));
    expect(struck).toBe(kills + terms);
    expect(office.cutOff).toBe(0);
    expect(office.answeredLate).toBeGreaterThan(kills * 4);
    tellKills(office, awayMs.slice(0, kills));
  },
);

test("kill -9 of both at the same moment: the same", testTimeout, async () => {
  const dataDir = await usedDataDir();
  let server = start(dataDir);
  const office = await OfficeUnderLoad.open(await server.ready);
  const awayMs = await hit(office, scaled(1, 50), async () => {
    process.kill(postmasterOf(dataDir), "SIGKILL");
    server.kill("SIGKILL");
    await server.ended;
    server = start(dataDir);
    office.url = await server.ready;
  });
  await inBooks(dataDir, (books) => expectEverythingOnce(office, books));
  tellKills(office, awayMs);
  await inBooks(dataDir, (books) => expectToBeFound(office, books));
});
