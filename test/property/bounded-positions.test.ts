import { afterAll, beforeAll, expect, test } from "vitest";

import {
  currencyPositionDeals,
  currencyPositionReport,
  exportCurrencyPosition,
  exportCurrencyPositionDeals,
  type PositionDeal,
} from "#contract/currency-position.ts";
import { faultsOfAll, tablesLargerThan, tellPlans, type Executed } from "#test/support/executed-plans.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const [AFN, USD] = [1, 2];
const days = 25;
const dealsPerDay = 1_000;
/** Beside the deals stand as many entries that are none. */
const largeTables = 20_000;
/** What one step may read once the days are stored: the deals of the days that a page may reckon. */
const mostRead = 10_000;

let server: TestServer;
let user: SignedInClient;
let busy: string;
let quiet: string;
let tables: ReadonlySet<string>;
let executed: Executed[];

beforeAll(async () => {
  server = await startTestServer();
  executed = await tellPlans(server);
  user = await server.signIn("user");
  [busy, quiet] = [(await server.signIn("user")).userId, (await server.signIn("user")).userId];
  await fill();
  tables = await tablesLargerThan(server, largeTables);
  await user.ok(currencyPositionReport);
});
afterAll(() => server.close());

/** Twenty-five days of a busy office, without postings; one deal of each day is recorded by somebody who seldom does. */
async function fill(): Promise<void> {
  const run = (statement: string, values: readonly unknown[] = []) => server.database.asOwner(statement, values);
  const columns = `type, out_account_id, in_account_id, currency_id, d_amount, c_currency_id, c_amount, ex_rate, business_date, journal_id, created_by`;
  await run(
    `insert into transactions (${columns})
      select 'Exchange', 11, 11, case when n % 2 = 0 then 2 else 1 end, case when n % 2 = 0 then 10 else 710 end,
        case when n % 2 = 0 then 1 else 2 end, case when n % 2 = 0 then 700 else 10 end, 70 + n % 2, date '2026-01-01' + n / ${String(dealsPerDay)}, n,
        case when n % ${String(dealsPerDay)} = 7 then $2 else $1 end::uuid
      from generate_series(0, ${String(days * dealsPerDay - 1)}) n`,
    [busy, quiet],
  );
  await run(
    `insert into transactions (${columns})
      select 'Transfer', 11, 12, 2, 10, 2, 10, 1, date '2026-01-01' + n / ${String(dealsPerDay)}, n, $1
      from generate_series(0, ${String(days * dealsPerDay - 1)}) n`,
    [busy],
  );
  await run(`
    insert into balance_days (account_id, currency_id, business_date, debits, credits)
    select c.position_account_id, c.id, t.business_date, sum(case when t.c_currency_id = c.id then c_amount else 0 end),
      sum(case when t.currency_id = c.id then d_amount else 0 end)
    from transactions t join currencies c on c.id in (t.currency_id, t.c_currency_id) where t.type = 'Exchange' group by 1, 2, 3`);
  await run(`
    update balances b set debits = d.debits, credits = d.credits
    from (select account_id, currency_id, sum(debits) as debits, sum(credits) as credits from balance_days group by 1, 2) d
    where d.account_id = b.account_id and d.currency_id = b.currency_id`);
  await run("vacuum analyze transactions");
}

/** What is wrong with the statements executed since it was last asked. */
const faults = (readAllowed = mostRead): string[] => faultsOfAll(executed, { readAllowed, largeTables: tables });

test("the first report reads the deals by their index, some thousand at a time", async () => {
  executed.splice(0);
  await server.database.asOwner("delete from position_folds; delete from position_days");
  await user.ok(currencyPositionReport);
  expect([...tables]).toContain("transactions");
  expect(faults(10_000)).toEqual([]);
});

test("a report of stored days reads those alone", async () => {
  executed.splice(0);
  for (const query of [{}, { fromDate: "2026-01-10", toDate: "2026-01-20" }, { userId: quiet }]) {
    const { totals } = await user.ok(currencyPositionReport, { query });
    expect(totals.deals).toBeGreaterThan(0);
  }
  expect(executed.length).toBeGreaterThan(0);
  expect(faults(1_000)).toEqual([]);
});

test("a page of deals reckons the days that it needs", async () => {
  executed.splice(0);
  for (const query of [{}, { fromDate: "2026-01-20" }, { cursor: "2026-01-21_20500" }]) {
    expect((await user.ok(currencyPositionDeals, { query: { currencyId: USD, limit: 50, ...query } })).length).toBe(50);
  }
  expect(faults(3_000)).toEqual([]);
});

test("where few deals of many are wanted, pages are shorter, and together whole", async () => {
  executed.splice(0);
  const found: PositionDeal[] = [];
  let [cursor, pages]: [string | undefined, number] = ["", 0];
  while (cursor !== undefined) {
    const query = { currencyId: AFN, userId: quiet, limit: 100, cursor };
    const { body, headers } = await user.reply(currencyPositionDeals, { query });
    expect(headers["x-total-count"]).toBe(String(days));
    found.push(...body);
    cursor = headers["x-next-cursor"] as string | undefined;
    pages += 1;
  }
  expect(new Set(found.map(({ transDate }) => transDate)).size).toBe(days);
  expect([found.length, pages]).toEqual([days, 3]);
  expect(faults()).toEqual([]);
});

test("a file holds what it may", async () => {
  expect(((await user.ok(exportCurrencyPosition)) as Buffer).length).toBeGreaterThan(0);
  const query = { currencyId: USD, userId: quiet, format: "csv" };
  const lines = ((await user.ok(exportCurrencyPositionDeals, { query })) as Buffer).toString("utf8").trimEnd().split("\r\n");
  expect(lines.length).toBe(1 + days);
});
