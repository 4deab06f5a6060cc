import { afterAll, beforeAll, expect, test } from "vitest";

import { accountBalancesReport, ownerReport, trialBalance } from "#contract/report-balances.ts";
import { accountStatement, type AccountStatement } from "#contract/reports.ts";
import { faultsOfAll, tablesLargerThan, tellPlans, type Executed } from "#test/support/executed-plans.ts";
import { busiest, fillBooks } from "#test/support/many-postings.ts";
import { crowd } from "#test/support/many-transactions.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const transactionCount = 30_000;
const usd = 2;
/** A page reads the days that it shows: on each, 2,000 transactions of the cash box in all currencies at most. */
const mostRead = 8_000;

let server: TestServer;
let admin: SignedInClient;
let executed: Executed[];
let largeTables: ReadonlySet<string>;

beforeAll(async () => {
  server = await startTestServer();
  executed = await tellPlans(server);
  admin = await server.signIn("admin");
  await fillBooks((sql, values) => server.database.asOwner(sql, values), transactionCount);
  largeTables = await tablesLargerThan(server, 15_000);
});
afterAll(() => server.close());

const faults = (readAllowed: number) => faultsOfAll(executed, { readAllowed, largeTables });
const days = { fromDate: "2023-01-05", toDate: "2023-01-25" };

test("a page of a statement reads the days that it shows, whoever's it is and wherever it begins", async () => {
  expect([...largeTables]).toEqual(expect.arrayContaining(["postings", "journal", "transactions"]));
  const khatas = [
    { accountId: 11, currencyId: usd },
    { accountId: busiest, currencyId: usd },
    { accountId: crowd.first + 700 },
    { accountId: crowd.first + 9_000 },
    { accountId: 22, currencyId: usd },
    { accountId: 12, currencyId: usd },
  ];
  for (const khata of khatas) {
    for (const query of [khata, { ...khata, ...days }, { ...khata, ...days, corrected: true }]) {
      executed.splice(0);
      const first = await admin.ok(accountStatement, { query: { ...query, limit: 100 } });
      expect(faults(mostRead), JSON.stringify(query)).toEqual([]);
      if (first.nextCursor === null) continue;
      await admin.ok(accountStatement, { query: { ...query, limit: 100, cursor: first.nextCursor } });
      expect(faults(mostRead), JSON.stringify({ ...query, cursor: true })).toEqual([]);
    }
  }
});

test("every page of the busiest account's month, to its closing balance", async () => {
  let read = 0;
  let page: AccountStatement | undefined;
  for (let cursor: string | null = ""; cursor !== null; cursor = page.nextCursor) {
    page = await admin.ok(accountStatement, { query: { accountId: busiest, currencyId: usd, ...days, limit: 1_000, cursor } });
    read += page.entries.length;
  }
  expect(read).toBeGreaterThan(200);
  expect(page?.entries.at(-1)?.balance).toBe(page?.closing);
});

test("reports of all accounts read balances and days, and no posting", async () => {
  executed.splice(0);
  for (const route of [accountBalancesReport, trialBalance]) {
    for (const asOf of ["2023-01-30", "2023-01-15"]) await admin.ok(route, { query: { asOf } });
  }
  await admin.ok(ownerReport);
  const ledger = new Set(["postings", "journal", "transactions"]);
  const found = faultsOfAll(executed, { readAllowed: Infinity, largeTables: ledger });
  expect(found.filter((fault) => fault.startsWith("scans"))).toEqual([]);
});
