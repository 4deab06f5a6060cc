import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, amountText, type Amount } from "./amount.ts";
import { convertAmount, crossRateText } from "./conversion.ts";
import { largestRate, parseRate, rateDecimals, smallestRate, type Rate } from "./rate.ts";

function rate(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(`"${text}" is no rate`);
  return parsed;
}

const anyRate = fc.bigInt({ min: smallestRate, max: largestRate }) as fc.Arbitrary<Rate>;
const anyAmount = fc.bigInt({ min: 1n, max: 99_999_999_999_999_999n }) as fc.Arbitrary<Amount>;

describe("a conversion by the board", () => {
  test.each([
    ["500.00", "1", "70", "35000.00"],
    ["35000.00", "70", "1", "500.00"],
    ["100.00", "70", "278", "397.14"],
    ["0.01", "278", "1", "0.00"],
    ["1.00", "3", "1", "0.33"],
    ["2.00", "3", "1", "0.67"],
    ["0.01", "2", "1", "0.01"],
    ["999999999999999.99", "0.000001", "1000000000", "999999999999999990000000000000.00"],
  ])("of %s at %s to %s is %s", (amount, source, target, result) => {
    expect(amountText(convertAmount(amountFrom(amount), { source: rate(source), target: rate(target) }))).toBe(result);
  });

  test("is the nearest hundredth to amount ÷ source × target, and the one away from zero of two", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, anyRate, (amount, source, target) => {
        const result = convertAmount(amount, { source, target });
        // result − exact lies in (−½, ½]: compared as whole numbers, multiplied by twice the divisor.
        const twiceError = 2n * (result * source - amount * target);
        expect(twiceError > -source && twiceError <= source).toBe(true);
      }),
    );
  });

  test("is rounded once: not even an amount that a rounded quotient would swallow is lost", () => {
    expect(convertAmount(amountFrom("1.00"), { source: rate("1000000000"), target: rate("1000000000") })).toBe(100n);
    fc.assert(
      fc.property(anyAmount, anyRate, (amount, same) => {
        expect(convertAmount(amount, { source: same, target: same })).toBe(amount);
      }),
    );
  });
});

describe("the rate between two currencies", () => {
  test.each([
    ["1", "70", "70.0000"],
    ["70", "1", "0.0143"],
    ["278", "70", "0.2518"],
    ["0.92", "1", "1.0870"],
    ["42000", "1", "0.0000"],
    ["1", "1", "1.0000"],
    ["200000", "10", "0.0001"],
  ])("from %s to %s per dollar is %s", (source, target, text) => {
    expect(crossRateText({ source: rate(source), target: rate(target) }, 4)).toBe(text);
  });

  test("from the dollar is the board's own rate", () => {
    fc.assert(
      fc.property(anyRate, (target) => {
        expect(parseRate(crossRateText({ source: rate("1"), target }, rateDecimals))).toBe(target);
      }),
    );
  });
});
