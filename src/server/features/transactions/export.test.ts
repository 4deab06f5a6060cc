import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateBusinessSettings } from "#contract/settings.ts";
import { exportDeletedTransactions, exportTransactions } from "#contract/transaction-exports.ts";
import { deleteTransaction, type RecordedTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

const { AFN, USD } = currency;

fileWorkHere();

let desk: Desk;
let farid: Party;
let zahra: Party;
let rent: RecordedTransaction;
let deal: RecordedTransaction;
let gone: RecordedTransaction;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
  rent = await desk.post(
    bodies.transfer(farid, zahra, "1000.50", {
      transDescription: "Shop rent",
      cTransDescription: "=HYPERLINK(1)",
      transDate: "2026-03-05",
      referenceId: 4711,
    }),
  );
  deal = await desk.post(
    bodies.exchange(cash, cash, {
      currencyId: USD,
      dAmount: "10",
      cCurrencyId: AFN,
      cAmount: "698",
      exRate: "69.8",
      transDate: "2026-03-06",
    }),
  );
  gone = await desk.post(bodies.transfer(farid, zahra, "7", { transDescription: "Twice", transDate: "2026-03-07" }));
  await desk.admin.ok(deleteTransaction, { params: { id: gone.id }, body: { reason: "Entered twice" } });
});
afterAll(() => desk.closeInBalance());

const file = async (route: typeof exportTransactions, query: Readonly<Record<string, string | number>> = {}, who = desk.user) => {
  const { body, headers } = await who.reply(route, { query });
  return { bytes: body as Buffer, headers };
};
const lines = async (route: typeof exportTransactions, query: Readonly<Record<string, string | number>>) =>
  (await file(route, { ...query, format: "csv" })).bytes.toString("utf8").slice(1).trimEnd().split("\r\n");

/** An instant by the clock of Kabul, where there is no summer time. */
const inKabul = (instant: string): string =>
  new Date(Date.parse(instant) + 270 * 60_000).toISOString().slice(0, 16).replace("T", " ");

