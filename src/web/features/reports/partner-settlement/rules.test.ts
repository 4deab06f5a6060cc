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
  ["what was proposed", {}, "92000.00", "received"],
  ["what was proposed, paid by whom was chosen", { direction: "received" }, "92000.00", "received"],
  ["a balance that he has not", { currencyId: 1, amount: "92000", direction: "received" }, "", "received"],
  ["a typed amount", { amount: "500" }, undefined, undefined],
  ["an emptied amount", { amount: "" }, undefined, undefined],
] as const)(
  "beside %s, the choice of another currency of his account makes the amount %s, %s",
  (_what, typed, amount, direction) => {
    const balances = [
      { currencyId: 2, currency: "USD", balance: "350.00" },
      { currencyId: 1, currency: "AFN", balance: "-92000.00" },
    ];
    const figures = settlementFigures({ balances });
    const form = { ...firstSettlement(figures), ...typed };
    const chosen = form.currencyId === 1 ? 3 : 1;
    expect(withCurrency(form, figures, chosen)).toEqual({
      currencyId: chosen,
      ...(amount === undefined ? {} : { amount, direction }),
    });
  },
);
