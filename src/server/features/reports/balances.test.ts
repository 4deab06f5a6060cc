import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurrency } from "#contract/currencies.ts";
import { accountBalancesReport, trialBalance, type BalanceRow, type TrialRow } from "#contract/report-balances.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { outgoing } from "#test/support/hawalas.ts";
import { enter } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let farid: Party;
let zahra: Party;
let bank: Party;
let partner: Party;

beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(currency.USD, { accountName: "Farid" });
  zahra = await desk.open(currency.USD, { accountName: "Zahra" });
  bank = await desk.open(currency.USD, { accountName: "Azizi Bank", accountType: "company" });
  partner = await desk.open(currency.AFN, { accountName: "London", accountType: "hawala_partner" });
  await desk.post(bodies.credit(farid, "1000", { transDate: "2026-03-01" }));
  await desk.post(bodies.credit(bank, "300", { transDate: "2026-03-02" }));
  await desk.post(bodies.transfer(zahra, farid, "40", { transDate: "2026-03-03" }));
  await desk.post(
    bodies.exchange(zahra, partner, {
      currencyId: currency.USD,
      dAmount: "10",
      cCurrencyId: currency.AFN,
      cAmount: "700",
      exRate: "70",
      transDate: "2026-03-04",
    }),
  );
  const wrong = await desk.post(bodies.credit(zahra, "999", { transDate: "2026-03-02" }));
  await desk.admin.ok(deleteTransaction, { params: { id: wrong.id } });
});
afterAll(() => desk.closeInBalance());

const balances = (query: Readonly<Record<string, string | number>> = {}) => desk.admin.ok(accountBalancesReport, { query });
const trial = (query: Readonly<Record<string, string | number | boolean>> = {}) => desk.admin.ok(trialBalance, { query });
const lines = (rows: readonly BalanceRow[]) =>
  rows.map(({ account, currency: code, balance }) => `${account.code} ${balance} ${code}`);
const sides = (rows: readonly TrialRow[]) =>
  rows.map(({ account, currency: code, debit, credit }) => `${account.code} ${debit ?? "-"} ${credit ?? "-"} ${code}`);

describe("account balances", () => {
  test("are listed by currency and the largest first, with what they come to", async () => {
    const { rows, totals, nextCursor } = await balances();
    expect(lines(rows)).toEqual([
      `${partner.accountCode} 700.00 AFN`,
      `${farid.accountCode} 1040.00 USD`,
      "11 700.00 USD",
      `${bank.accountCode} 300.00 USD`,
      `${zahra.accountCode} -50.00 USD`,
    ]);
    expect(totals).toEqual([
      { currencyId: 1, currency: "AFN", balances: 1, held: "0.00", spent: "0.00", owesUs: "0.00", weOwe: "700.00" },
      { currencyId: 2, currency: "USD", balances: 4, held: "1000.00", spent: "0.00", owesUs: "50.00", weOwe: "1040.00" },
    ]);
    expect(nextCursor).toBeNull();
    expect(rows[1]?.account).toEqual({ id: farid.id, code: farid.accountCode, name: "Farid", type: "customer", isSystem: false });
  });

  test("as of a past day leave out what belongs to later ones", async () => {
    expect(lines((await balances({ asOf: "2026-03-02" })).rows)).toEqual([
      `${farid.accountCode} 1000.00 USD`,
      "11 700.00 USD",
      `${bank.accountCode} 300.00 USD`,
    ]);
    expect(await balances({ asOf: "2026-02-28" })).toMatchObject({ asOf: "2026-02-28", rows: [], totals: [] });
  });

  test("are narrowed by currency, type and side", async () => {
    expect(lines((await balances({ currencyId: 1 })).rows)).toEqual([`${partner.accountCode} 700.00 AFN`]);
    expect(lines((await balances({ type: "hawala_partner" })).rows)).toEqual([`${partner.accountCode} 700.00 AFN`]);
    const owing = await balances({ side: "owes-us" });
    expect(lines(owing.rows)).toEqual([`${zahra.accountCode} -50.00 USD`]);
    expect(owing.totals).toEqual([
      { currencyId: 2, currency: "USD", balances: 1, held: "0.00", spent: "0.00", owesUs: "50.00", weOwe: "0.00" },
    ]);
    expect(lines((await balances({ side: "we-owe", currencyId: 2 })).rows)).toEqual([`${farid.accountCode} 1040.00 USD`]);
    expect((await balances({ side: "we-owe", type: "company" })).rows).toEqual([]);
  });

  test("follow one another on pages, with the same totals on each, also where one is as large as the next", async () => {
    const [owing, owed] = [await desk.open(currency.PKR), await desk.open(currency.PKR)];
    await desk.post(bodies.transfer(owing, owed, "60"));
    const whole = await balances();
    expect(lines(whole.rows).slice(-2)).toEqual([`${owing.accountCode} -60.00 PKR`, `${owed.accountCode} 60.00 PKR`]);
    for (const limit of [1, 2]) {
      const rows: BalanceRow[] = [];
      for (let cursor: string | null = ""; cursor !== null && rows.length < whole.rows.length;) {
        const page: typeof whole = await balances({ limit, cursor });
        expect(page.totals).toEqual(whole.totals);
        rows.push(...page.rows);
        cursor = page.nextCursor;
      }
      expect(rows).toEqual(whole.rows);
    }
    await desk.post(bodies.transfer(owed, owing, "60"));
  });

  test("tell what was spent from what is held, once the expense accounts are named", async () => {
    const rent = await desk.open(currency.USD, { accountName: "Rent", accountType: "company" });
    await desk.post(bodies.credit(rent, "250", { transDate: "2026-03-05" }));
    const name = (...expenseCodes: string[]) => desk.admin.ok(updateBusinessSettings, { body: { expenseCodes } });
    const spent = async (query: Readonly<Record<string, string>>) => {
      const { rows, totals } = await balances({ currencyId: 2, ...query });
      return [rows.filter(({ isSpent }) => isSpent).map(({ account }) => account.code), totals];
    };
    const total = { currencyId: 2, currency: "USD", balances: 5, owesUs: "50.00", weOwe: "1040.00" };
    expect(await spent({})).toEqual([[], [{ ...total, held: "1000.00", spent: "0.00" }]]);
    await name(rent.accountCode, farid.accountCode);
    expect(await spent({})).toEqual([[rent.accountCode], [{ ...total, held: "750.00", spent: "250.00" }]]);
    const companies = { currencyId: 2, currency: "USD", balances: 3, owesUs: "0.00", weOwe: "0.00" };
    expect(await spent({ type: "company" })).toEqual([[rent.accountCode], [{ ...companies, held: "750.00", spent: "250.00" }]]);
    expect(await spent({ asOf: "2026-03-04" })).toEqual([[], [{ ...total, balances: 4, held: "1000.00", spent: "0.00" }]]);
    expect(lines((await balances({ currencyId: 2, type: "company" })).rows)).toContain(`${rent.accountCode} 250.00 USD`);
    await name();
    await desk.post(bodies.debit(rent, "250", { transDate: "2026-03-05" }));
  });

  test.each([
    [{ side: "both" }, "Side must be one of owes-us, we-owe"],
    [{ type: "friend" }, "Not an account type"],
    [{ asOf: "2026-02-30" }, "Give the date as YYYY-MM-DD, a day that exists"],
    [{ cursor: "1_2" }, "The cursor is not one that this list has given"],
    [{ limit: 1001 }, "A limit is a whole number from 1 to 1000"],
  ])("refuse %j", async (query, message) => {
    expect(await desk.user.refused(accountBalancesReport, { query })).toMatchObject({ status: 400, message });
  });
});

