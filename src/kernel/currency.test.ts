import { expect, test } from "vitest";

import { currencySymbol, isIsoCurrency } from "./currency.ts";

test.each([
  ["AFN", "؋"],
  ["USD", "$"],
  ["EUR", "€"],
  ["PKR", "₨"],
  ["GBP", "£"],
  ["AED", "AED"],
])("%s is printed as %s", (code, symbol) => expect(currencySymbol(code)).toBe(symbol));

test("a currency is one of ISO 4217, in capitals", () => {
  expect(["AFN", "USD", "IRR", "AED"].filter(isIsoCurrency)).toEqual(["AFN", "USD", "IRR", "AED"]);
  expect(["ABC", "usd", "US", ""].filter(isIsoCurrency)).toEqual([]);
});
