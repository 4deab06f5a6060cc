import pg from "pg";

import { inDatabase } from "#db/connection.ts";
import { fillTransactions } from "#test/support/many-transactions.ts";

import { loadWith } from "./load.ts";
import { openBenchOffice, type BenchOffice } from "./office.ts";

const transactionCount = 2_000_000;
const goalMs = 50;
const seconds = 4;
const path = "/api/reports/currency-position";

/** What is asked for, by turns; the filled days end in September 2025. */
const rows: Readonly<Record<string, readonly string[]>> = {
  "report, of a month": [`${path}?fromDate=2025-08-01&toDate=2025-08-31`, `${path}?fromDate=2024-02-01&toDate=2024-02-29`],
  "report, of a year": [`${path}?fromDate=2024-01-01&toDate=2024-12-31`],
  "report, of all days": [path],
  "deals, first page of a month": [`${path}/deals?currencyId=2&fromDate=2025-08-01&toDate=2025-08-31&limit=50`],
  "deals, a page from the middle of all": [`${path}/deals?currencyId=1&limit=50&cursor=2024-05-05_1000000`],
};

interface PositionRow {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly goalMs: number | null;
}

/** Opens the currency position of an office of 2,000,000 transactions, of which a tenth are deals, over HTTP, one request at a time. */
export async function measurePosition(): Promise<PositionRow[]> {
  const office = await openBenchOffice();
  try {
    const deals = await fill(office);
    const measured = [await measureFirst(office, deals)];
    for (const [name, addresses] of Object.entries(rows)) measured.push(await measureRow(office, name, addresses));
    measured.push(await measureAfterDeals(office));
    return measured;
  } finally {
    await office.stop();
  }
}

/** Nothing is stored yet: every deal is reckoned. */
async function measureFirst(office: BenchOffice, deals: number): Promise<PositionRow> {
  const tookMs = await openOnce(office);
  return told({
    name: `position: first report, ${deals.toLocaleString("en-US")} deals`,
    medianMs: tookMs,
    p95Ms: tookMs,
    goalMs: null,
  });
}

async function measureRow(office: BenchOffice, name: string, addresses: readonly string[]): Promise<PositionRow> {
  let turn = 0;
  const next = () =>
    ({ method: "GET", path: addresses[turn++ % addresses.length] ?? path, headers: { cookie: office.cookie } }) as const;
  const { medianMs, p95Ms } = await loadWith(next, { url: office.url, inFlight: 1, seconds, expectedStatus: 200 });
  return told({ name: `position: ${name}`, medianMs, p95Ms, goalMs });
}

/** A deal is posted before each report, so that the day is made anew each time. */
async function measureAfterDeals(office: BenchOffice): Promise<PositionRow> {
  const deal = { transType: "Exchange", outAccountId: 11, inAccountId: 11, currencyId: 2, cCurrencyId: 1, exRate: "70" };
  const tookMs: number[] = [];
  for (let round = 0; round < 100; round++) {
    const answer = await fetch(`${office.url}/api/transactions`, {
      method: "POST",
      headers: { cookie: office.cookie, "content-type": "application/json" },
      body: JSON.stringify({ ...deal, dAmount: "10", cAmount: "700", transDescription: "Bought" }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    tookMs.push(await openOnce(office));
  }
  const sorted = tookMs.toSorted((left, right) => left - right);
  const [medianMs = 0, p95Ms = 0] = [sorted[50], sorted[95]];
  return told({ name: "position: report, after another deal of today", medianMs, p95Ms, goalMs });
}

async function openOnce({ url, cookie }: BenchOffice): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the report answered ${String(answer.status)}`);
  return Math.round((performance.now() - began) * 10) / 10;
}

function told(row: PositionRow): PositionRow {
  const goal = row.goalMs === null ? "" : `≤ ${String(row.goalMs)} ms`;
  console.log(`${row.name.padEnd(72)}  p50 ${String(row.medianMs)} ms, p95 ${String(row.p95Ms)} ms  ${goal}`);
  return row;
}

/** The transactions of the search bench, and what their deals move on the position accounts. Says how many deals there are. */
async function fill({ superuser }: BenchOffice): Promise<number> {
  const client = new pg.Client(inDatabase(superuser, "sarraf"));
  await client.connect();
  try {
    await fillTransactions((sql, values = []) => client.query(sql, [...values]), transactionCount);
    await client.query(movedDays);
    await client.query(`update balances b set debits = d.debits, credits = d.credits from (
      select account_id, currency_id, sum(debits) as debits, sum(credits) as credits from balance_days group by 1, 2) d
      where d.account_id = b.account_id and d.currency_id = b.currency_id`);
    await client.query("vacuum analyze");
    const { rows: counted } = await client.query<{ deals: number }>(
      "select count(*)::integer as deals from transactions where currency_id <> c_currency_id and deleted_at is null",
    );
    return counted[0]?.deals ?? 0;
  } finally {
    await client.end();
  }
}

const movedDays = `
  insert into balance_days (account_id, currency_id, business_date, debits, credits)
  select c.position_account_id, c.id, m.business_date, sum(m.debit), sum(m.credit)
  from (
    select currency_id, business_date, 0 as debit, d_amount as credit from transactions where currency_id <> c_currency_id and deleted_at is null
    union all
    select c_currency_id, business_date, c_amount, 0 from transactions where currency_id <> c_currency_id and deleted_at is null
  ) m join currencies c on c.id = m.currency_id group by 1, 2, 3`;
