import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  deleteTransaction,
  listDeletedTransactions,
  listTransactions,
  searchTransactions,
  type DeletedTransaction,
  type Transaction,
} from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;
const { transfer, credit, exchange } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
let ids: Readonly<Record<"rent" | "salary" | "deposit" | "exchange" | "persian" | "percent" | "latin" | "old", number>>;

/** The live entries; each is also there once more, deleted, so that every filter meets both lists. */
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
  const deal = {
    currencyId: USD,
    dAmount: "1000.50",
    cCurrencyId: AFN,
    cAmount: "70035",
    exRate: "70",
    transDescription: "Bought",
    cTransDescription: "Sold for RENT",
  };
  const entries = {
    rent: transfer(farid, zahra, "1000.50", { transDescription: "Shop rent", transDate: "2026-03-05", referenceId: 4711 }),
    salary: transfer(zahra, farid, "250", {
      transDescription: "Salary",
      cTransDescription: "Wages\\March",
      transDate: "2026-03-05",
    }),
    deposit: credit(farid, "1234567.89", { transDescription: "Deposit_1", transDate: "2026-03-06" }),
    exchange: exchange(farid, farid, { ...deal, transDate: "2026-03-07" }),
    persian: transfer(farid, zahra, "12", {
      transDescription: "کرایهٔ دکان",
      cTransDescription: "پول نقد",
      transDate: "2026-03-07",
    }),
    percent: transfer(farid, zahra, "13", { transDescription: "100% paid", transDate: "2026-03-08" }),
    latin: transfer(farid, zahra, "14", { transDescription: "ÉTUDE Straße ПЛАТА", transDate: "2026-03-09" }),
    old: transfer(farid, zahra, "15", { transDescription: "Old loan", transDate: "2001-01-01" }),
  };
  const recorded: Record<string, number> = {};
  for (const [name, body] of Object.entries(entries)) {
    recorded[name] = (await desk.post(body)).id;
    const { id } = await desk.post(body);
    await desk.admin.ok(deleteTransaction, { params: { id } });
    recorded[`deleted ${name}`] = id;
  }
  ids = recorded as typeof ids;
});
afterAll(() => desk.close());

type Name = keyof typeof ids;

/** The names of what a search finds, in its order. */
async function found(query: Readonly<Record<string, string | number>>): Promise<string[]> {
  const live = await desk.user.reply(searchTransactions, { query });
  const deleted = await desk.user.reply(listDeletedTransactions, { query });
  const [names, deletedNames] = [namesOf(live.body), namesOf(deleted.body)];
  // Whatever finds live entries finds their deleted twins; the order there is that of the deletions.
  if (!("referenceId" in query)) expect(deletedNames.toSorted()).toEqual(names.map((name) => `deleted ${name}`).toSorted());
  expect(live.headers["x-total-count"]).toBe(String(names.length));
  expect(deleted.headers["x-total-count"]).toBe(String(deletedNames.length));
  expect(live.headers["x-next-cursor"]).toBeUndefined();
  return names;
}

function namesOf(rows: readonly (Transaction | DeletedTransaction)[]): string[] {
  return rows.map((row) => Object.entries(ids).find(([, id]) => id === row.id)?.[0] ?? `?${String(row.id)}`);
}

const everything: Name[] = ["latin", "percent", "persian", "exchange", "deposit", "salary", "rent", "old"];

