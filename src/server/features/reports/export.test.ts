import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportAccountBalances, exportOwnerReport, exportTrialBalance } from "#contract/report-balances.ts";
import { exportAccountStatement, exportDailyBook } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction, getTransaction } from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

fileWorkHere();

let desk: Desk;
let farid: Party;
let deposit: number;

beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(currency.USD, { accountName: "Farid", lastName: "=Noori" });
  ({ id: deposit } = await desk.post(bodies.credit(farid, "1000", { transDate: "2026-03-01", cTransDescription: "=1+1" })));
  await desk.post(bodies.debit(farid, "200.50", { transDate: "2026-03-02", transDescription: "کرایه" }));
  const wrong = await desk.post(bodies.debit(farid, "5", { transDate: "2026-03-02" }));
  await desk.admin.ok(deleteTransaction, { params: { id: wrong.id } });
});
afterAll(() => desk.closeInBalance());

const file = async (route: Route, query: Readonly<Record<string, string | number>>) => {
  const { body, headers } = await desk.user.reply(route, { query });
  return { bytes: body as Buffer, name: String(headers["content-disposition"]) };
};
const lines = async (route: Route, query: Readonly<Record<string, string | number>> = {}) =>
  (await file(route, { ...query, format: "csv" })).bytes.toString("utf8").slice(1).trimEnd().split("\r\n");
/** Without the instant and the user. */
const without = (line: string) => line.replace(/,\d{4}-\d\d-\d\d \d\d:\d\d,[^,]*,/, ",…,");

describe("a statement as a file", () => {
  test("goes from the opening to the closing balance, with nothing that a sheet would take for a formula", async () => {
    const rows = (await lines(exportAccountStatement, { accountId: farid.id, fromDate: "2026-03-01", toDate: "2026-03-31" })).map(
      without,
    );
    expect(rows).toEqual([
      "Date,Recorded At,Recorded By,Transaction ID,Type,Counter Account Code,Counter Account,Narrative,Exchanged,Exchanged Currency,Rate,Debit,Credit,Balance",
      `2026-03-01,,,,,,,"Opening balance: ${farid.accountCode} - Farid =Noori, USD",,,,,,0.00`,
      `2026-03-01,…,${String(deposit)},Credit,11,Cash at Shop,'=1+1,,,,,1000.00,1000.00`,
      `2026-03-02,…,${String(deposit + 1)},Debit,11,Cash at Shop,کرایه,,,,200.50,,799.50`,
      "2026-03-31,,,,,,,Closing balance,,,,200.50,1000.00,799.50",
    ]);
  });

  test("says when an entry was recorded by the office's clock", async () => {
    const at = Date.parse((await desk.user.ok(getTransaction, { params: { id: deposit } })).dateCreated);
    const kabul = new Date(at + (4 * 60 + 30) * 60_000).toISOString().replace("T", " ").slice(0, "2026-03-01 02:10".length);
    const rows = await lines(exportAccountStatement, { accountId: farid.id });
    expect(rows[2]?.split(",").slice(0, 4)).toEqual(["2026-03-01", kabul, expect.any(String), String(deposit)]);
  });

  test("has what was corrected where that is asked for, and the columns of a company account", async () => {
    const [head = "", ...rows] = await lines(exportAccountStatement, { accountId: farid.id, corrected: "true" });
    expect(head.endsWith(",State")).toBe(true);
    expect(rows.map((row) => row.split(",").at(-1))).toEqual(["", "", "", "Corrected", "Correction", ""]);
    const [ofCash] = await lines(exportAccountStatement, { accountId: 11, currencyId: 2 });
    expect(ofCash).toContain(",In (debit),Out (credit),Balance");
  });

  test("is an .xlsx file in which figures can be summed, and is audited", async () => {
    const { bytes, name } = await file(exportAccountStatement, { accountId: farid.id });
    const today = String.raw`\d{4}-\d\d-\d\d`;
    expect(name).toMatch(new RegExp(`^attachment; filename="account-statement-${farid.accountCode}-USD-${today}\\.xlsx"`));
    const sheet = readSheet(bytes);
    expect(sheet).toMatchObject({ name: "Account Statement", hasFormula: false });
    expect(sheet.rows[2]).toContainEqual({ number: "1000" });
    const [audited] = await desk.server.database.asOwner<{ new: unknown; actor: string }>(
      "select actor, new from audit_log where action = 'list.exported' and object_id = 'account-statement' order by id desc limit 1",
    );
    expect(audited).toEqual({ actor: desk.user.username, new: { format: "xlsx", rows: 4, filter: { accountId: farid.id } } });
  });

  test("of an account that is not there is refused", async () => {
    expect(await desk.user.refused(exportAccountStatement, { query: { accountId: 99_999 } })).toMatchObject({ status: 404 });
    expect(await desk.user.refused(exportAccountStatement)).toMatchObject({ status: 400, message: "Choose an account" });
  });
});

