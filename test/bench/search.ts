import pg from "pg";

import { inDatabase } from "#db/connection.ts";
import { crowd, fillTransactions } from "#test/support/many-transactions.ts";

import { loadWith } from "./load.ts";
import { openBenchOffice, type BenchOffice } from "./office.ts";

const transactionCount = 2_000_000;
const goalMs = 50;
const seconds = 4;
const pageSize = 50;

type Filters = Readonly<Record<string, string>>;

const busiest = String(crowd.first);
const busy = String(crowd.first + 700);
const quiet = String(crowd.first + 9_000);

/** A row of the table: what is in very many rows, in some, in few and in none, by turns. */
const rows: Readonly<Record<string, readonly Filters[]>> = {
  "no filter": [{}],
  type: [{ transType: "Transfer" }, { transType: "Exchange" }, { transType: "Hawala" }],
  reference: [{ referenceId: "1234567" }, { referenceId: "7" }, { referenceId: "4711" }, { referenceId: "2000000000" }],
  account: [{ accountId: "11" }, { accountId: busiest }, { accountId: busy }, { accountId: quiet }, { accountId: "77" }],
  "narrative, words": [
    { narrative: "telephone" },
    { narrative: "کرایه" },
    { narrative: "carpet cloth" },
    { narrative: "1234567" },
    { narrative: "zqwxy" },
  ],
  "narrative, one or two letters": [{ narrative: "a" }, { narrative: "نق" }, { narrative: "gu" }, { narrative: "7" }],
  "narrative, two letters that are in few": [{ narrative: "ok" }],
  "narrative, two letters that are nowhere": [{ narrative: "zq" }],
  "narrative, a letter that is in few or nowhere": [{ narrative: "x" }, { narrative: "ж" }],
  amount: [{ amount: "1,000" }, { amount: "500" }, { amount: "123.45" }, { amount: "0.07" }],
  date: [{ transactionDate: "2025-08-01" }, { transactionDate: "2023-02-10" }, { transactionDate: "2001-01-01" }],
  "two filters": [
    { accountId: "11", transType: "Transfer" },
    { accountId: busiest, narrative: "telephone" },
    { transType: "Exchange", amount: "1000" },
    { accountId: quiet, transType: "Transfer" },
    { transactionDate: "2024-05-05", narrative: "rent" },
  ],
  "three filters": [
    { accountId: "11", transType: "Credit", narrative: "rent" },
    { accountId: "11", amount: "1000", narrative: "carpet cloth" },
    { accountId: busiest, transType: "Exchange", amount: "1000" },
    { accountId: busiest, transactionDate: "2024-05-05", narrative: "tea" },
    { accountId: quiet, transType: "Transfer", narrative: "rent" },
    { accountId: busy, amount: "123.45", narrative: "rent" },
    { transType: "Transfer", amount: "1000", narrative: "telephone" },
    { transactionDate: "2024-05-05", transType: "Debit", narrative: "rent" },
    { referenceId: "7", transType: "Credit", accountId: "11" },
  ],
};

const lists = {
  search: { path: "/api/transactions/search", middle: "2024-06-01_1000000" },
  deleted: { path: "/api/deleted-transactions", middle: "2024-06-01T00:00:00Z_1000000" },
} as const;

export interface SearchRow {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly goalMs: number;
}

/** Searches an office of 2,000,000 transactions over HTTP, one request at a time: first pages, and pages from the middle. */
export async function measureSearch(): Promise<SearchRow[]> {
  const office = await openBenchOffice();
  try {
    await fill(office);
    const measured: SearchRow[] = [];
    for (const list of ["search", "deleted"] as const) {
      for (const [name, filters] of Object.entries(rows)) measured.push(await measureRow(office, list, { name, filters }));
    }
    return measured;
  } finally {
    await office.stop();
  }
}

async function measureRow(
  office: BenchOffice,
  list: keyof typeof lists,
  { name, filters }: { readonly name: string; readonly filters: readonly Filters[] },
): Promise<SearchRow> {
  const { path, middle } = lists[list];
  const addresses = filters.flatMap((one) =>
    [{}, { cursor: middle }].map(
      (place) => `${path}?${new URLSearchParams({ ...one, ...place, limit: String(pageSize) }).toString()}`,
    ),
  );
  let turn = 0;
  const next = () =>
    ({ method: "GET", path: addresses[turn++ % addresses.length] ?? path, headers: { cookie: office.cookie } }) as const;
  const { medianMs, p95Ms } = await loadWith(next, { url: office.url, inFlight: 1, seconds, expectedStatus: 200 });
  const row = { name: `${list}: ${name}, 2,000,000 transactions`, medianMs, p95Ms, goalMs };
  console.log(`${row.name.padEnd(72)}  p50 ${String(medianMs)} ms, p95 ${String(p95Ms)} ms  ≤ ${String(goalMs)} ms`);
  return row;
}

async function fill({ superuser }: BenchOffice): Promise<void> {
  const client = new pg.Client(inDatabase(superuser, "sarraf"));
  await client.connect();
  try {
    await fillTransactions((sql, values = []) => client.query(sql, [...values]), transactionCount);
  } finally {
    await client.end();
  }
}
