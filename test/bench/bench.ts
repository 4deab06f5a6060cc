/**
 * `npm run bench`: what the product does per second beside what PostgreSQL's own benchmark does on the same server in the
 * same minute. A figure alone means nothing on a shared machine; the ratio does.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

import { measureAccounts } from "./accounts.ts";
import { measureDashboard } from "./dashboard.ts";
import { measureHawalaImport } from "./hawala-import.ts";
import type { LoadRound } from "./load.ts";
import { openBenchOffice, type BenchOffice } from "./office.ts";
import { prepareTpcB } from "./pgbench.ts";
import { measurePosition } from "./position.ts";
import { postTransfers } from "./postings.ts";
import { measureReports } from "./reports.ts";
import { lineOf, measureInRounds, spreadOf, type Measured } from "./rounds.ts";
import { measureSearch } from "./search.ts";
import { measureStart } from "./start.ts";

const rounds = Number.parseInt(process.env["BENCH_ROUNDS"] ?? "5", 10);
const seconds = Number.parseInt(process.env["BENCH_SECONDS"] ?? "6", 10);

/** Until the server writes its log into files that it has already: it makes the first ones with everybody waiting. */
const warmUpSeconds = 30;

interface Row {
  readonly name: string;
  readonly inFlight: number;
  readonly accounts: (office: BenchOffice) => readonly number[];
  readonly goal: string;
}

const everyAccount = (office: BenchOffice): readonly number[] => office.accountIds;
const rows: readonly Row[] = [
  { name: "Transfer over HTTP, 64 in flight", inFlight: 64, accounts: everyAccount, goal: "≥ 2.0" },
  { name: "Transfer over HTTP, 8 in flight", inFlight: 8, accounts: everyAccount, goal: "≥ 0.9" },
  { name: "Transfer over HTTP, one at a time", inFlight: 1, accounts: everyAccount, goal: "≥ 0.4" },
  {
    name: "Transfer over HTTP, 64, two hot accounts",
    inFlight: 64,
    accounts: (office) => office.accountIds.slice(0, 2),
    goal: "≥ 2.2",
  },
];

/** The parts that were asked for, as in `npm run bench -- search`; without a name, every one. */
const asked = process.argv.slice(2);
const isAsked = (part: string): boolean => asked.length === 0 || asked.includes(part);

const results: unknown[] = [];
if (isAsked("postings")) results.push(...(await measurePostings()));
if (isAsked("search")) results.push(...(await measureSearch()));
if (isAsked("reports")) results.push(...(await measureReports()));
if (isAsked("accounts")) results.push(...(await measureAccounts()));
if (isAsked("position")) results.push(...(await measurePosition()));
if (isAsked("hawala-import")) results.push(...(await measureHawalaImport()));
if (isAsked("dashboard")) results.push(...(await measureDashboard()));
if (isAsked("start")) results.push(...(await measureStart()));
write(results);

async function measurePostings(): Promise<readonly unknown[]> {
  const office = await openBenchOffice();
  try {
    const tpcB = await prepareTpcB(office.superuser);
    await postTransfers(office, { inFlight: 64, seconds: warmUpSeconds, accountIds: office.accountIds });
    console.log(
      `${String(availableParallelism())} × ${cpus()[0]?.model ?? "unknown processor"}, ${String(rounds)} rounds of ${String(seconds)} s; reference: pgbench TPC-B, 8 clients`,
    );
    const measured = [];
    for (const row of rows) measured.push(await measureRow(office, row, () => tpcB.measure(seconds)));
    return measured;
  } finally {
    await office.stop();
  }
}

async function measureRow(
  office: BenchOffice,
  row: Row,
  reference: () => Promise<number>,
): Promise<{ measured: Measured; latency: LoadRound[] }> {
  const latency: LoadRound[] = [];
  const load = { inFlight: row.inFlight, seconds, accountIds: row.accounts(office) };
  const figure = async (): Promise<number> => {
    const round = await postTransfers(office, load);
    latency.push(round);
    return round.perSecond;
  };
  const measured = await measureInRounds({ name: row.name, unit: "/s", rounds }, figure, reference);
  const p50 = spreadOf(latency.map((round) => round.medianMs));
  const p99 = spreadOf(latency.map((round) => round.p99Ms));
  console.log(`${lineOf(measured, row.goal)}  p50 ${String(p50.median)} ms, p99 ${String(p99.median)} ms`);
  return { measured, latency };
}

function write(measured: readonly unknown[]): void {
  const folder = join(import.meta.dirname, "..", "..", "bench", "results");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${[new Date().toISOString().slice(0, 10), ...asked].join("-")}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ machine: cpus()[0]?.model, cores: availableParallelism(), rounds, seconds, results: measured }, null, 2)}\n`,
  );
}
