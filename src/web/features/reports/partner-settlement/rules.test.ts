import { expect, it } from "vitest";

import { settlementFigures } from "#web/testing/partner-settlements.ts";

import { firstSettlement } from "./rules.ts";

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
