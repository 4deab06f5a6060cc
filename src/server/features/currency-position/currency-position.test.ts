import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateCurrency } from "#contract/currencies.ts";
import { currencyPositionDeals, currencyPositionReport } from "#contract/currency-position.ts";
import { exchangeContext } from "#contract/exchange.ts";
import { createHawala } from "#contract/hawalas.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR, PKR } = currency;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

/** `dAmount` of the first currency comes in, `cAmount` of the second goes out. */
function dealBody(pair: readonly [number, number], [dAmount, cAmount]: readonly [string, string], more: object = {}) {
  const [currencyId, cCurrencyId] = pair;
  return bodies.exchange(cash, cash, { currencyId, cCurrencyId, dAmount, cAmount, ...more });
}

async function report(query: Readonly<Record<string, string>> = {}) {
  const found = await desk.user.ok(currencyPositionReport, { query });
  const of = (id: number) => {
    const row = found.currencies.find(({ currencyId }) => currencyId === id);
    if (row === undefined) throw new Error(`no position in ${String(id)}`);
    return row;
  };
  return { ...found, of };
}

/** What every position account of the office holds. */
async function positionAccounts(): Promise<Readonly<Record<string, string>>> {
  const { rows } = await desk.server.database.pool.query<{ code: string; held: string }>(
    `select c.code, (b.credits - b.debits)::numeric(24, 2) as held from currencies c
      join balances b on b.account_id = c.position_account_id and b.currency_id = c.id where b.debits + b.credits > 0`,
  );
  return Object.fromEntries(rows.map(({ code, held }) => [code, held]));
}

const day = "2026-03-01";
let sale: { readonly id: number; readonly version: number };

