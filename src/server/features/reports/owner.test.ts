import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateCurrency } from "#contract/currencies.ts";
import { cancelHawala, passHawala } from "#contract/hawalas.ts";
import { getOffice } from "#contract/office.ts";
import { ownerReport, type OwnerReport } from "#contract/report-balances.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { updateTransaction } from "#contract/transactions.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";
import { zoneOfTwoMidnights } from "#test/support/two-midnights.ts";

let desk: Desk;
let today: BusinessDate;
let yesterday: BusinessDate;
let farid: Party;
let bank: Party;

beforeAll(async () => {
  desk = await openDesk();
  today = (await desk.user.ok(getOffice)).today as BusinessDate;
  yesterday = addDays(today, -1);
  farid = await desk.open(currency.USD);
  bank = await desk.open(currency.USD, { accountType: "company" });
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const page = () => desk.admin.ok(ownerReport);
const row = ({ rows }: OwnerReport, code: string) => rows.find(({ currency: one }) => one === code);
const nothing = {
  cash: "0.00",
  banks: "0.00",
  owedToUs: "0.00",
  owedByUs: "0.00",
  inTransit: "0.00",
  pendingHawalas: "0.00",
  netWorth: "0.00",
  inBase: "0.00",
  change: "0.00",
  spent: "0.00",
};

test("an office that has done nothing is worth nothing, in every currency in use", async () => {
  const owner = await page();
  expect(owner).toMatchObject({ today, yesterday, baseCurrency: "USD", cashAccountId: 11, netWorth: "0.00", change: "0.00" });
  expect(owner.expenseAccounts).toEqual([]);
  expect(owner.rows).toEqual(
    [
      ["AFN", "70.00000000"],
      ["USD", "1.00000000"],
      ["EUR", "0.92000000"],
      ["PKR", "278.00000000"],
    ].map(([code, rate], index) => ({ currencyId: index + 1, currency: code, rate, ...nothing })),
  );
});

test("cash, banks and what is owed make the net worth; a deposit does not change it, a loan that is paid out neither", async () => {
  await desk.post(bodies.credit(farid, "1000", { transDate: yesterday }));
  await desk.post(bodies.credit(bank, "300", { transDate: yesterday }));
  await desk.post(bodies.debit(farid, "1500", { transDate: today }));
  const owner = await page();
  expect(row(owner, "USD")).toMatchObject({
    cash: "-800.00",
    banks: "300.00",
    owedToUs: "500.00",
    owedByUs: "0.00",
    netWorth: "0.00",
    change: "0.00",
  });
  expect(owner).toMatchObject({ netWorth: "0.00", yesterdayNetWorth: "0.00" });
});

test("a commission raises it from the day it was earned; a hawala in transit is owed by the house itself", async () => {
  await enter(
    desk,
    outgoing({ transactionDate: today, currency: "USD", convertedCurrency: "USD", exchangeRate: "1", commission: "20" }),
  );
  expect(row(await page(), "USD")).toMatchObject({
    cash: "-700.00",
    owedByUs: "0.00",
    inTransit: "80.00",
    netWorth: "20.00",
    inBase: "20.00",
    change: "20.00",
  });
});

test("what is dated tomorrow belongs to tomorrow", async () => {
  const before = await page();
  const tomorrow = addDays(today, 1);
  await desk.post(bodies.credit(farid, "77", { transDate: tomorrow }));
  const waiting = await enter(desk, incoming({ transactionDate: tomorrow }));
  expect(await page()).toEqual(before);
  await desk.user.ok(passHawala, { params: { id: waiting.id }, body: { transDate: tomorrow } });
  const sent = await enter(desk, outgoing({ transactionDate: today }));
  const body = { transType: "Hawala", transDate: tomorrow };
  await desk.admin.ok(updateTransaction, { params: { id: sent.transactionId ?? 0 }, body });
  expect(await page()).toEqual(before);
});

test("a hawala that waits takes from it since its own date, until it is paid; a cancelled one does not", async () => {
  const old = await enter(desk, incoming({ transactionDate: yesterday, rAmount: "7000", intoUSD: "100" }));
  const fresh = await enter(desk, incoming({ transactionDate: today, rAmount: "700", intoUSD: "10" }));
  const dropped = await enter(desk, incoming({ transactionDate: today, rAmount: "70000", intoUSD: "1000" }));
  await desk.admin.ok(cancelHawala, { params: { id: dropped.id } });
  expect(row(await page(), "AFN")).toMatchObject({
    pendingHawalas: "7700.00",
    netWorth: "-7700.00",
    inBase: "-110.00",
    change: "-700.00",
  });
  // Paid: the partner owes us what went out of the box, and nobody waits any more.
  await desk.user.ok(passHawala, { params: { id: old.id }, body: { transDate: today } });
  expect(row(await page(), "AFN")).toMatchObject({
    cash: "-7000.00",
    owedToUs: "7000.00",
    pendingHawalas: "700.00",
    netWorth: "-700.00",
    change: "6300.00",
  });
  await desk.user.ok(passHawala, { params: { id: fresh.id } });
  expect(row(await page(), "AFN")).toMatchObject({ pendingHawalas: "0.00", netWorth: "0.00", change: "7000.00" });
});

test("the change tells what the rates did from what business did", async () => {
  const { asOwner } = desk.server.database;
  const afghani = await desk.open(currency.AFN);
  // A house that is long in afghani since yesterday: the customer owes it 7,000, and nobody is owed for it.
  const sides = { currencyId: currency.AFN, dAmount: "7000", cCurrencyId: currency.USD, cAmount: "100", exRate: "70" };
  await desk.post(bodies.exchange(afghani, farid, { ...sides, transDate: yesterday }));
  await asOwner(
    "insert into currency_rates (currency_id, rate, recorded_at) values (1, 50, now() - interval '9 days'), (1, 70, now() - interval '2 days')",
  );
  await desk.admin.ok(updateCurrency, { params: { id: currency.AFN }, body: { rate: "80" }, headers: { "if-match": "1" } });
  const owner = await page();
  // 7,000 AFN were 100.00 USD yesterday and are 87.50 now; the 7,000 that waited then have been paid since.
  expect(row(owner, "AFN")).toMatchObject({ rate: "80.00000000", netWorth: "7000.00", inBase: "87.50", change: "7000.00" });
  expect(owner).toMatchObject({ netWorth: "7.50", yesterdayNetWorth: "-100.00", change: "107.50", changeByRates: "0.00" });
});

test("a rate of the first hour of today is none of yesterday's, also where that hour comes twice", async () => {
  const office = await openDesk();
  const { asOwner } = office.server.database;
  const { timeZone, firstMidnight } = zoneOfTwoMidnights(0);
  await asOwner("update business_settings set time_zone = $1", [timeZone]);
  const transDate = addDays((await office.user.ok(getOffice)).today as BusinessDate, -1);
  const sides = { currencyId: currency.AFN, dAmount: "7000", cCurrencyId: currency.USD, cAmount: "100", exRate: "70" };
  await office.post(bodies.exchange(await office.open(currency.AFN), await office.open(currency.USD), { ...sides, transDate }));
  await asOwner(
    "insert into currency_rates (currency_id, rate, recorded_at) values (1, 70, $1::timestamptz - interval '1 second'), (1, 80, $1)",
    [firstMidnight],
  );
  expect(await office.admin.ok(ownerReport)).toMatchObject({ yesterdayNetWorth: "0.00" });
  await office.closeInBalance();
});

describe("what is paid to an expense account", () => {
  let rent: Party;
  let before: OwnerReport;
  const name = (...expenseCodes: string[]) => desk.admin.ok(updateBusinessSettings, { body: { expenseCodes } });

  beforeAll(async () => {
    rent = await desk.open(currency.AFN, { accountName: "Rent", lastName: "Shop", accountType: "company" });
    before = await page();
    expect(row(before, "AFN")).toMatchObject({ cash: "-7700.00", banks: "0.00", netWorth: "7000.00", change: "7000.00" });
  });

  test("is held as in a bank while nothing says that it is spent, nor where a customer, the house or nobody has the code", async () => {
    await desk.post(bodies.credit(rent, "700", { transDate: today }));
    const held = await page();
    expect(row(held, "AFN")).toMatchObject({ cash: "-8400.00", banks: "700.00", netWorth: "7000.00", spent: "0.00" });
    await name(farid.accountCode, "COMMISSION", "POSITION-AFN", "9999");
    expect(await page()).toEqual(held);
  });

  test("is spent from its day on: paid today it lowers the net worth, by business and not by rates", async () => {
    await name("9999", rent.accountCode, farid.accountCode);
    const owner = await page();
    const { id, accountCode: code } = rent;
    expect(owner.expenseAccounts).toEqual([{ id, code, name: "Rent Shop", type: "company", isSystem: false }]);
    expect(row(owner, "AFN")).toMatchObject({
      cash: "-8400.00",
      banks: "0.00",
      netWorth: "6300.00",
      inBase: "78.75",
      change: "6300.00",
      spent: "700.00",
    });
    // 700 AFN are 8.75 USD.
    expect(owner).toMatchObject({ netWorth: "-1.25", yesterdayNetWorth: "-100.00", change: "98.75", changeByRates: "0.00" });
    expect(row(owner, "USD")).toEqual(row(before, "USD"));
  });

  test("paid yesterday it lowers both days, and the change of neither", async () => {
    await desk.post(bodies.credit(rent, "7000", { transDate: yesterday }));
    const owner = await page();
    expect(row(owner, "AFN")).toMatchObject({ cash: "-15400.00", netWorth: "-700.00", change: "6300.00", spent: "7700.00" });
    // 7,000 AFN were 100.00 USD at yesterday's rate and are 87.50 at that of now.
    expect(owner).toMatchObject({ netWorth: "-88.75", yesterdayNetWorth: "-200.00", change: "111.25", changeByRates: "12.50" });
  });

  test("dated tomorrow is not spent yet; given back it is not spent any more", async () => {
    const spent = await page();
    await desk.post(bodies.credit(rent, "5", { transDate: addDays(today, 1) }));
    expect(await page()).toEqual(spent);
    await desk.post(bodies.debit(rent, "7700", { transDate: today }));
    expect(row(await page(), "AFN")).toMatchObject({ cash: "-7700.00", netWorth: "7000.00", spent: "0.00" });
  });

  test("is held again once nothing says otherwise", async () => {
    await name();
    const owner = await page();
    expect(row(owner, "AFN")).toMatchObject({ cash: "-7700.00", banks: "0.00", netWorth: "7000.00", change: "7000.00" });
    expect(owner).toEqual(before);
  });
});

test("a currency that is switched off counts while the house has anything of it, and where it had it yesterday", async () => {
  const switchRupees = (isActive: boolean) => desk.admin.ok(updateCurrency, { params: { id: currency.PKR }, body: { isActive } });
  const { netWorth, change } = await page();
  const figures = { currency: "PKR", rAmount: "278", rate: "278", intoUSD: "1" };
  const waiting = await enter(desk, incoming({ transactionDate: today, ...figures }));
  await switchRupees(false);
  expect(row(await page(), "PKR")).toMatchObject({ pendingHawalas: "278.00", netWorth: "-278.00", inBase: "-1.00" });
  await desk.admin.ok(cancelHawala, { params: { id: waiting.id } });
  expect(row(await page(), "PKR")).toBeUndefined();

  await switchRupees(true);
  const [rupees, dollar] = [currency.PKR, currency.USD];
  const bought = { currencyId: rupees, dAmount: "278", cCurrencyId: dollar, cAmount: "1", exRate: "278" };
  const sold = { currencyId: dollar, dAmount: "1", cCurrencyId: rupees, cAmount: "278", exRate: "278" };
  await desk.post(bodies.exchange(cash, cash, { ...bought, transDate: yesterday }));
  await desk.post(bodies.exchange(cash, cash, { ...sold, transDate: today }));
  await switchRupees(false);
  const owner = await page();
  expect(row(owner, "PKR")).toMatchObject({ cash: "0.00", netWorth: "0.00", change: "-278.00" });
  expect(owner).toMatchObject({ netWorth, change });
  await switchRupees(true);
});

test("every role reads it, nobody who is not signed in", async () => {
  for (const client of [desk.operator, desk.user]) expect((await client.ok(ownerReport)).rows).toHaveLength(4);
  expect(await desk.server.anonymous.refused(ownerReport)).toMatchObject({ status: 401 });
});
