import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportAccounts, listAccounts } from "#contract/accounts.ts";
import { createCurrency, updateCurrency } from "#contract/currencies.ts";
import { currencyPositionDeals, currencyPositionReport, exportCurrencyPosition } from "#contract/currency-position.ts";
import { exportCashDays, getDashboard } from "#contract/dashboard.ts";
import { dailyBook } from "#contract/day-closes.ts";
import { getOffice } from "#contract/office.ts";
import {
  accountBalancesReport,
  exportAccountBalances,
  exportOwnerReport,
  exportTrialBalance,
  ownerReport,
  trialBalance,
} from "#contract/report-balances.ts";
import { accountStatement, exportAccountStatement } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction } from "#contract/transactions.ts";
import { amountText, largestAmount, type Amount } from "#kernel/amount.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

const largest = amountText(largestAmount);
const times = (count: number) => amountText((largestAmount * BigInt(count)) as Amount);
/** So many of the largest amount come to more than eighteen digits hold. */
const deposits = 1_002;
const sum = times(deposits);

fileWorkHere();

let desk: Desk;
let farid: Party;
let zahra: Party;

beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.AFN), await desk.open(currency.AFN)];
  await desk.postTimes(deposits, bodies.credit(farid, largest));
  await desk.post(bodies.credit(zahra, "5"));
  await desk.post(bodies.debit(zahra, "5"));
  await desk.post(bodies.transfer(farid, zahra, largest));
});
afterAll(() => desk.closeInBalance());

const inAfghani = <Row extends { readonly currency: string }>(rows: readonly Row[]) => rows.find((row) => row.currency === "AFN");
const text = async (route: Route, query: Readonly<Record<string, string | number>> = {}) =>
  ((await desk.user.reply(route, { query: { ...query, format: "csv" } })).body as Buffer).toString("utf8");

describe("sums of more digits than an amount may have", () => {
  test("stand on the dashboard and in the daily book", async () => {
    const { cash: held, cashDays, books } = await desk.user.ok(getDashboard);
    expect(inAfghani(held)?.balance).toBe(sum);
    expect(inAfghani(cashDays.currencies)?.balances.at(-1)).toBe(sum);
    expect(inAfghani(books)).toMatchObject({ opening: "0.00", current: sum });
    expect(inAfghani((await desk.user.ok(dailyBook)).currencies)).toMatchObject({ opening: "0.00", closing: sum });
  });

  test("stand in a statement, page by page, and in its file", async () => {
    const first = await desk.user.ok(accountStatement, { query: { accountId: farid.id, limit: 1000 } });
    expect(first).toMatchObject({ closing: times(deposits - 1), credits: sum, debits: largest });
    const rest = await desk.user.ok(accountStatement, { query: { accountId: farid.id, cursor: first.nextCursor ?? "" } });
    expect(rest.entries.at(-1)?.balance).toBe(times(deposits - 1));
    const query = { accountId: cash.id, currencyId: currency.AFN };
    expect(await desk.user.ok(accountStatement, { query: { ...query, limit: 1 } })).toMatchObject({ closing: sum });
    expect(await text(exportAccountStatement, query)).toContain(`,${sum}\r\n`);
  });

  test("stand in the balances, which go on behind them, in the trial balance and on the accounts", async () => {
    const first = await desk.user.ok(accountBalancesReport, { query: { limit: 1 } });
    expect(first.rows).toMatchObject([{ balance: sum }]);
    const second = await desk.user.ok(accountBalancesReport, { query: { limit: 1, cursor: first.nextCursor ?? "" } });
    expect(second.rows).toMatchObject([{ balance: times(deposits - 1) }]);
    expect(second.totals).toMatchObject([{ held: sum, weOwe: sum }]);
    expect((await desk.user.ok(trialBalance)).totals).toMatchObject([{ debits: sum, credits: sum, difference: "0.00" }]);
    const accounts = await desk.user.ok(listAccounts, { query: { q: farid.accountCode } });
    expect(inAfghani(accounts[0]?.balances ?? [])).toMatchObject({ balance: times(deposits - 1) });
    expect(await desk.balances(farid.id)).toMatchObject({ AFN: times(deposits - 1) });
  });

  test("stand on the owner's page, and go out in files: as text, for a sheet's numbers would round them", async () => {
    const { rows } = await desk.admin.ok(ownerReport);
    expect(inAfghani(rows)).toMatchObject({ cash: sum, owedByUs: sum, netWorth: "0.00" });
    for (const route of [exportAccountBalances, exportOwnerReport, exportTrialBalance, exportCashDays, exportAccounts])
      expect(await text(route)).toMatch(new RegExp(`${sum}|${times(deposits - 1)}`));
    const { body } = await desk.user.reply(exportTrialBalance);
    expect(readSheet(body as Buffer).rows.flat()).toContain(sum);
  });

  test("leave the statements readable when an entry is taken back", async () => {
    const { entries } = await desk.user.ok(accountStatement, { query: { accountId: zahra.id } });
    await desk.admin.ok(deleteTransaction, { params: { id: entries.at(-1)?.transactionId ?? 0 } });
    const query = { accountId: farid.id, limit: 1, corrected: true };
    expect(await desk.user.ok(accountStatement, { query })).toMatchObject({ closing: sum });
    expect(await desk.balances(zahra.id)).toMatchObject({ AFN: "0.00" });
  });
});

