import pg from "pg";

import { inDatabase } from "#db/connection.ts";

import { measureBulk } from "./bulk.ts";
import type { LoadRound } from "./load.ts";
import { openBenchOffice, openBenchOfficeOverTcp, type BenchOffice } from "./office.ts";
import { prepareTpcB } from "./pgbench.ts";
import { measureInRounds, seconds, spreadOf, timed } from "./rounds.ts";
import { said, saidRatio, type Goal, type Row } from "./rows.ts";
import { postTransfers } from "./transfers.ts";

/** Until the server writes its log into files that it has already: it makes the first ones with everybody waiting. */
const warmUpSeconds = 30;
const mostLatencyMs = 25;

interface Load {
  readonly name: string;
  readonly inFlight: number;
  readonly accounts: (office: BenchOffice) => readonly number[];
  readonly goal: Goal;
}

const everyAccount = (office: BenchOffice): readonly number[] => office.accountIds;
const twoAccounts = (office: BenchOffice): readonly number[] => office.accountIds.slice(0, 2);
const loads: readonly Load[] = [
  { name: "Transfer over HTTP, 64 in flight", inFlight: 64, accounts: everyAccount, goal: { atLeast: 2 } },
  { name: "Transfer over HTTP, 8 in flight", inFlight: 8, accounts: everyAccount, goal: { atLeast: 0.9 } },
  { name: "Transfer over HTTP, one at a time", inFlight: 1, accounts: everyAccount, goal: { atLeast: 0.4 } },
  { name: "Transfer over HTTP, 64, two hot accounts", inFlight: 64, accounts: twoAccounts, goal: { atLeast: 2.2 } },
];

const overTcp: Load = {
  name: "Transfer over HTTP, 64 in flight, the database reached by TCP",
  inFlight: 64,
  accounts: everyAccount,
  goal: { atLeast: 2 },
};

/** Posting over HTTP and in bulk beside PostgreSQL's own benchmark on the same server, which each reaches in the same way. */
export async function measurePostings(): Promise<readonly Row[]> {
  return [...(await measureEmbedded()), ...(await measureOverTcp())];
}

async function measureEmbedded(): Promise<readonly Row[]> {
  const office = await openBenchOffice();
  try {
    const tpcB = await prepareTpcB(office.superuser);
    await postTransfers(office, { inFlight: 64, seconds: warmUpSeconds, accountIds: office.accountIds });
    const measured: Row[] = [];
    for (const load of loads) measured.push(...(await measureLoad(office, load, () => tpcB.measure(seconds))));
    return [...measured, await measureOne(office), await measureBulk(office, () => tpcB.measure(seconds))];
  } finally {
    await office.stop();
  }
}

/** TPC-B asks seven times for a transaction, a batch of postings once: what a way to the database costs is a part of the ratio. */
async function measureOverTcp(): Promise<readonly Row[]> {
  const office = await openBenchOfficeOverTcp();
  try {
    const tpcB = await prepareTpcB(office.superuser);
    await postTransfers(office, { inFlight: 64, seconds: warmUpSeconds, accountIds: office.accountIds });
    return await measureLoad(office, overTcp, () => tpcB.measure(seconds));
  } finally {
    await office.stop();
  }
}

async function measureLoad(office: BenchOffice, load: Load, reference: () => Promise<number>): Promise<readonly Row[]> {
  const latency: LoadRound[] = [];
  const accountIds = load.accounts(office);
  const measured = await measureInRounds(async () => {
    const round = await postTransfers(office, { inFlight: load.inFlight, seconds, accountIds });
    latency.push(round);
    return round.perSecond;
  }, reference);
  const p50 = spreadOf(latency.map((round) => round.medianMs)).median;
  const p99 = spreadOf(latency.map((round) => round.p99Ms));
  const refused = latency.reduce((sum, round) => sum + round.refused, 0);
  const more = `; p50 ${String(p50)} ms`;
  const row = saidRatio(`${load.name} ÷ TPC-B`, measured, { goal: load.goal, unit: "/s", more, refused });
  const goal = load.inFlight === 64 && load.accounts === everyAccount ? { atMost: mostLatencyMs } : {};
  return [row, said({ name: `${load.name}, p99`, unit: "ms", figure: p99, goal, details: `p50 ${String(p50)} ms` })];
}

/** One posting through everything beside one row that is inserted and committed over the same driver. */
async function measureOne(office: BenchOffice): Promise<Row> {
  const client = new pg.Client(inDatabase(office.superuser, "tpcb"));
  await client.connect();
  try {
    await client.query("create table single_rows (id integer generated always as identity primary key, note text not null)");
    const insert = { name: "single_row", text: "insert into single_rows (note) values ($1)", values: ["By telephone"] };
    const measured = await measureInRounds(
      async () => (await postTransfers(office, { inFlight: 1, seconds, accountIds: office.accountIds })).medianMs,
      async () => medianOf(500, () => timed(() => client.query(insert))),
    );
    return saidRatio("one Transfer, p50 ÷ one row inserted and committed", measured, { goal: { atMost: 4 }, unit: "ms" });
  } finally {
    await client.end();
  }
}

async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let turn = 0; turn < times; turn++) figures.push(await measure());
  return spreadOf(figures).median;
}