describe("the export of a search", () => {
  test("is an .xlsx file of what the search finds, newest first, with accounts and currencies by name", async () => {
    const { bytes, headers } = await file(exportTransactions);
    expect(headers["content-type"]).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-disposition"]).toMatch(
      /^attachment; filename="transactions-\d{4}-\d\d-\d\d\.xlsx"; filename\*=UTF-8''transactions-\d{4}-\d\d-\d\d\.xlsx$/,
    );
    const { name, rows, hasFormula } = readSheet(bytes);
    expect({ name, hasFormula }).toEqual({ name: "Transactions", hasFormula: false });
    expect(rows.slice(1).map(([id]) => id)).toEqual([{ number: String(deal.id) }, { number: String(rent.id) }]);
    expect(rows[2]).toEqual([
      { number: String(rent.id) },
      "Transfer",
      { number: "46086" },
      farid.accountCode,
      farid.accountName,
      { number: "1000.5" },
      "USD",
      zahra.accountCode,
      zahra.accountName,
      { number: "1000.5" },
      "USD",
      { number: "1" },
      "Shop rent",
      "'=HYPERLINK(1)",
      { number: "4711" },
      desk.admin.username,
      inKabul(rent.dateCreated),
    ]);
  });

  test("is a .csv file with the same columns", async () => {
    const { bytes, headers } = await file(exportTransactions, { format: "csv", transType: "Exchange" });
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(/filename="transactions-\d{4}-\d\d-\d\d\.csv"/);
    expect(bytes.toString("utf8").split("\r\n")).toEqual([
      "\uFEFFID,Type,Transaction Date,Debit Account Code,Debit Account,Debit Amount,Debit Currency,Credit Account Code," +
        "Credit Account,Credit Amount,Credit Currency,Exchange Rate,Description,Credit Description,Reference ID," +
        "Recorded By,Recorded At,Modified By,Modified At",
      `${String(deal.id)},Exchange,2026-03-06,11,Cash at Shop,10.00,USD,11,Cash at Shop,698.00,AFN,69.80000000,Bought,Sold,,` +
        `${desk.admin.username},${inKabul(deal.dateCreated)},,`,
      "",
    ]);
  });

  test.each([
    [{ transType: "Transfer" }, 1],
    [{ referenceId: 4711 }, 1],
    [{ accountId: 11 }, 1],
    [{ narrative: "SHOP" }, 1],
    [{ narrative: "zz" }, 0],
    [{ amount: "1,000.50" }, 1],
    [{ amount: "letters" }, 0],
    [{ transactionDate: "2026-03-06" }, 1],
    [{ transType: "", narrative: "" }, 2],
    [{ transType: "Transfer", amount: "1000.5", accountId: 101 }, 1],
  ])("has what %j finds", async (query, count) => {
    expect(await lines(exportTransactions, query)).toHaveLength(1 + count);
  });

  test("of the deleted ones says who deleted them, when and why", async () => {
    const [header = "", row = ""] = await lines(exportDeletedTransactions, { narrative: "twice" });
    expect(header).toMatch(/Reference ID,Recorded At,Deleted Date,Deleted By,Reason$/);
    expect(row).toMatch(new RegExp(`^${String(gone.id)},Transfer,2026-03-07,`));
    expect(row).toMatch(new RegExp(`,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,${desk.admin.username},Entered twice$`));
    expect((await file(exportDeletedTransactions)).headers["content-disposition"]).toContain("deleted-transactions-");
    expect(await lines(exportDeletedTransactions, { narrative: "rent" })).toHaveLength(1);
  });

  test("tells instants by the office's clock", async () => {
    await desk.admin.ok(updateBusinessSettings, { body: { timeZone: "Asia/Tokyo" } });
    const [, row = ""] = await lines(exportTransactions, { referenceId: rent.id });
    const inTokyo = new Date(Date.parse(rent.dateCreated) + 540 * 60_000).toISOString().slice(0, 16).replace("T", " ");
    expect(row).toContain(`,${inTokyo},`);
    await desk.admin.ok(updateBusinessSettings, { body: { timeZone: "Asia/Kabul" } });
  });

  test("is on record: who took what, how much of it and by which filter", async () => {
    await file(exportTransactions, { format: "csv", narrative: "rent", transType: "" }, desk.operator);
    const acts = await desk.server.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("actor_id", "=", desk.operator.userId)
      .where("action", "=", "list.exported")
      .execute();
    expect(acts).toMatchObject([
      {
        object_type: "list",
        object_id: "transactions",
        ip: "127.0.0.1",
        new: { format: "csv", rows: 1, filter: { narrative: "rent" } },
      },
    ]);
  });

  test("is for everybody who is signed in", async () => {
    for (const who of [desk.admin, desk.operator, desk.user]) {
      for (const route of [exportTransactions, exportDeletedTransactions]) await file(route, { format: "csv" }, who);
    }
    for (const route of [exportTransactions, exportDeletedTransactions]) {
      expect(await desk.server.anonymous.refused(route)).toMatchObject({ status: 401 });
    }
  });

  test.each([
    [{ format: "pdf" }, "format", "Choose xlsx or csv"],
    [{ format: "" }, "format", "Choose xlsx or csv"],
    [{ transType: "Loan" }, "transType", "Not a type of transaction"],
    [{ transactionDate: "2026-02-30" }, "transactionDate", "Give the date as YYYY-MM-DD, a day that exists"],
    [{ narrative: "x".repeat(201) }, "narrative", "At most 200 characters"],
  ])("with %j is refused", async (query, path, message) => {
    for (const route of [exportTransactions, exportDeletedTransactions]) {
      expect(await desk.user.refused(route, { query })).toMatchObject({ status: 400, message, issues: [{ path }] });
    }
  });
});
