import { afterAll, beforeAll, expect, test } from "vitest";

import { cashBalance } from "#contract/balances.ts";
import { updateCurrency } from "#contract/currencies.ts";
import { getDashboard } from "#contract/dashboard.ts";
import { addDays, businessDateAt } from "#kernel/business-date.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let karim: Party;
let hans: Party;
const today = businessDateAt(new Date(), "Asia/Kabul");

beforeAll(async () => {
  desk = await openDesk();
  [karim, hans] = [await desk.open(currency.PKR), await desk.open(currency.EUR)];
});
afterAll(() => desk.closeInBalance());

async function passThrough(party: Party, came: string, went: string) {
  await desk.post(bodies.credit(party, "500", { transDate: came }));
  await desk.post(bodies.debit(party, "500", { transDate: went }));
}

async function shown() {
  const { cash, cashDays, books } = await desk.user.ok(getDashboard);
  const codes = (rows: readonly { readonly currency: string }[]) => rows.map((row) => row.currency);
  return { cash: codes(cash), chart: codes(cashDays.currencies), books: codes(books), cashDays, rows: books };
}

test("a currency that is inactive and in the till is told, however long ago it came there", async () => {
  const switchEuros = (isActive: boolean) => desk.admin.ok(updateCurrency, { params: { id: currency.EUR }, body: { isActive } });
  await desk.post(bodies.credit(hans, "7", { transDate: addDays(today, -60) }));
  await switchEuros(false);
  const { cash, chart, books } = await shown();
  for (const codes of [cash, chart, books]) expect(codes).toContain("EUR");
  const { rows } = await desk.user.ok(cashBalance);
  expect(rows.find((row) => row.currency === "EUR")).toMatchObject({ currentbalance: 7 });
  await switchEuros(true);
  await desk.post(bodies.debit(hans, "7", { transDate: addDays(today, -60) }));
});

test("a currency that is inactive and empty is told while its money is on the chart, or in the books of today", async () => {
  const { cashDays } = await shown();
  const [first = "", second = ""] = cashDays.dates;
  await passThrough(karim, addDays(today, -60), second);
  await passThrough(hans, addDays(today, -60), addDays(today, -40));
  for (const id of [currency.PKR, currency.EUR]) {
    await desk.admin.ok(updateCurrency, { params: { id }, body: { isActive: false } });
  }
  const codes = ["AFN", "USD", "PKR"];
  const told = await shown();
  expect(told).toMatchObject({ cash: codes, chart: codes, books: codes });
  const rupees = told.cashDays.currencies.find((row) => row.currency === "PKR");
  expect([told.cashDays.dates[0], ...(rupees?.balances.slice(0, 2) ?? [])]).toEqual([first, "500.00", "0.00"]);
  const { rows } = await desk.user.ok(cashBalance);
  expect(rows.find((row) => row.currency === "PKR")).toBeUndefined();

  await desk.admin.ok(updateCurrency, { params: { id: currency.EUR }, body: { isActive: true } });
  await passThrough(hans, today, today);
  await desk.admin.ok(updateCurrency, { params: { id: currency.EUR }, body: { isActive: false } });
  expect((await shown()).rows.find((row) => row.currency === "EUR")).toMatchObject({
    in: "500.00",
    out: "500.00",
    current: "0.00",
  });
});
