import { expect, it } from "vitest";

import { settlementFigures } from "#web/testing/partner-settlements.ts";

import { firstSettlement, withCurrency } from "./rules.ts";

it.each([
  ["hawala_partner", "-92000.00", "received"],
  ["hawala_partner", "92000.00", "paid"],
  // Of a company account what is shown positive is what it owes us.
  ["company", "92000.00", "received"],
  ["company", "-92000.00", "paid"],
  ["company", "0.00", "received"],
] as const)("of the balance of a %s, %s, it is proposed that it be %s", (type, balance, direction) => {
  const figures = settlementFigures({ balances: [{ currencyId: 1, currency: "AFN", balance }] });
  const { partner } = figures;
  expect(firstSettlement({ ...figures, partner: { ...partner, type } }).direction).toBe(direction);
});

it.each([
  ["what was proposed", {}, { counterCurrencyId: 1, amount: "92000.00", direction: "received" }],
  [
    "what was proposed, paid by whom was chosen",
    { direction: "received" },
    { counterCurrencyId: 1, amount: "92000.00", direction: "received" },
  ],
  [
    "a balance that he has not",
    { currencyId: 1, counterCurrencyId: 1, amount: "92000", direction: "received" },
    { counterCurrencyId: 3, amount: "", direction: "received" },
  ],
  ["a typed amount", { amount: "500" }, { counterCurrencyId: 1 }],
  ["an emptied amount", { amount: "" }, { counterCurrencyId: 1 }],
  [
    "what is no amount, where he has no balance",
    { currencyId: 3, counterCurrencyId: 3, amount: "12,50" },
    { counterCurrencyId: 1 },
  ],
  ["another currency that it is paid in", { amount: "500", counterCurrencyId: 3 }, { counterCurrencyId: 3 }],
] as const)(
  "beside %s, the choice of another currency of his account changes what nobody has typed",
  (_what, typed, expected) => {
    const balances = [
      { currencyId: 2, currency: "USD", balance: "350.00" },
      { currencyId: 1, currency: "AFN", balance: "-92000.00" },
    ];
    const figures = settlementFigures({ balances });
    const form = { ...firstSettlement(figures), ...typed };
    const chosen = form.currencyId === 1 ? 3 : 1;
    expect(withCurrency(form, figures, chosen)).toEqual({ currencyId: chosen, ...expected });
  },
);
