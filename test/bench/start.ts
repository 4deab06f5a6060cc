import pg from "pg";

import { inDatabase } from "#db/connection.ts";
import { fillHawalas } from "#test/support/many-hawalas.ts";
import { fillTransactions } from "#test/support/many-transactions.ts";

import { loadWith } from "./load.ts";
import { openBenchOffice, signIn, type BenchOffice } from "./office.ts";
import { postTransfers } from "./postings.ts";
import { spreadOf } from "./rounds.ts";

const hawalaCount = Number.parseInt(process.env["BENCH_HAWALAS"] ?? "200000", 10);
const rounds = Number.parseInt(process.env["BENCH_ROUNDS"] ?? "5", 10);
const seconds = Number.parseInt(process.env["BENCH_SECONDS"] ?? "6", 10);
const startGoalMs = 3_000;
const memoryGoalMb = 350;
/** Close to as many rows as a file may have, of the lists with the most columns. */
const exported = [
  "/api/hawala-details/export?format=xlsx&fromDate=2023-01-01&toDate=2023-02-21",
  "/api/transactions/export?format=xlsx&transType=Debit",
];

interface StartRow {
  readonly name: string;
  readonly unit: string;
  readonly figures: readonly number[];
  readonly goal: string;
}

/** How long a start on existing data takes, and what the server's process needs after a day's load and two of the largest exports. */
export async function measureStart(): Promise<StartRow[]> {
  // As the service of docs/operations.md has it: the C library gives back what its threads freed.
  const office = await openBenchOffice({ MALLOC_ARENA_MAX: "2" });
  try {
    await fill(office);
    const starts: number[] = [];
    for (let round = 0; round < rounds; round += 1) starts.push(Math.round(await office.restart()));
    const memory = await memoryUnderWork(office);
    return [
      said({ name: "start on existing data, to ready", unit: "ms", figures: starts, goal: `≤ ${String(startGoalMs)} ms` }),
      ...memory.map(said),
    ];
  } finally {
    await office.stop();
  }
}

async function memoryUnderWork(office: BenchOffice): Promise<StartRow[]> {
  const goal = `≤ ${String(memoryGoalMb)} MiB`;
  const row = (name: string, figure: number): StartRow => ({ name, unit: "MiB", figures: [figure], goal });
  const fresh = office.memory().now;
  await postTransfers(office, { inFlight: 64, seconds, accountIds: office.accountIds });
  const list = { method: "GET", path: "/api/transactions?limit=1000", headers: { cookie: office.cookie } } as const;
  await loadWith(() => list, { url: office.url, inFlight: 8, seconds, expectedStatus: 200 });
  const loaded = office.memory().now;
  // Of two people, because one has one file in work at a time.
  const cookies = [office.cookie, await signIn(office.url, "operator")];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(exported.map((path, who) => download(`${office.url}${path}`, cookies[who] ?? "")));
  }
  await postTransfers(office, { inFlight: 64, seconds, accountIds: office.accountIds });
  const { now, most } = office.memory();
  return [
    row("memory of the server after its start", fresh),
    row("memory after load at 64 in flight and long lists", loaded),
    row("memory after that, exports of 50,000 rows and load again", now),
    row("the most memory of the server's process in all that", most),
  ];
}

async function download(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}: ${bytes.toString("utf8")}`);
}

function said(row: StartRow): StartRow {
  const { median, least, most } = spreadOf(row.figures);
  console.log(`${row.name.padEnd(60)}  ${String(median)} ${row.unit} (${String(least)}–${String(most)})  ${row.goal}`);
  return row;
}

async function fill({ superuser }: BenchOffice): Promise<void> {
  const client = new pg.Client(inDatabase(superuser, "sarraf"));
  await client.connect();
  try {
    const run = (sql: string, values: readonly unknown[] = []): Promise<unknown> => client.query(sql, [...values]);
    await fillHawalas(run, hawalaCount);
    await fillTransactions(run, hawalaCount * 1.5);
    await run(
      "insert into users (username, password_hash, role) select 'operator', password_hash, 'operator' from users where username = 'admin'",
    );
  } finally {
    await client.end();
  }
}