describe("in the order that it happens to an office", () => {
  test("before the first deal there is nothing to tell", async () => {
    const { currencies, totals, users, profits, baseCurrency } = await report();
    expect({ currencies, users, profits, baseCurrency }).toEqual({
      currencies: [],
      users: [],
      profits: { step: "day", points: [] },
      baseCurrency: "USD",
    });
    expect(totals).toEqual({ deals: 0, realised: "0.00", cost: "0.00", value: "0.00", unrealised: "0.00" });
  });

  test("the example: 10,000 USD at 69.50 and 500 at 69.80 average 69.5143; 200 sold at 70.20 realise 137.14; 5,002.86 are left to be made at 70", async () => {
    await desk.admin.ok(updateBusinessSettings, { body: { baseCurrency: "AFN" } });
    await desk.post(dealBody([USD, AFN], ["10000", "695000"], { exRate: "69.5", transDate: day }));
    await desk.post(dealBody([USD, AFN], ["500", "34900"], { exRate: "69.8", transDate: day }));
    const bought = (await report()).of(USD);
    expect(bought).toMatchObject({
      closingQuantity: "10500.00",
      cost: "729900.00",
      averageRate: "69.51428571",
      realised: "0.00",
    });
    sale = await desk.post(dealBody([AFN, USD], ["14040", "200"], { exRate: "70.2", transDate: day }));
    const { of, totals, users, profits, baseCurrency } = await report();
    expect(of(USD)).toEqual({
      currencyId: USD,
      currency: "USD",
      isBase: false,
      quote: { unit: "USD", priced: "AFN" },
      openingQuantity: "0.00",
      deals: 3,
      bought: "10500.00",
      sold: "200.00",
      realised: "137.14",
      closingQuantity: "10300.00",
      averageRate: "69.51428544",
      cost: "715997.14",
      boardRate: "70.00000000",
      value: "721000.00",
      unrealised: "5002.86",
    });
    expect(of(AFN)).toMatchObject({
      isBase: true,
      quote: null,
      averageRate: null,
      boardRate: null,
      realised: "0.00",
      unrealised: "0.00",
    });
    expect(of(AFN)).toMatchObject({ bought: "14040.00", sold: "729900.00", closingQuantity: "-715860.00" });
    expect(totals).toEqual({ deals: 3, realised: "137.14", cost: "715997.14", value: "721000.00", unrealised: "5002.86" });
    expect(users).toEqual([
      {
        userId: desk.admin.userId,
        username: desk.admin.username,
        fullName: null,
        deals: 3,
        realised: "137.14",
        currencies: [{ currencyId: USD, currency: "USD", deals: 3, realised: "137.14" }],
      },
    ]);
    expect(profits).toEqual({ step: "day", points: [{ date: day, realised: "137.14" }] });
    expect(baseCurrency).toBe("AFN");
    expect(await positionAccounts()).toEqual({ AFN: "-715860.00", USD: "10300.00" });
  });

  test("an edit, a deletion and a recovery leave what the deals that stand come to", async () => {
    const edited = dealBody([AFN, USD], ["28080", "400"], { exRate: "70.2", transDate: day });
    const params = { id: sale.id };
    await desk.admin.ok(updateTransaction, { params, body: edited });
    expect((await report()).of(USD)).toMatchObject({ sold: "400.00", closingQuantity: "10100.00", realised: "274.29" });
    await desk.admin.ok(deleteTransaction, { params });
    expect((await report()).of(USD)).toMatchObject({ deals: 2, sold: "0.00", closingQuantity: "10500.00", realised: "0.00" });
    await desk.admin.ok(recoverTransaction, { params });
    expect((await report()).of(USD)).toMatchObject({ sold: "400.00", closingQuantity: "10100.00", realised: "274.29" });
    await desk.admin.ok(updateTransaction, {
      params,
      body: dealBody([AFN, USD], ["14040", "200"], { exRate: "70.2", transDate: day }),
    });
    expect((await report()).of(USD)).toMatchObject({ closingQuantity: "10300.00", realised: "137.14", unrealised: "5002.86" });
  });

  test("a purchase dated before a sale changes what the sale realised", async () => {
    const late = await desk.post(dealBody([USD, AFN], ["1000", "69000"], { exRate: "69", transDate: "2026-02-27" }));
    // 798,900 for 11,500 is 69.4696: the 200 cost 13,893.91.
    expect((await report()).of(USD)).toMatchObject({ realised: "146.09", closingQuantity: "11300.00", cost: "785006.09" });
    await desk.admin.ok(deleteTransaction, { params: { id: late.id } });
    expect((await report()).of(USD)).toMatchObject({ realised: "137.14" });
  });

  test("a period has its opening and its closing, and its own profit", async () => {
    await desk.post(dealBody([AFN, USD], ["7100", "100"], { exRate: "71", transDate: "2026-03-05" }));
    const before = (await report({ toDate: "2026-03-04" })).of(USD);
    expect(before).toMatchObject({ openingQuantity: "0.00", closingQuantity: "10300.00", realised: "137.14", deals: 3 });
    const after = await report({ fromDate: "2026-03-02" });
    expect(after.of(USD)).toMatchObject({
      openingQuantity: "10300.00",
      closingQuantity: "10200.00",
      realised: "148.57",
      deals: 1,
    });
    expect(after.profits).toEqual({ step: "day", points: [{ date: "2026-03-05", realised: "148.57" }] });
    const quiet = await report({ fromDate: "2026-03-02", toDate: "2026-03-03" });
    expect(quiet.of(USD)).toMatchObject({
      openingQuantity: "10300.00",
      bought: "0.00",
      sold: "0.00",
      deals: 0,
      realised: "0.00",
    });
    expect([quiet.totals.deals, quiet.users]).toEqual([0, []]);
    expect((await report({ toDate: "2026-02-20" })).currencies).toEqual([]);
  });

  test("each person has the profit of the deals that he or she recorded", async () => {
    const body = dealBody([AFN, USD], ["7000", "100"], { exRate: "70", transDate: "2026-03-05" });
    const { id } = await desk.user.ok(createTransaction, { body });
    // Whoever corrects a deal does not take it over.
    await desk.admin.ok(updateTransaction, { params: { id }, body: { ...body, dAmount: "7100", exRate: "71" } });
    const { users, of, totals } = await report({ fromDate: "2026-03-02" });
    expect(users.map(({ username, deals, realised }) => [username, deals, realised])).toEqual([
      [desk.admin.username, 1, "148.57"],
      [desk.user.username, 1, "148.57"],
    ]);
    expect([of(USD).realised, totals.realised]).toEqual(["297.14", "297.14"]);
    const own = await report({ fromDate: "2026-03-02", userId: desk.user.userId });
    expect(own.of(USD)).toMatchObject({
      sold: "100.00",
      deals: 1,
      realised: "148.57",
      openingQuantity: "10300.00",
      closingQuantity: "10100.00",
    });
    expect(own.users).toEqual(users);
    const { userId, username } = desk.user;
    expect([totals.deals, own.chosen]).toEqual([2, { userId, username, fullName: null }]);
    // Also where there are none of that person.
    const quiet = await report({ fromDate: "2026-03-02", toDate: "2026-03-03", userId });
    expect([quiet.totals.deals, quiet.users, quiet.chosen]).toEqual([0, [], { userId, username, fullName: null }]);
    expect((await report({ userId: crypto.randomUUID() })).chosen).toBeNull();
    expect(own.profits.points).toEqual([{ date: "2026-03-05", realised: "148.57" }]);
    await desk.admin.ok(deleteTransaction, { params: { id } });
  });

  test("between two other currencies a deal is worth what was given, by the board of its day", async () => {
    // 1,000 EUR given are 76,086.96 AFN by the board (0.92 EUR and 70 AFN per USD); the dollars bought cost that.
    await desk.post(dealBody([EUR, AFN], ["1000", "75000"], { exRate: "75", transDate: "2026-03-06" }));
    await desk.post(dealBody([USD, EUR], ["1080", "1000"], { exRate: "1.08", transDate: "2026-03-07" }));
    const { of, totals } = await report({ fromDate: "2026-03-06" });
    expect(of(EUR)).toMatchObject({
      closingQuantity: "0.00",
      cost: "0.00",
      realised: "1086.96",
      averageRate: null,
      unrealised: "0.00",
    });
    expect(of(USD)).toMatchObject({ bought: "1080.00", realised: "0.00" });
    expect(totals.realised).toBe("1086.96");
    const everything = await report();
    const total = (figure: "cost" | "realised"): bigint =>
      everything.currencies.reduce((sum, row) => sum + BigInt(row[figure].replace(".", "")), 0n);
    expect(total("cost")).toBe(total("realised"));
  });

  test("the board of a day is the last one of that day, and one of today moves today's deals alone", async () => {
    const { today } = await report();
    await desk.post(dealBody([EUR, USD], ["100", "108"], { exRate: "1.08", transDate: today }));
    const at = async () => (await report({ fromDate: today })).of(EUR);
    expect(await at()).toMatchObject({ closingQuantity: "100.00", cost: "7560.00" });
    await desk.admin.ok(updateCurrency, { params: { id: AFN }, body: { rate: "71" } });
    expect(await at()).toMatchObject({ closingQuantity: "100.00", cost: "7668.00" });
    const realised = async () => (await report({ fromDate: "2026-03-06", toDate: "2026-03-31" })).of(EUR).realised;
    expect(await realised()).not.toBe("0.00");
    const { asOwner } = desk.server.database;
    await asOwner(`insert into currency_rates (currency_id, rate, recorded_at)
      values (1, 72, '2026-03-06 20:00+00'), (1, 73, '2026-03-07 20:00+00')`);
    // Recorded at half past midnight of the 7th in Kabul: the board of that day and of every later one until the next.
    expect(await realised()).toBe("3260.87");
    // By the clock of another place that next one is of the 7th already.
    await desk.admin.ok(updateBusinessSettings, { body: { timeZone: "UTC" } });
    expect(await realised()).toBe("4347.83");
    await asOwner("delete from currency_rates where rate = 73");
    await desk.admin.ok(updateBusinessSettings, { body: { timeZone: "Asia/Kabul" } });
    await desk.admin.ok(updateCurrency, { params: { id: AFN }, body: { rate: "70" } });
  });

  test("an outgoing hawala into another currency is a deal, with its commission, and one within a currency is none", async () => {
    const before = await positionAccounts();
    const remittance = { senderName: "Nabi", receiverName: "Laila", amount: "100", currency: "USD" };
    const conversion = { exchangeRate: "278", convertedCurrency: "PKR", commission: "800" };
    const { id } = await desk.operator.ok(createHawala, { body: { ...remittance, ...conversion } });
    await desk.operator.ok(createHawala, { body: remittance });
    const { of } = await report();
    expect(of(PKR)).toMatchObject({ closingQuantity: "-27800.00", sold: "27800.00", bought: "0.00" });
    const deals = await desk.user.ok(currencyPositionDeals, { query: { currencyId: PKR } });
    expect(deals).toMatchObject([
      { transType: "Hawala", sold: "27800.00", otherCurrency: "USD", otherAmount: "100.00", isByBoard: true },
    ]);
    expect((await positionAccounts())["USD"]).toBe(of(USD).closingQuantity);
    expect(before["PKR"]).toBeUndefined();
    await desk.admin.ok(deleteTransaction, { params: { id: deals[0]?.transactionId ?? id } });
    expect((await report()).of(PKR)).toMatchObject({ closingQuantity: "0.00", deals: 0 });
  });

  test("another base currency tells the same deals in that one", async () => {
    await desk.admin.ok(updateBusinessSettings, { body: { baseCurrency: "USD" } });
    const { of, totals, baseCurrency } = await report({ toDate: "2026-03-04" });
    // As AFN were given first, the house is short of them: 729,900 sold for 10,500, 14,040 bought back for 200.
    expect(baseCurrency).toBe("USD");
    expect(of(USD)).toMatchObject({ isBase: true, closingQuantity: "10300.00" });
    expect(of(AFN)).toMatchObject({
      quote: { unit: "USD", priced: "AFN" },
      closingQuantity: "-715860.00",
      cost: "-10298.03",
      realised: "1.97",
    });
    expect(of(AFN).averageRate).toBe("69.51426632");
    expect(of(AFN)).toMatchObject({ boardRate: "70.00000000", value: "-10226.57", unrealised: "71.46" });
    expect(totals).toMatchObject({ realised: "1.97", unrealised: "71.46" });
  });

  test.each([
    ["20000000", null],
    ["0.92", "1.08695652"],
  ])("at %s a dollar the board's rate is what a deal of the pair is judged by, if it may have it", async (rate, boardRate) => {
    await desk.admin.ok(updateCurrency, { params: { id: EUR }, body: { rate } });
    const deal = await desk.user.ok(exchangeContext, { query: { purchaseCurrencyId: EUR, sellingCurrencyId: USD } });
    expect([deal.boardRate, (await report()).of(EUR).boardRate]).toEqual([boardRate, boardRate]);
  });
});

test("stored days that are thrown away come to the same again", async () => {
  const known = await report();
  await desk.server.database.asOwner("delete from position_folds; delete from position_days");
  expect(JSON.stringify(await report())).toBe(JSON.stringify(known));
});

test("everybody who is signed in may read it, nobody else", async () => {
  const known = JSON.stringify(await desk.admin.ok(currencyPositionReport));
  for (const client of [desk.operator, desk.user]) expect(JSON.stringify(await client.ok(currencyPositionReport))).toBe(known);
  expect((await desk.server.anonymous.refused(currencyPositionReport)).status).toBe(401);
});

test("empty filters are none, and of somebody without deals there are none", async () => {
  expect(await desk.user.ok(currencyPositionReport, { query: { fromDate: "", toDate: "", userId: "" } })).toEqual(
    await desk.user.ok(currencyPositionReport),
  );
  const { totals, profits } = await report({ userId: desk.operator.userId, toDate: "2026-03-31" });
  expect([totals.deals, totals.realised, profits.points]).toEqual([0, "0.00", []]);
});
