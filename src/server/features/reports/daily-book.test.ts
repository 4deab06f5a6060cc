import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { accountStatement, dailyBookMovements } from "#contract/reports.ts";
import { commissionAccountId } from "#kernel/id.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { enter, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

test("the movements of a daily book are a day's khata, from the database itself where reports are read from a replica", async () => {
  const reported = vi.spyOn(desk.server.app.deps.reports, "read");
  const farid = await desk.open(currency.USD);
  for (const [amount, transDate] of [
    ["1", "2026-03-01"],
    ["2", "2026-03-02"],
    ["3", "2026-03-02"],
    ["4", "2026-03-03"],
  ] as const)
    await desk.post(bodies.credit(farid, amount, { transDate }));
  const query = { accountId: cash.id, currencyId: currency.USD, limit: 1 };
  const book = { ...query, date: "2026-03-02" };
  const first = await desk.user.ok(dailyBookMovements, { query: book });
  const rest = await desk.user.ok(dailyBookMovements, { query: { ...book, cursor: first.nextCursor ?? "" } });
  expect(first).toMatchObject({ opening: "1.00", closing: "6.00", entries: [{ debit: "2.00", balance: "3.00" }] });
  expect(rest).toMatchObject({
    opening: "1.00",
    closing: "6.00",
    entries: [{ debit: "3.00", balance: "6.00" }],
    nextCursor: null,
  });
  expect(reported).not.toHaveBeenCalled();
  expect(await desk.user.ok(accountStatement, { query: { ...query, fromDate: book.date, toDate: book.date } })).toEqual(first);
  expect(reported).toHaveBeenCalledOnce();
});

test("a hawala between two currencies names in the book who stands behind it, what was given for it and at which rate", async () => {
  const partner = await desk.open(currency.AFN, { accountType: "hawala_partner" });
  await enter(desk, outgoing({ partnerAccountId: partner.id, transactionDate: "2026-03-05" }));
  const entries = async (accountId: number, currencyId: number) => {
    const query = { accountId, currencyId, date: "2026-03-05" };
    return (await desk.user.ok(dailyBookMovements, { query })).entries;
  };
  const rate = "70.00000000";
  expect(await entries(cash.id, currency.USD)).toMatchObject([
    { debit: "100.00", counterAccount: { id: partner.id }, exchanged: { amount: "6980.00", currency: "AFN", rate } },
  ]);
  const forDollars = { counterAccount: { id: cash.id }, exchanged: { amount: "100.00", currency: "USD", rate } };
  expect(await entries(partner.id, currency.AFN)).toMatchObject([{ credit: "6980.00", ...forDollars }]);
  expect(await entries(commissionAccountId, currency.AFN)).toMatchObject([{ credit: "20.00", ...forDollars }]);
});

test("what was said of a deal on one side alone is said of it on both", async () => {
  const deal = { currencyId: currency.USD, dAmount: "1", cCurrencyId: currency.AFN, cAmount: "70", exRate: "70" };
  const transDate = "2026-03-06";
  for (const words of [{ transDescription: "For the road" }, { cTransDescription: "For the road" }])
    await desk.post({
      ...bodies.exchange(cash, cash, { ...deal, transDate, transDescription: "", cTransDescription: "" }),
      ...words,
    });
  for (const currencyId of [currency.USD, currency.AFN]) {
    const { entries } = await desk.user.ok(dailyBookMovements, { query: { accountId: cash.id, currencyId, date: transDate } });
    expect(entries.map(({ narrative }) => narrative)).toEqual(["For the road", "For the road"]);
  }
});