describe("the trial balance", () => {
  test("has every account on its side, the house's own included, and both sides are equal", async () => {
    const { rows, totals } = await trial();
    expect(sides(rows)).toEqual([
      `${partner.accountCode} - 700.00 AFN`,
      "POSITION-AFN 700.00 - AFN",
      "11 700.00 - USD",
      ...[farid, zahra, bank].map(
        ({ accountCode }, index) => `${accountCode} ${["- 1040.00", "50.00 -", "300.00 -"][index] ?? ""} USD`,
      ),
      "POSITION-USD - 10.00 USD",
    ]);
    expect(totals).toEqual([
      { currencyId: 1, currency: "AFN", balances: 2, debits: "700.00", credits: "700.00", difference: "0.00" },
      { currencyId: 2, currency: "USD", balances: 5, debits: "1050.00", credits: "1050.00", difference: "0.00" },
    ]);
    expect(rows.at(-1)?.account).toMatchObject({ id: 22, isSystem: true });
  });

  test("is zero on every day, and in an outgoing hawala between two currencies", async () => {
    await enter(desk, outgoing({ transactionDate: "2026-03-06" }));
    for (const asOf of ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06"]) {
      const { totals } = await trial({ asOf });
      expect(totals.map(({ debits, credits, difference }) => [debits === credits, difference])).toEqual(
        totals.map(() => [true, "0.00"]),
      );
    }
    expect(sides((await trial({ asOf: "2026-03-06", currencyId: 1 })).rows)).toContain("COMMISSION - 20.00 AFN");
  });

  test("shows accounts at zero on request", async () => {
    const shown = (await trial({ currencyId: 3, zero: true })).rows;
    expect(sides(shown)).toContain("11 - - EUR");
    expect((await trial({ currencyId: 3 })).rows).toEqual([]);
  });

  test("goes on page by page, across currencies", async () => {
    const whole = await trial({ zero: true });
    const rows: TrialRow[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: typeof whole = await trial({ zero: true, limit: 3, cursor });
      expect(page.totals).toEqual(whole.totals);
      rows.push(...page.rows);
      cursor = page.nextCursor;
    }
    expect(rows).toEqual(whole.rows);
    expect(rows.length).toBeGreaterThan(10);
  });

  test("says by how much the sides differ where the books are wrong", async () => {
    const { asOwner } = desk.server.database;
    await asOwner("update balances set debits = debits + 5 where account_id = 11 and currency_id = 2");
    const { totals } = await trial({ currencyId: 2 });
    await asOwner("update balances set debits = debits - 5 where account_id = 11 and currency_id = 2");
    expect(totals).toMatchObject([{ difference: "5.00" }]);
  });

  test("has the position of a currency that was added later", async () => {
    const pounds = await desk.admin.ok(createCurrency, { body: { code: "GBP", name: "Pound", symbol: "£", rate: "0.8" } });
    const deal = {
      currencyId: pounds.id,
      dAmount: "8",
      cCurrencyId: currency.USD,
      cAmount: "10",
      exRate: "1.25",
      transDate: "2026-03-08",
    };
    await desk.post(bodies.exchange(cash, cash, deal));
    expect(sides((await trial({ currencyId: pounds.id })).rows)).toEqual(["11 8.00 - GBP", "POSITION-GBP - 8.00 GBP"]);
  });

  test("refuses a cursor that it has not given", async () => {
    expect(await desk.user.refused(trialBalance, { query: { cursor: "x" } })).toMatchObject({ status: 400 });
  });
});

test.each([accountBalancesReport, trialBalance])("$path: every role reads it, nobody who is not signed in", async (route) => {
  for (const client of [desk.operator, desk.user]) expect((await client.ok(route)).rows.length).toBeGreaterThan(0);
  expect(await desk.server.anonymous.refused(route)).toMatchObject({ status: 401 });
});