describe("the other reports as files", () => {
  test("account balances, by the filter", async () => {
    expect(await lines(exportAccountBalances, { asOf: "2026-03-05", currencyId: 2 })).toEqual([
      "Account Code,Account,Account Type,Currency,Balance,As Of",
      "11,Cash at Shop,Company,USD,799.50,2026-03-05",
      `${farid.accountCode},Farid =Noori,Customer,USD,799.50,2026-03-05`,
    ]);
    expect(await lines(exportAccountBalances, { side: "owes-us" })).toHaveLength(1);
  });

  test("each is named after what it is of, and the day at whose end it stands", async () => {
    const of = { accountId: farid.id, fromDate: "2026-03-01", toDate: "2026-03-31" };
    const nameOf = async (route: Route, query: typeof of | Readonly<Record<string, string | number>>) =>
      /filename="([^"]+)\.csv"/.exec((await file(route, { ...query, format: "csv" })).name)?.[1];
    expect(await nameOf(exportAccountStatement, of)).toBe(`account-statement-${farid.accountCode}-USD-2026-03-01-2026-03-31`);
    const narrow = { asOf: "2026-03-05", currencyId: 2, side: "we-owe", type: "customer" };
    expect(await nameOf(exportAccountBalances, narrow)).toBe("account-balances-USD-customer-we-owe-2026-03-05");
    expect(await nameOf(exportTrialBalance, { asOf: "2026-03-05" })).toBe("trial-balance-2026-03-05");
    expect(await nameOf(exportTrialBalance, { asOf: "2026-03-05", currencyId: 2 })).toBe("trial-balance-USD-2026-03-05");
    // Of a day before there was any: an empty file must not say that the office had nothing at all.
    expect(await nameOf(exportTrialBalance, { asOf: "2020-01-01", currencyId: 2 })).toBe("trial-balance-USD-2020-01-01");
    expect(await nameOf(exportAccountBalances, { asOf: "2020-01-01", currencyId: 2 })).toBe("account-balances-USD-2020-01-01");
  });

  test("the trial balance with its totals", async () => {
    expect(await lines(exportTrialBalance, { asOf: "2026-03-01" })).toEqual([
      "Account Code,Account,Account Type,Currency,Debit,Credit,As Of",
      "11,Cash at Shop,Company,USD,1000.00,,2026-03-01",
      `${farid.accountCode},Farid =Noori,Customer,USD,,1000.00,2026-03-01`,
      ",Total,,USD,1000.00,1000.00,2026-03-01",
    ]);
    expect(
      (await lines(exportTrialBalance, { zero: "true" })).some((line) =>
        line.startsWith("COMMISSION,Commission Income,House,USD"),
      ),
    ).toBe(true);
  });

  test("the owner's page with its sum", async () => {
    const rows = await lines(exportOwnerReport);
    expect(rows[0]).toBe(
      "Currency,Cash,Banks,Owed to Us,Owed by Us,In Transit,Pending Hawalas,Net Worth,Rate per USD,Net Worth in USD,Change since Yesterday",
    );
    expect(rows[2]).toBe("USD,799.50,0.00,0.00,799.50,0.00,0.00,0.00,1.00000000,0.00,0.00");
    expect(rows.at(-1)).toBe("Total in USD,,,,,,,,,0.00,0.00");
    expect(readSheet((await file(exportOwnerReport, {})).bytes).name).toBe("Net Worth");
  });

  test("what was spent, where the office has named its expense accounts", async () => {
    const rent = await desk.open(currency.USD, { accountName: "Rent", accountType: "company" });
    await desk.post(bodies.credit(rent, "99.50", { transDate: "2026-03-03" }));
    await desk.admin.ok(updateBusinessSettings, { body: { expenseCodes: [rent.accountCode] } });
    const owner = await lines(exportOwnerReport);
    expect(owner[0]?.endsWith(",Net Worth in USD,Change since Yesterday,Spent")).toBe(true);
    expect(owner[2]).toBe("USD,700.00,0.00,0.00,799.50,0.00,0.00,-99.50,1.00000000,-99.50,0.00,99.50");
    expect(owner.at(-1)).toBe("Total in USD,,,,,,,,,-99.50,0.00,");
    expect((await lines(exportAccountBalances, { type: "company", asOf: "2026-03-05" })).slice(1)).toEqual([
      "11,Cash at Shop,Company,USD,700.00,2026-03-05",
      `${rent.accountCode},Rent,Expense,USD,99.50,2026-03-05`,
    ]);
    expect(await lines(exportTrialBalance, { asOf: "2026-03-05" })).toContain(
      `${rent.accountCode},Rent,Company,USD,99.50,,2026-03-05`,
    );
    await desk.post(bodies.debit(rent, "99.50", { transDate: "2026-03-03" }));
    await desk.admin.ok(updateBusinessSettings, { body: { expenseCodes: [] } });
  });
});

