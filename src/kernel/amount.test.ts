import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addAmounts,
  amountFrom,
  amountText,
  divideRounded,
  parseAmount,
  parseSum,
  subtractAmounts,
  type Amount,
} from "./amount.ts";

const longest = (digits: number) => `${"9".repeat(digits)}.99`;
/** What a sum can come to, far beyond what one entry can carry. */
const anySum = fc.bigInt({ min: 1n - 10n ** 46n, max: 10n ** 46n - 1n }).map((minor) => minor as Amount);
const anyAmount = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map((minor) => minor as Amount);

describe("an amount", () => {
  test("is read from its own text unchanged", () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(amountFrom(amountText(amount))).toBe(amount);
      }),
    );
  });

  test("of any size that a sum can have is read from its own text unchanged", () => {
    fc.assert(
      fc.property(anySum, (sum) => {
        expect(amountFrom(amountText(sum))).toBe(sum);
      }),
    );
  });

  test("that comes in has eighteen digits before its point at most; a sum that the program wrote has up to 44", () => {
    expect(parseAmount(longest(18))).toBe(10n ** 20n - 1n);
    expect(parseAmount(longest(19))).toBeUndefined();
    expect(parseSum(longest(44))).toBe(10n ** 46n - 1n);
    expect(parseSum(longest(45))).toBeUndefined();
    expect(amountFrom(longest(19))).toBe(10n ** 21n - 1n);
    expect(amountFrom(`-${longest(44)}`)).toBe(1n - 10n ** 46n);
    expect(() => amountFrom(longest(45))).toThrow("is no amount");
  });

  test.each([
    ["0", 0n],
    ["1234", 123400n],
    ["1234.5", 123450n],
    ["-0.01", -1n],
    ["999999999999999.99", 99_999_999_999_999_999n],
  ])("%s is %s hundredths", (text, minor) => expect(parseAmount(text)).toBe(minor));

  test.each(["", ".", "1.", ".5", "1.234", "1e3", "1,000", " 1", "NaN", "Infinity", "+1", "٣", "0x10", "--1"])(
    "%j is none",
    (text) => expect(parseAmount(text)).toBeUndefined(),
  );

  test.each(["12,50", "", "1.234", "1e19", "x1", "1x"])(
    "%j, had the program written it, were a defect, which is named",
    (text) => {
      expect(() => amountFrom(text)).toThrow(`"${text}" is no amount`);
    },
  );

  test("is added and taken away to the hundredth, beyond what a number counts exactly", () => {
    const [large, small] = [amountFrom("999999999999999.99"), amountFrom("0.02")];
    expect(amountText(addAmounts(large, small))).toBe("1000000000000000.01");
    expect(amountText(subtractAmounts(small, large))).toBe("-999999999999999.97");
  });
});

describe("rounding", () => {
  test("goes half away from zero", () => {
    expect([5n, 15n, -5n, -15n, 4n, -4n].map((value) => divideRounded(value, 10n))).toEqual([1n, 2n, -1n, -2n, 0n, 0n]);
  });

  test("is never further than half a unit from the exact quotient, and symmetric in sign", () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 20n });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), divisor, (top, bottom) => {
        const rounded = divideRounded(top, bottom);
        const distance = 2n * (rounded * bottom - top);
        expect((distance < 0n ? -distance : distance) <= bottom).toBe(true);
        expect(divideRounded(-top, bottom)).toBe(-rounded);
        expect(divideRounded(top, -bottom)).toBe(-rounded);
      }),
    );
  });
});
