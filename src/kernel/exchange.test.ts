import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, amountText, largestAmount, type Amount } from "./amount.ts";
import { amountsMeet, isDividingPair, purchaseAmount, sellingAmount } from "./exchange.ts";
import { parseRate, rateText, smallestRate, type Rate } from "./rate.ts";

const codes = ["AFN", "USD", "EUR", "PKR"];
const divides = ["AFN>USD", "AFN>EUR", "AFN>PKR", "USD>EUR", "PKR>USD", "PKR>EUR"];
const pairs = codes.flatMap((from) => codes.filter((to) => to !== from).map((to) => ({ from, to })));
const anyPair = fc.constantFrom(...pairs, { from: "GBP", to: "USD" }, { from: "USD", to: "GBP" });
const anyRate = fc.bigInt({ min: smallestRate, max: 10n ** 14n }).map((rate) => rate as Rate);
const anyPurchase = fc.bigInt({ min: 1n, max: largestAmount }).map((minor) => minor as Amount);

function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

describe("the pair table", () => {
  test.each(pairs)("$from to $to goes the way the office quotes it", ({ from, to }) => {
    expect(isDividingPair(from, to)).toBe(divides.includes(`${from}>${to}`));
  });

  test("every other pair multiplies", () => expect(isDividingPair("GBP", "USD")).toBe(false));

  test.each([
    ["500.00", "69.80", "USD", "AFN", "34900.00"],
    ["14040.00", "70.20", "AFN", "USD", "200.00"],
    ["260.00", "70", "USD", "AFN", "18200.00"],
    ["0.01", "3", "AFN", "USD", "0.00"],
    ["0.01", "2", "AFN", "USD", "0.01"],
  ])("%s at %s from %s to %s gives %s", (purchase, at, from, to, selling) => {
    expect(amountText(sellingAmount(amountFrom(purchase), rateOf(at), { from, to }))).toBe(selling);
  });
});

describe("an exchange", () => {
  test("is within half a hundredth of the exact rational, in every pair and direction", () => {
    fc.assert(
      fc.property(anyPurchase, anyRate, anyPair, (purchase, at, pair) => {
        const selling = sellingAmount(purchase, at, pair);
        const scale = 10n ** 8n;
        const [top, bottom] = isDividingPair(pair.from, pair.to) ? [purchase * scale, at] : [purchase * at, scale];
        const distance = 2n * (selling * bottom - top);
        expect((distance < 0n ? -distance : distance) <= bottom).toBe(true);
      }),
    );
  });

  test("the other amount is found from either one", () => {
    fc.assert(
      fc.property(anyPurchase, anyRate, fc.constantFrom(...pairs), (selling, at, { from, to }) => {
        expect(purchaseAmount(selling, at, { from, to })).toBe(sellingAmount(selling, at, { from: to, to: from }));
      }),
    );
  });
});

test("a deal meets its rate within one hundredth, either way, and no further", () => {
  const met = ["34899.98", "34899.99", "34900.00", "34900.01", "34900.02"].filter((selling) =>
    amountsMeet({ purchase: amountFrom("500"), selling: amountFrom(selling), rate: rateOf("69.80") }, { from: "USD", to: "AFN" }),
  );
  expect(met).toEqual(["34899.99", "34900.00", "34900.01"]);
});

describe("a rate", () => {
  test("is read from its own text unchanged", () => {
    fc.assert(
      fc.property(anyRate, (value) => {
        expect(parseRate(rateText(value))).toBe(value);
      }),
    );
  });

  test.each(["", "-1", "1.123456789", "1e2", "1,5", ".5", "abc"])("%j is none", (text) => {
    expect(parseRate(text)).toBeUndefined();
  });
});
