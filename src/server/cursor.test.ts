import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import { currencyPositionDeals } from "#contract/currency-position.ts";
import { listDayCloses } from "#contract/day-closes.ts";
import { listHawalas } from "#contract/hawala-lists.ts";
import { listImportBatches } from "#contract/import-batches.ts";
import { listSettlements, partnerSettlementHawalas } from "#contract/partner-settlements.ts";
import { accountBalancesReport, trialBalance } from "#contract/report-balances.ts";
import { accountStatement, dailyBookMovements } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { listTransactions } from "#contract/transactions.ts";
import { defaultCashAccountId } from "#kernel/id.ts";
import { cutPage } from "#server/cursor.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { openLondon } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let londonId: number;
beforeAll(async () => {
  desk = await openDesk();
  londonId = (await openLondon(desk)).id;
});
afterAll(() => desk.closeInBalance());

type Query = Readonly<Record<string, string | number>>;

interface List {
  readonly name: string;
  readonly route: Route;
  /** The cursor that an id makes. */
  readonly cursorOf: (id: string) => string;
  readonly query?: () => Query;
}

const lists: readonly List[] = [
  { name: "closes of days", route: listDayCloses, cursorOf: (id) => id },
  { name: "imports", route: listImportBatches, cursorOf: (id) => id },
  { name: "settlements", route: listSettlements, cursorOf: (id) => id },
  {
    name: "hawalas of a settlement",
    route: partnerSettlementHawalas,
    cursorOf: (id) => id,
    query: () => ({ list: "passed", partnerAccountId: londonId }),
  },
  { name: "a trial balance", route: trialBalance, cursorOf: (id) => `1_${id}` },
  { name: "a trial balance, by currency", route: trialBalance, cursorOf: (id) => `${id}_101` },
  { name: "balances", route: accountBalancesReport, cursorOf: (id) => `1_10.00_${id}` },
  { name: "hawalas", route: listHawalas, cursorOf: (id) => `2026-03-01_${id}` },
  { name: "transactions", route: listTransactions, cursorOf: (id) => `2026-03-01_${id}` },
  {
    name: "deals",
    route: currencyPositionDeals,
    cursorOf: (id) => `2026-03-01_${id}`,
    query: () => ({ currencyId: currency.USD }),
  },
  {
    name: "a statement",
    route: accountStatement,
    cursorOf: (id) => `2026-03-01_${id}_1_1`,
    query: () => ({ accountId: defaultCashAccountId, currencyId: currency.AFN }),
  },
  {
    name: "a daily book",
    route: dailyBookMovements,
    cursorOf: (id) => `2026-03-01_${id}_1_1`,
    query: () => ({ accountId: defaultCashAccountId, date: "2026-03-01" }),
  },
];

describe("a page", () => {
  test("ends with its last row where one more was read", () => {
    expect(cutPage([1, 2, 3], 2)).toEqual({ shown: [1, 2], next: 2 });
  });

  test("is the last one where no more rows were read than it holds", () => {
    expect(cutPage([1, 2], 2)).toEqual({ shown: [1, 2], next: undefined });
    expect(cutPage([], 2)).toEqual({ shown: [], next: undefined });
  });
});

describe("a list that goes on behind an id", () => {
  test.each(lists)("takes the cursor of any id there can be: $name", async ({ route, cursorOf, query }) => {
    for (const id of ["1", "1000000000", "2147483647"]) {
      await desk.operator.ok(route, { query: { ...query?.(), cursor: cursorOf(id) } });
    }
  });

  test.each(lists)("refuses what no id can be, in one sentence: $name", async ({ route, cursorOf, query }) => {
    const message = "The cursor is not one that this list has given";
    for (const id of ["2147483648", "9999999999", "99999999999999999999", "-1", "x"]) {
      const refused = await desk.operator.refused(route, { query: { ...query?.(), cursor: cursorOf(id) } });
      expect(refused).toMatchObject({ status: 400, message, issues: [{ path: "cursor", message }] });
    }
  });
});

test("a list that goes on behind a code refuses a strange cursor in the same words", async () => {
  const refused = await desk.user.refused(listAccounts, { query: { cursor: "?" } });
  expect(refused).toMatchObject({ status: 400, message: "The cursor is not one that this list has given" });
});
