import pg from "pg";

import { inDatabase } from "#db/connection.ts";
import { busiest, fillBooks } from "#test/support/many-postings.ts";
import { crowd } from "#test/support/many-transactions.ts";

import { loadWith } from "./load.ts";
import { openBenchOffice, type BenchOffice } from "./office.ts";

const transactionCount = Number.parseInt(process.env["BENCH_TRANSACTIONS"] ?? "1000000", 10);
const seconds = 4;

/** What is asked for, by turns. */
type Row = readonly [name: string, goalMs: number | undefined, addresses: (days: Days) => readonly string[]];

/** Days near the end of the books, in the middle of them, and at their beginning. */
interface Days {
  readonly months: readonly (readonly [from: string, to: string])[];
  readonly last: string;
}

const statement = (query: Readonly<Record<string, string>>) =>
  `/api/reports/account-statement?${new URLSearchParams(query).toString()}`;
const usd = "2";

const rows: readonly Row[] = [
  [
    "statement of the account with the most postings, one month",
    50,
    ({ months }) =>
      months.map(([fromDate, toDate]) => statement({ accountId: String(busiest), currencyId: usd, fromDate, toDate })),
  ],
  [
    "statement of the cash box, one month",
    50,
    ({ months }) => months.map(([fromDate, toDate]) => statement({ accountId: "11", currencyId: usd, fromDate, toDate })),
  ],
  [
    "the same with corrected entries",
    50,
    ({ months }) =>
      months.map(([fromDate, toDate]) => statement({ accountId: "11", currencyId: usd, fromDate, toDate, corrected: "true" })),
  ],
  ["statement of the cash box, from the beginning", 50, () => [statement({ accountId: "11", currencyId: usd })]],
  [
    "statement of a quiet account, from the beginning",
    50,
    () => [700, 5_000, 9_000].map((n) => statement({ accountId: String(crowd.first + n) })),
  ],
  [
    "statement of a position account, one month",
    50,
    ({ months }) => months.map(([fromDate, toDate]) => statement({ accountId: "22", currencyId: usd, fromDate, toDate })),
  ],
  ["account balances, 40,000 of them, at the last day", undefined, ({ last }) => [`/api/reports/account-balances?asOf=${last}`]],
  ["the same half way back", undefined, ({ months }) => [`/api/reports/account-balances?asOf=${months[1]?.[0] ?? ""}`]],
  ["trial balance at the last day", undefined, ({ last }) => [`/api/reports/trial-balance?asOf=${last}`]],
  ["owner's page", undefined, () => ["/api/reports/owner"]],
];

export interface ReportRow {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly goalMs: number | undefined;
}

/** Opens reports over HTTP on an office of a million transactions, one request at a time. */
export async function measureReports(): Promise<ReportRow[]> {
  const office = await openBenchOffice();
  try {
    const days = await fill(office);
    const measured: ReportRow[] = [];
    for (const row of rows) measured.push(await measureRow(office, row, days));
    return measured;
  } finally {
    await office.stop();
  }
}

async function measureRow(office: BenchOffice, [name, goalMs, addresses]: Row, days: Days): Promise<ReportRow> {
  const asked = addresses(days);
  let turn = 0;
  const next = () => ({ method: "GET", path: asked[turn++ % asked.length] ?? "", headers: { cookie: office.cookie } }) as const;
  const { medianMs, p95Ms } = await loadWith(next, { url: office.url, inFlight: 1, seconds, expectedStatus: 200 });
  const row = { name: `${name}, ${transactionCount.toLocaleString("en-US")} transactions`, medianMs, p95Ms, goalMs };
  const goal = goalMs === undefined ? "" : `  ≤ ${String(goalMs)} ms`;
  console.log(`${row.name.padEnd(90)}  p50 ${String(medianMs)} ms, p95 ${String(p95Ms)} ms${goal}`);
  return row;
}

async function fill({ superuser }: BenchOffice): Promise<Days> {
  const client = new pg.Client(inDatabase(superuser, "sarraf"));
  await client.connect();
  try {
    await fillBooks((sql, values = []) => client.query(sql, [...values]), transactionCount);
    const { rows: found } = await client.query<{ from: string; to: string; last: string }>(`
      select day::text as from, (day + 30)::text as to, last::text as last
      from (select min(business_date) + 300 as first, max(business_date) as last from transactions) d
      cross join unnest(array[10, 50, 90]) part
      cross join lateral (select first + part * (last - first) / 100 as day) span
      order by part`);
    return { months: found.map(({ from, to }) => [from, to] as const), last: found[0]?.last ?? "" };
  } finally {
    await client.end();
  }
}