describe("positions, however much the board makes of them", () => {
  const all = { dAmount: largest, cAmount: largest, exRate: "1" };
  let rialId: number;
  const rials = async () => (await desk.user.ok(currencyPositionReport)).currencies.find((row) => row.currencyId === rialId);

  beforeAll(async () => {
    const body = { code: "IRR", name: "Iranian Rial", symbol: "﷼", rate: "0.000001" };
    ({ id: rialId } = await desk.admin.ok(createCurrency, { body }));
    await desk.admin.ok(updateBusinessSettings, { body: { baseCurrency: "AFN" } });
    await desk.post(bodies.exchange(cash, cash, { ...all, currencyId: rialId, cCurrencyId: currency.AFN }));
  });

  test("have a value and a profit to be made", async () => {
    const value = amountText((largestAmount * 70_000_000n) as Amount);
    expect(await rials()).toMatchObject({ closingQuantity: largest, cost: largest, value });
    const { totals } = await desk.user.ok(currencyPositionReport);
    expect(totals.unrealised).toBe(amountText((largestAmount * 69_999_999n) as Amount));
    expect(await desk.user.ok(currencyPositionDeals, { query: { currencyId: rialId } })).toHaveLength(1);
    expect(await text(exportCurrencyPosition)).toContain(value);
    expect((await desk.admin.ok(ownerReport)).netWorth).toBe(totals.unrealised);
  });

  test("have made, over days, more than any one day holds", async () => {
    await desk.admin.ok(updateCurrency, { params: { id: currency.AFN }, body: { rate: "60000" } });
    const { today } = await desk.user.ok(getOffice);
    const turns: readonly (readonly [number, number])[] = [
      [rialId, currency.PKR],
      [currency.USD, rialId],
      [currency.EUR, currency.USD],
    ];
    for (const transDate of [today, addDays(today as BusinessDate, 1)]) {
      for (const [currencyId, cCurrencyId] of turns) {
        await desk.post(bodies.exchange(cash, cash, { ...all, currencyId, cCurrencyId, transDate }));
      }
    }
    const realised = expect.stringMatching(/^119\d{24}\.\d\d$/);
    expect(await rials()).toMatchObject({ closingQuantity: largest, realised });
    const { users } = await desk.user.ok(currencyPositionReport);
    expect(users[0]?.currencies.find((row) => row.currencyId === rialId)).toMatchObject({ realised });
  });

  test("are sold between the ends of the board", async () => {
    await desk.admin.ok(updateCurrency, { params: { id: currency.AFN }, body: { rate: "1000000000" } });
    await desk.post(bodies.exchange(cash, cash, { ...all, currencyId: currency.USD, cCurrencyId: rialId }));
    await desk.post(bodies.exchange(cash, cash, { ...all, currencyId: rialId, cCurrencyId: currency.USD }));
    const { totals } = await desk.user.ok(currencyPositionReport);
    expect(totals.unrealised).toMatch(/^-?\d{30,32}\.\d\d$/);
    expect(await desk.user.ok(currencyPositionDeals, { query: { currencyId: rialId } })).not.toHaveLength(0);
    expect(await text(exportCurrencyPosition)).toContain(totals.unrealised);
  });
});
