import { describe, expect, test } from "vitest";

import { amountFrom, amountText, largestAmount, type Amount } from "./amount.ts";
import { nearestDeals, quoteOf, rateOfAmounts } from "./exchange-deal.ts";
import { parseRate, rateText, type Rate } from "./rate.ts";

const dollars = { from: "USD", to: "AFN" };
const afghani = { from: "AFN", to: "USD" };
const pounds = { from: "GBP", to: "USD" };

function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

describe("the quote of a pair", () => {
  test.each([
    ["USD", "AFN", "USD", "AFN"],
    ["AFN", "USD", "USD", "AFN"],
    ["PKR", "AFN", "PKR", "AFN"],
    ["AFN", "PKR", "PKR", "AFN"],
    ["EUR", "USD", "EUR", "USD"],
    ["USD", "EUR", "EUR", "USD"],
    ["GBP", "USD", "GBP", "USD"],
    ["USD", "GBP", "USD", "GBP"],
  ])("%s to %s prices one %s in %s", (from, to, unit, priced) => {
    expect(quoteOf({ from, to })).toEqual({ unit, priced });
  });
});

describe("a selling amount that no purchase amount meets", () => {
  const shown = (selling: string, rate: string, pair: { from: string; to: string }) =>
    nearestDeals(amountFrom(selling), rateOf(rate), pair).map((deal) => [amountText(deal.purchase), amountText(deal.selling)]);

  test("lies between two deals that can be made", () => {
    expect(shown("35000", "69.80", dollars)).toEqual([
      ["501.43", "34999.81"],
      ["501.44", "35000.51"],
    ]);
    expect(shown("0.40", "69.80", dollars)).toEqual([["0.01", "0.70"]]);
  });

  test("is none where it can be met", () => {
    expect(shown("34900", "69.80", dollars)).toEqual([]);
    expect(shown("200", "70.20", afghani)).toEqual([]);
  });

  test("may lead to the largest amount, and never beyond it", () => {
    const nine = { selling: amountText((largestAmount - 4n) as Amount), rate: "9" };
    expect(shown(nine.selling, nine.rate, dollars).map(([, selling]) => selling)).toEqual([
      "999999999999999.90",
      "999999999999999.99",
    ]);
    expect(nearestDeals(largestAmount, rateOf("69.80"), dollars).every(({ selling }) => selling <= largestAmount)).toBe(true);
  });
});

describe("the rate of two amounts", () => {
  const shown = (purchase: string, selling: string, pair: { from: string; to: string }) => {
    const rate = rateOfAmounts({ purchase: amountFrom(purchase), selling: amountFrom(selling) }, pair);
    return rate === undefined ? undefined : rateText(rate);
  };

  test("has as few decimals as it takes", () => {
    expect(shown("500", "34900", dollars)).toBe("69.80000000");
    expect(shown("14040", "200", afghani)).toBe("70.20000000");
    expect(shown("501.43", "35000", dollars)).toBe("69.80037000");
    expect(shown("1000000", "12345.67", pounds)).toBe("0.01234567");
  });

  test("may be the smallest and the largest that a deal may have, and lies within them", () => {
    expect(shown("1000000", "1", pounds)).toBe("0.00000100");
    expect(shown("10000000", "5", pounds)).toBeUndefined();
    expect(shown("0.01", "10000000", pounds)).toBe("1000000000.00000000");
  });

  test("is none for nothing, beyond the limits of a rate, and where eight decimals are too coarse", () => {
    expect(shown("0", "5", dollars)).toBeUndefined();
    expect(shown("5", "0", dollars)).toBeUndefined();
    expect(shown("5", "0", afghani)).toBeUndefined();
    expect(shown("999999999999999", "0.01", dollars)).toBeUndefined();
    expect(shown("0.01", "999999999999999", dollars)).toBeUndefined();
    expect(shown("300000000000000.07", "100000000000000.01", dollars)).toBeUndefined();
  });
});
