import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurrency, updateCurrency } from "#contract/currencies.ts";
import { exchangeContext } from "#contract/exchange.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction, recoverTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { enter, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR, PKR } = currency;

let desk: Desk;
let GBP: number;
beforeAll(async () => {
  desk = await openDesk();
  GBP = (await desk.admin.ok(createCurrency, { body: { code: "GBP", name: "Pound", symbol: "£", rate: "0.79" } })).id;
});
afterAll(() => desk.closeInBalance());

const context = (purchaseCurrencyId: number, sellingCurrencyId: number, who = desk.user) =>
  who.ok(exchangeContext, { query: { purchaseCurrencyId, sellingCurrencyId } });

/** Buys and sells over the counter. */
const deal = (currencyId: number, dAmount: string, more: Readonly<Record<string, unknown>>) =>
  desk.post(bodies.exchange(cash, cash, { currencyId, dAmount, ...more }));

describe("what a deal is judged by", () => {
  test("is the board rate as the pair is quoted, and nothing of the past on the first day", async () => {
    expect(await context(USD, AFN)).toEqual({
      boardRate: "70.00000000",
      lastRate: null,
      positions: [
        { currencyId: USD, currency: "USD", quantity: "0.00" },
        { currencyId: AFN, currency: "AFN", quantity: "0.00" },
      ],
      rateDeviationPercent: "2.00",
    });
    expect((await context(AFN, PKR)).boardRate).toBe("0.25179856");
    expect((await context(GBP, AFN)).boardRate).toBe("88.60759494");
  });

  test("is the same for everybody who is signed in", async () => {
    const seen = await Promise.all([desk.admin, desk.operator, desk.user].map((who) => context(USD, AFN, who)));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const query = { purchaseCurrencyId: USD, sellingCurrencyId: AFN };
    expect(await desk.server.anonymous.refused(exchangeContext, { query })).toMatchObject({ status: 401 });
  });

  test("has the last deal of either direction, by its date, and how long or short the house is by now", async () => {
    const bought = await deal(USD, "500", { cCurrencyId: AFN, cAmount: "34900", exRate: "69.8", transDate: "2026-03-05" });
    expect(await context(USD, AFN)).toMatchObject({
      lastRate: { rate: "69.80000000", transDate: "2026-03-05", transactionId: bought.id, direction: "same" },
      positions: [{ quantity: "500.00" }, { quantity: "-34900.00" }],
    });
    const sold = await deal(AFN, "14040", { cCurrencyId: USD, cAmount: "200", exRate: "70.2", transDate: "2026-03-06" });
    await deal(USD, "1", { cCurrencyId: AFN, cAmount: "65", exRate: "65", transDate: "2026-03-01" });
    expect(await context(USD, AFN)).toMatchObject({
      lastRate: { rate: "70.20000000", transDate: "2026-03-06", transactionId: sold.id, direction: "opposite" },
      positions: [
        { currency: "USD", quantity: "301.00" },
        { currency: "AFN", quantity: "-20925.00" },
      ],
    });
    expect(await context(AFN, USD)).toMatchObject({
      lastRate: { transactionId: sold.id, direction: "same" },
      positions: [{ currency: "AFN" }, { currency: "USD" }],
    });
    // Of one day the one that was recorded later, whichever way it went.
    const later = await deal(USD, "1", { cCurrencyId: AFN, cAmount: "71", exRate: "71", transDate: "2026-03-06" });
    expect((await context(USD, AFN)).lastRate).toMatchObject({ transactionId: later.id, direction: "same" });
    expect((await context(AFN, USD)).lastRate).toMatchObject({ transactionId: later.id, direction: "opposite" });
  });

  test("knows nothing of a deal that was deleted until it is recovered, nor of one between other currencies", async () => {
    const first = await deal(EUR, "10", { cCurrencyId: AFN, cAmount: "760", exRate: "76" });
    const second = await deal(EUR, "10", { cCurrencyId: AFN, cAmount: "770", exRate: "77" });
    const last = async () => (await context(EUR, AFN)).lastRate?.transactionId;
    expect(await last()).toBe(second.id);
    await desk.admin.ok(deleteTransaction, { params: { id: second.id } });
    expect(await last()).toBe(first.id);
    expect((await context(EUR, AFN)).positions[0]?.quantity).toBe("10.00");
    await desk.admin.ok(recoverTransaction, { params: { id: second.id } });
    expect(await last()).toBe(second.id);
    expect((await context(EUR, USD)).lastRate).toBeNull();
    expect((await context(PKR, AFN)).lastRate).toBeNull();
    // What a sender of a hawala was charged is no rate of the counter.
    const { lastRate } = await context(USD, AFN);
    await enter(desk, outgoing());
    expect((await context(USD, AFN)).lastRate).toEqual(lastRate);
  });

  test("turns the rate of an opposite deal over where the pair is not quoted alike both ways", async () => {
    await deal(AFN, "1000", { cCurrencyId: GBP, cAmount: "12.5", exRate: "0.0125" });
    expect((await context(GBP, AFN)).lastRate).toMatchObject({ rate: "80.00000000", direction: "opposite" });
    expect((await context(AFN, GBP)).lastRate).toMatchObject({ rate: "0.01250000", direction: "same" });
  });

  test("follows the board and the settings at once", async () => {
    await desk.admin.ok(updateCurrency, { params: { id: AFN }, body: { rate: "71.5" } });
    await desk.admin.ok(updateBusinessSettings, { body: { rateDeviationPercent: "3.5" } });
    expect(await context(USD, AFN)).toMatchObject({ boardRate: "71.50000000", rateDeviationPercent: "3.50" });
  });
});

test.each([
  [{ sellingCurrencyId: 1 }, "purchaseCurrencyId", "Purchase currency is required"],
  [{ purchaseCurrencyId: 1 }, "sellingCurrencyId", "Selling currency is required"],
  [{ purchaseCurrencyId: "", sellingCurrencyId: 1 }, "purchaseCurrencyId", "Purchase currency is required"],
  [{ purchaseCurrencyId: "USD", sellingCurrencyId: 1 }, "purchaseCurrencyId", "Purchase currency is required"],
  [{ purchaseCurrencyId: 0, sellingCurrencyId: 1 }, "purchaseCurrencyId", "Purchase currency is required"],
  [{ purchaseCurrencyId: 99999999999, sellingCurrencyId: 1 }, "purchaseCurrencyId", "Purchase currency is required"],
  [{ purchaseCurrencyId: 4711, sellingCurrencyId: 1 }, "purchaseCurrencyId", "This currency does not exist"],
  [{ purchaseCurrencyId: 1, sellingCurrencyId: 4711 }, "sellingCurrencyId", "This currency does not exist"],
  [
    { purchaseCurrencyId: 2, sellingCurrencyId: 2 },
    "sellingCurrencyId",
    "Purchase and selling currency are the same: that is a Transfer",
  ],
])("%j is refused: %s", async (query, path, message) => {
  expect(await desk.user.refused(exchangeContext, { query })).toMatchObject({
    status: 400,
    code: "invalid",
    message,
    issues: [{ path }],
  });
});
