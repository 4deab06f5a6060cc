import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { largestRate, rateFrom, rateText, smallestRate, type Rate } from "./rate.ts";

describe("a rate that was written here", () => {
  test("is read from its own text unchanged", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: smallestRate, max: largestRate }), (rate) => {
        expect(rateFrom(rateText(rate as Rate))).toBe(rate);
      }),
    );
  });

  test.each([
    ["70", 7_000_000_000n],
    ["69.8", 6_980_000_000n],
    ["0.00000001", 1n],
  ])("%s is read by its value", (text, rate) => expect(rateFrom(text)).toBe(rate));

  test.each(["", "0", "0.00000000", "-1", "1e3", "1,000"])("%j is none, and that is a fault of the program", (text) => {
    expect(() => rateFrom(text)).toThrow(`Assertion failed: "${text}" is no rate`);
  });
});