describe("a search", () => {
  test("without a filter finds all live transactions, newest business date first, then the highest id", async () => {
    expect(await found({})).toEqual(everything);
    expect(namesOf(await desk.user.ok(listTransactions))).toEqual(everything);
    const blank = { transType: "", referenceId: "", accountId: "", narrative: "", amount: "", transactionDate: "" };
    expect(await found(blank)).toEqual(everything);
  });

  test("by type finds the entries of that type", async () => {
    expect(await found({ transType: "Credit" })).toEqual(["deposit"]);
    expect(await found({ transType: "Exchange" })).toEqual(["exchange"]);
    expect(await found({ transType: "Debit" })).toEqual([]);
    expect(await found({ transType: "Hawala" })).toEqual([]);
    expect(await found({ transType: "Transfer" })).toEqual(
      everything.filter((name) => name !== "deposit" && name !== "exchange"),
    );
  });

  test("by reference finds the transaction's own id and its reference, and neither by half", async () => {
    expect(await found({ referenceId: ids.salary })).toEqual(["salary"]);
    expect(await found({ referenceId: 4711 })).toEqual(["rent"]);
    for (const nothing of ["471", "0", "99999999999999999999", "-1", "1.5", "4711x", "#1"])
      expect(await found({ referenceId: nothing })).toEqual([]);
    const deleted = await desk.user.ok(listDeletedTransactions, { query: { referenceId: 4711 } });
    expect(namesOf(deleted)).toEqual(["deleted rent"]);
  });

  test("by account finds it on either side, once where it is on both", async () => {
    expect(await found({ accountId: zahra.id })).toEqual(["latin", "percent", "persian", "salary", "rent", "old"]);
    expect(await found({ accountId: cash.id })).toEqual(["deposit"]);
    expect(await found({ accountId: farid.id })).toEqual(everything);
    for (const nothing of ["0", "999999", "99999999999", "abc", "1,2", "-1", "101 or 1=1"])
      expect(await found({ accountId: nothing })).toEqual([]);
  });

  test.each([
    ["rent", ["exchange", "rent"]],
    ["RENT", ["exchange", "rent"]],
    ["hop re", ["rent"]],
    ["march", ["salary"]],
    ["  salary  ", ["salary"]],
    ["%", ["percent"]],
    ["100%", ["percent"]],
    ["_", ["deposit"]],
    ["Deposit_1", ["deposit"]],
    ["Depositx1", []],
    ["\\", ["salary"]],
    ["s\\m", ["salary"]],
    ["%%", []],
    ["کرایه", ["persian"]],
    ["دکان", ["persian"]],
    ["نقد", ["persian"]],
    ["étude", ["latin"]],
    ["STRASSE", []],
    ["straße", ["latin"]],
    ["плата", ["latin"]],
    ["'", []],
    ["Shop rentShop rent", []],
    ["rent Shop", []],
  ] as const)(
    "by the narrative %j looks into both, without regard to case, and takes no sign for a wildcard",
    async (narrative, expected) => {
      expect(await found({ narrative })).toEqual(expected);
    },
  );

  test.each([
    ["1000.50", ["exchange", "rent"]],
    ["1,000.50", ["exchange", "rent"]],
    ["1000.5", ["exchange", "rent"]],
    ["70035", ["exchange"]],
    ["70,035.00", ["exchange"]],
    ["1,234,567.89", ["deposit"]],
    [" 250 ", ["salary"]],
    ["1000", []],
    ["0", []],
    ["-250", []],
    ["250.001", []],
    ["2.5e2", []],
    ["many", []],
    [",", []],
    ["999999999999999999999999", []],
  ] as const)("by the amount %j finds it on the debit or the credit side, exactly", async (amount, expected) => {
    expect(await found({ amount })).toEqual(expected);
  });

  test("by date finds that business date", async () => {
    expect(await found({ transactionDate: "2026-03-05" })).toEqual(["salary", "rent"]);
    expect(await found({ transactionDate: "2001-01-01" })).toEqual(["old"]);
    expect(await found({ transactionDate: "2026-03-04" })).toEqual([]);
  });

  test("by several filters finds what meets each of them", async () => {
    expect(await found({ accountId: farid.id, amount: "1,000.50", narrative: "rent" })).toEqual(["exchange", "rent"]);
    expect(await found({ accountId: zahra.id, amount: "1,000.50", narrative: "rent" })).toEqual(["rent"]);
    expect(
      await found({ transType: "Transfer", transactionDate: "2026-03-07", narrative: "نقد", accountId: zahra.id, amount: "12" }),
    ).toEqual(["persian"]);
    expect(await found({ transType: "Exchange", transactionDate: "2026-03-05" })).toEqual([]);
    expect(await found({ referenceId: 4711, transactionDate: "2026-03-06" })).toEqual([]);
    expect(await found({ referenceId: ids.rent, accountId: zahra.id, transType: "Transfer" })).toEqual(["rent"]);
  });

  test("does not mind a filter that it does not know", async () => {
    expect(await found({ color: "red", deleted: "true", id: 1 })).toEqual(everything);
  });

  test.each([
    { transType: "Loan" },
    { transType: "transfer" },
    { transactionDate: "2026-02-30" },
    { transactionDate: "yesterday" },
    { transactionDate: "0000-01-01" },
    { narrative: "x".repeat(201) },
    { narrative: "a\u0000b" },
    { narrative: "a\u0001b" },
    { narrative: "\u202e" },
    { limit: "0" },
    { limit: "-1" },
    { limit: "5001" },
    { limit: "1.5" },
    { limit: "ten" },
    { limit: "0x10" },
    { limit: " 5" },
    { limit: "NaN" },
    { limit: "1e9" },
    { cursor: "x".repeat(201) },
  ])("with %j is refused", async (query) => {
    const [path = ""] = Object.keys(query);
    for (const route of [searchTransactions, listDeletedTransactions]) {
      expect(await desk.user.refused(route, { query })).toMatchObject({ status: 400, code: "invalid", issues: [{ path }] });
    }
  });

  test("with a filter that is given twice is refused", async () => {
    for (const path of ["/api/transactions/search", "/api/deleted-transactions"]) {
      for (const query of ["narrative=a&narrative=b", "limit=1&limit=2", "accountId=1&accountId=2"]) {
        expect((await desk.user.request({ method: "GET", url: `${path}?${query}` })).statusCode).toBe(400);
      }
    }
  });

  test("takes the same filters on the list of all transactions", async () => {
    expect(namesOf(await desk.user.ok(listTransactions, { query: { accountId: cash.id } }))).toEqual(["deposit"]);
    expect(namesOf(await desk.user.ok(listTransactions, { query: { narrative: "rent", transType: "Exchange" } }))).toEqual([
      "exchange",
    ]);
  });
});
