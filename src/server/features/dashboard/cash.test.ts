import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accountBalances } from "#contract/accounts.ts";
import { cashBalance } from "#contract/balances.ts";
import { getDashboard, type Dashboard } from "#contract/dashboard.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction, updateTransaction } from "#contract/transactions.ts";
import { addDays, businessDateAt } from "#kernel/business-date.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let farid: Party;
const today = businessDateAt(new Date(), "Asia/Kabul");
const yesterday = addDays(today, -1);
const lastMonth = addDays(today, -40);

beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(currency.USD);
  await desk.post(bodies.credit(farid, "1000", { transDate: lastMonth }));
  await desk.post(bodies.debit(farid, "100.25", { transDate: yesterday }));
  await desk.post(bodies.credit(farid, "50"));
  await desk.post(bodies.debit(farid, "7.50"));
  const deal = { dAmount: "10", currencyId: currency.USD, cAmount: "698", cCurrencyId: currency.AFN, exRate: "69.8" };
  await desk.post(bodies.exchange(cash, cash, deal));
  await desk.post(bodies.credit(farid, "5", { transDate: addDays(today, 1) }));
});
afterAll(() => desk.closeInBalance());

const dashboard = (): Promise<Dashboard> => desk.user.ok(getDashboard);
const dollars = <Row extends { readonly currency: string }>(rows: readonly Row[]): Row | undefined =>
  rows.find((row) => row.currency === "USD");

/** What the postings of the cash account come to at the end of a day. */
async function byPostings(currencyId: number, day: string): Promise<string> {
  const [sum] = await desk.server.database.asOwner<{ held: string }>(
    `select coalesce(sum(case when debit_account_id = 11 then amount else -amount end), 0)::numeric(24, 2) as held
      from postings where 11 in (debit_account_id, credit_account_id) and currency_id = $1 and business_date <= $2`,
    [currencyId, day],
  );
  return sum?.held ?? "none";
}

describe("cash at the shop", () => {
  test("is what the cash account holds, as its own calls answer", async () => {
    const shown = (await dashboard()).cash;
    expect(shown).toEqual(await desk.user.ok(accountBalances, { params: { id: cash.id } }));
    const { rows } = await desk.user.ok(cashBalance);
    expect(rows.map(({ currency: code, currentbalance }) => [code, currentbalance])).toEqual([
      ["AFN", -698],
      ["USD", 957.25],
      ["EUR", 0],
      ["PKR", 0],
    ]);
    expect(shown.map(({ currency: code, balance }) => [code, balance])).toEqual([
      ["AFN", "-698.00"],
      ["USD", "957.25"],
      ["EUR", "0.00"],
      ["PKR", "0.00"],
    ]);
  });

  test("over thirty days is what the postings come to at the end of each", async () => {
    const { dates, currencies } = (await dashboard()).cashDays;
    expect([dates[0], dates.at(-1), dates.length]).toEqual([addDays(today, -29), today, 30]);
    for (const { currencyId, balances } of currencies) {
      const days = dates.map((date) => byPostings(currencyId, date));
      expect(balances).toEqual(await Promise.all(days));
    }
    expect(dollars(currencies)?.balances.slice(-3)).toEqual(["1000.00", "899.75", "952.25"]);
  });
});

describe("the books of today", () => {
  test("open with what was held yesterday, and end with what is held without tomorrow's entries", async () => {
    const { books } = await dashboard();
    expect(books).toEqual([
      { currencyId: 1, currency: "AFN", symbol: "؋", opening: "0.00", in: "0.00", out: "698.00", current: "-698.00" },
      { currencyId: 2, currency: "USD", symbol: "$", opening: "899.75", in: "60.00", out: "7.50", current: "952.25" },
      { currencyId: 3, currency: "EUR", symbol: "€", opening: "0.00", in: "0.00", out: "0.00", current: "0.00" },
      { currencyId: 4, currency: "PKR", symbol: "₨", opening: "0.00", in: "0.00", out: "0.00", current: "0.00" },
    ]);
    for (const { currencyId, opening, current } of books) {
      expect([opening, current]).toEqual([await byPostings(currencyId, yesterday), await byPostings(currencyId, today)]);
    }
  });

  test("count a corrected entry as it is now, and a deleted one not at all", async () => {
    const body = bodies.credit(farid, "300");
    const { id } = await desk.post(body);
    expect(dollars((await dashboard()).books)).toMatchObject({ in: "360.00", out: "7.50", current: "1252.25" });
    await desk.admin.ok(updateTransaction, { params: { id }, body: { ...body, dAmount: "30" } });
    expect(dollars((await dashboard()).books)).toMatchObject({ in: "90.00", out: "7.50", current: "982.25" });
    await desk.admin.ok(updateTransaction, { params: { id }, body: { ...body, dAmount: "30", transDate: yesterday } });
    expect(dollars((await dashboard()).books)).toMatchObject({ opening: "929.75", in: "60.00", current: "982.25" });
    await desk.admin.ok(deleteTransaction, { params: { id }, body: {} });
    const given = await desk.post(bodies.debit(farid, "3"));
    expect(dollars((await dashboard()).books)).toMatchObject({ opening: "899.75", in: "60.00", out: "10.50", current: "949.25" });
    await desk.admin.ok(deleteTransaction, { params: { id: given.id }, body: {} });
    const taken = await desk.post(bodies.credit(farid, "5"));
    await desk.admin.ok(deleteTransaction, { params: { id: taken.id }, body: {} });
    expect(dollars((await dashboard()).books)).toMatchObject({ opening: "899.75", in: "60.00", out: "7.50", current: "952.25" });
  });

  test("begin at midnight where the office is", async () => {
    const zones = ["Pacific/Kiritimati", "Etc/GMT+12"] as const;
    const days: string[] = [];
    for (const timeZone of zones) {
      await desk.admin.ok(updateBusinessSettings, { body: { timeZone } });
      const day = businessDateAt(new Date(), timeZone);
      const shown = await dashboard();
      expect(shown.today).toBe(day);
      expect(shown.cashDays.dates.at(-1)).toBe(day);
      expect(shown.hawalaDays.toDate).toBe(day);
      const held = { opening: await byPostings(currency.USD, addDays(day, -1)), current: await byPostings(currency.USD, day) };
      expect(dollars(shown.books)).toMatchObject(held);
      days.push(day);
    }
    // The first zone is 26 hours ahead of the second.
    expect(days[0] && days[1] && days[0] > days[1]).toBe(true);
    await desk.admin.ok(updateBusinessSettings, { body: { timeZone: "Asia/Kabul" } });
  });

  test("follow the settings' cash account", async () => {
    const bank = await desk.open(currency.USD, { accountType: "company" });
    await desk.post(bodies.transfer(bank, farid, "20"));
    await desk.admin.ok(updateBusinessSettings, { body: { cashAccountId: bank.id } });
    expect(dollars((await dashboard()).books)).toMatchObject({ opening: "0.00", in: "20.00", out: "0.00", current: "20.00" });
    await desk.admin.ok(updateBusinessSettings, { body: { cashAccountId: cash.id } });
  });
});
