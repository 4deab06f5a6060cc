import pg from "pg";

import { inDatabase } from "#db/connection.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { fillHawalas } from "#test/support/many-hawalas.ts";
import { fillTransactions } from "#test/support/many-transactions.ts";

import { loadWith, type LoadRequest } from "./load.ts";
import { openBenchOffice, signIn, type BenchOffice } from "./office.ts";

const hawalaCount = Number.parseInt(process.env["BENCH_HAWALAS"] ?? "1000000", 10);
const transactionCount = 2 * hawalaCount;
/** As the two generators have them. */
const hawalasPerDay = 1_000;
const transactionsPerDay = 2_000;
const goalMs = 60;
const seconds = 3;

export interface DashboardRow {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly goalMs: number;
}

interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
}

/** Asks an office of 1,000,000 hawalas and 2,000,000 transactions all that its dashboards ask, over HTTP, one request at a time. */
export async function measureDashboard(): Promise<DashboardRow[]> {
  const office = await openBenchOffice();
  try {
    const today = await fill(office);
    const cookies = { admin: office.cookie, operator: await signInOperator(office) };
    const measured: DashboardRow[] = [];
    for (const [role, cookie] of Object.entries(cookies)) {
      for (const question of questions(today)) measured.push(await measureRow(office.url, { role, cookie, ...question }));
    }
    for (const question of earlierCalls(today)) {
      measured.push(await measureRow(office.url, { role: "admin", cookie: office.cookie, ...question }));
    }
    return measured;
  } finally {
    await office.stop();
  }
}

/** Any date filter: none, open at one end, short, long, without a row. */
function periods(today: BusinessDate): Readonly<Record<string, string>> {
  const day = (before: number): string => addDays(today, -before);
  return {
    "no filter": "",
    today: `fromDate=${day(0)}&toDate=${day(0)}`,
    "a month": `fromDate=${day(60)}&toDate=${day(30)}`,
    "a year": `fromDate=${day(500)}&toDate=${day(135)}`,
    "from a day on": `fromDate=${day(700)}`,
    "up to a day": `toDate=${day(200)}`,
    "a century": "fromDate=2000-01-01&toDate=2099-12-31",
    "a day without a hawala": "fromDate=2001-01-01&toDate=2001-01-01",
  };
}

function questions(today: BusinessDate): readonly Question[] {
  const list = "/api/dashboard/hawalas?limit=50";
  const filters = ["total", "pending", "passed", "cancelled", "today"];
  return [
    ...Object.entries(periods(today)).map(([name, query]) => ({ name: `dashboard, ${name}`, path: `/api/dashboard?${query}` })),
    ...filters.map((filter) => ({ name: `list of ${filter}`, path: `${list}&filter=${filter}` })),
    { name: "list of passed, a month", path: `${list}&filter=passed&${periods(today)["a month"] ?? ""}` },
    ...["hotakzad", "L-4711", "pkr", "cancelled", "Xq Noorzad", "zqwxy"].map((q) => ({
      name: `list of all, searched: ${q}`,
      path: `${list}&q=${encodeURIComponent(q)}`,
    })),
    { name: "list of today, searched", path: `${list}&filter=today&q=hotakzad` },
  ];
}

/** The calls of the specification that the dashboard of earlier clients is made of. */
function earlierCalls(today: BusinessDate): readonly Question[] {
  const ofPeriods = Object.entries(periods(today)).flatMap(([name, query]) =>
    ["/api/hawala-details", "/api/transactions/passed-hawala", "/api/hawala-total-usd", "/api/hawala-totals"].map((path) => ({
      name: `${path}, ${name}`,
      path: `${path}?${query}${path.includes("total") ? "" : "&limit=100"}`,
    })),
  );
  const others = ["/api/sherullah-balance", "/api/cash-shop-balance", "/api/accounts/11/balances", "/api/transactions?limit=100"];
  return [
    ...ofPeriods,
    ...[...others, "/api/hawala/recent", "/api/verification"].map((path) => ({ name: path, path })),
    {
      name: "/api/account-balances",
      path: "/api/account-balances",
      body: JSON.stringify({ accountCodes: ["2001", "11", "1007"] }),
    },
  ];
}

async function measureRow(
  url: string,
  asked: Question & { readonly role: string; readonly cookie: string },
): Promise<DashboardRow> {
  const { role, cookie, path, body } = asked;
  const request: LoadRequest =
    body === undefined
      ? { method: "GET", path, headers: { cookie } }
      : { method: "POST", path, headers: { cookie, "content-type": "application/json" }, body };
  const { medianMs, p95Ms } = await loadWith(() => request, { url, inFlight: 1, seconds, expectedStatus: 200 });
  const row = {
    name: `${asked.name} (${role}), ${new Intl.NumberFormat("en-US").format(hawalaCount)} hawalas`,
    medianMs,
    p95Ms,
    goalMs,
  };
  console.log(`${row.name.padEnd(80)}  p50 ${String(medianMs)} ms, p95 ${String(p95Ms)} ms  ≤ ${String(goalMs)} ms`);
  return row;
}

/** Fills the office up to its today, and the cash account's sums by day with it. */
async function fill({ superuser }: BenchOffice): Promise<BusinessDate> {
  const client = new pg.Client(inDatabase(superuser, "sarraf"));
  await client.connect();
  try {
    const run = (sql: string, values: readonly unknown[] = []): Promise<unknown> => client.query(sql, [...values]);
    const { rows } = await client.query<{ today: string }>("select office_today()::text as today");
    const today = (rows[0]?.today ?? "") as BusinessDate;
    const begun = (perDay: number, count: number): BusinessDate => addDays(today, -Math.floor(count / perDay));
    await fillHawalas(run, hawalaCount, begun(hawalasPerDay, hawalaCount));
    // Of the hawalas nearly all have a transaction.
    const rest = transactionCount - hawalaCount;
    await fillTransactions(run, rest, begun(transactionsPerDay, rest));
    await run(`insert into account_currency select 11, id from currencies on conflict do nothing`);
    await run(
      `insert into balance_days select 11, c.id, $1::date - day, 100 + day, 50 from generate_series(0, 3000) day, currencies c`,
      [today],
    );
    await run(
      `insert into balances select 11, currency_id, sum(debits), sum(credits) from balance_days where account_id = 11 group by currency_id
        on conflict (account_id, currency_id) do update set debits = excluded.debits, credits = excluded.credits`,
    );
    await run("vacuum analyze balance_days");
    return today;
  } finally {
    await client.end();
  }
}

async function signInOperator({ url, superuser }: BenchOffice): Promise<string> {
  const client = new pg.Client(inDatabase(superuser, "sarraf"));
  await client.connect();
  try {
    await client.query(
      "insert into users (username, password_hash, role) select 'operator', password_hash, 'operator' from users where username = 'admin'",
    );
  } finally {
    await client.end();
  }
  return signIn(url, "operator");
}