describe("the daily book as a file", () => {
  const ofDollars = { accountId: 11, currencyId: currency.USD, date: "2026-03-02" };

  beforeAll(async () => {
    await desk.post(bodies.credit(farid, "3", { transDate: "2026-03-02", cTransDescription: "Rest" }));
  });

  test("has the movements of the day in one currency, and is named after both", async () => {
    const rows = (await lines(exportDailyBook, ofDollars)).map(without);
    expect(rows.slice(1).map((row) => row.split(",").slice(-3))).toEqual([
      ["", "", "1000.00"],
      ["", "200.50", "799.50"],
      ["3.00", "", "802.50"],
      ["3.00", "200.50", "802.50"],
    ]);
    const { name } = await file(exportDailyBook, { ...ofDollars, format: "csv" });
    expect(name).toMatch(/^attachment; filename="daily-book-USD-2026-03-02\.csv"/);
  });

  test("has those of one type alone where the book shows them alone, each with the balance that it made", async () => {
    const rows = (await lines(exportDailyBook, { ...ofDollars, transType: "Credit" })).map(without);
    expect(rows.slice(1).map((row) => row.split(",").slice(-3))).toEqual([["3.00", "", "802.50"]]);
    const { name, bytes } = await file(exportDailyBook, { ...ofDollars, transType: "Credit" });
    expect(name).toMatch(/^attachment; filename="daily-book-USD-Credit-2026-03-02\.xlsx"/);
    expect(readSheet(bytes).name).toBe("Daily Book");
    const [audited] = await desk.server.database.asOwner<{ new: unknown }>(
      "select new from audit_log where action = 'list.exported' and object_id = 'daily-book' order by id desc limit 1",
    );
    expect(audited?.new).toEqual({ format: "xlsx", rows: 1, filter: { ...ofDollars, transType: "Credit" } });
  });

  test("wants a day and a type that there are", async () => {
    const { accountId } = ofDollars;
    for (const query of [{ accountId }, { ...ofDollars, date: "2026-02-30" }, { ...ofDollars, transType: "Gift" }])
      expect(await desk.user.refused(exportDailyBook, { query })).toMatchObject({ status: 400 });
  });
});

test.each([exportAccountStatement, exportDailyBook, exportAccountBalances, exportOwnerReport, exportTrialBalance])(
  "$path: nobody takes it who is not signed in",
  async (route) => {
    expect(await desk.server.anonymous.refused(route, { query: { accountId: farid.id, date: "2026-03-01" } })).toMatchObject({
      status: 401,
    });
  },
);
