import pg from "pg";

import { databaseName, inDatabase } from "#db/connection.ts";
import { busiest } from "#test/support/many-postings.ts";
import { crowd } from "#test/support/many-transactions.ts";

import { ask, gets } from "./asked.ts";
import { size, type LargeOffice } from "./large-office.ts";
import type { Row } from "./rows.ts";

/** What is asked for, by turns. */
type Report = readonly [name: string, goalMs: number | undefined, addresses: (days: Days) => readonly string[]];

/** Days near the end of the books, in the middle of them, and at their beginning. */
interface Days {
  readonly months: readonly (readonly [from: string, to: string])[];
  readonly last: string;
}

const statement = (query: Readonly<Record<string, string>>) =>
  `/api/reports/account-statement?${new URLSearchParams(query).toString()}`;
const usd = "2";

const reports: readonly Report[] = [
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
  ["account balances, all of them, at the last day", undefined, ({ last }) => [`/api/reports/account-balances?asOf=${last}`]],
  ["the same half way back", undefined, ({ months }) => [`/api/reports/account-balances?asOf=${months[1]?.[0] ?? ""}`]],
  ["trial balance at the last day", undefined, ({ last }) => [`/api/reports/trial-balance?asOf=${last}`]],
  ["owner's page", undefined, () => ["/api/reports/owner"]],
];

/** Opens the reports of an office of 2,000,000 entries. */
export async function measureReports(office: LargeOffice): Promise<readonly Row[]> {
  const days = await daysOf(office);
  const of = `${size.transactions.toLocaleString("en-US")} entries`;
  const measured: Row[] = [];
  for (const [name, goalMs, addresses] of reports)
    measured.push(await ask(office.url, { name: `${name}, ${of}`, requests: gets(office.cookie, addresses(days)), goalMs }));
  return measured;
}

async function daysOf({ superuser }: LargeOffice): Promise<Days> {
  const client = new pg.Client(inDatabase(superuser, databaseName));
  await client.connect();
  try {
    const { rows } = await client.query<{ from: string; to: string; last: string }>(`
      select day::text as from, (day + 30)::text as to, last::text as last
      from (select min(business_date) + 300 as first, max(business_date) as last from transactions where type <> 'Hawala') d
      cross join unnest(array[10, 50, 90]) part
      cross join lateral (select first + part * (last - first) / 100 as day) span
      order by part`);
    return { months: rows.map(({ from, to }) => [from, to] as const), last: rows[0]?.last ?? "" };
  } finally {
    await client.end();
  }
}
