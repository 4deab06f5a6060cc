import { expect, test } from "vitest";

import { amountFrom, amountText } from "./amount.ts";
import { denominationsOf, worthOf } from "./cash-count.ts";

test("what was counted is worth its pieces together, and nothing is worth nothing", () => {
  const counted = [
    { value: amountFrom("1000.00"), pieces: 23 },
    { value: amountFrom("0.50"), pieces: 3 },
    { value: amountFrom("5.00"), pieces: 0 },
  ];
  expect(amountText(worthOf(counted))).toBe("23001.50");
  expect(worthOf([])).toBe(0n);
});

test("pieces beyond what a number counts exactly are still worth what they are", () => {
  expect(amountText(worthOf([{ value: amountFrom("5000.00"), pieces: 1_000_000 }]))).toBe("5000000000.00");
});

test.each([-1, 0.5])("%s pieces cannot be counted", (pieces) => {
  expect(() => worthOf([{ value: amountFrom("5.00"), pieces }])).toThrow("pieces are counted one by one");
});

test("each currency is counted in its own notes, one that was added later in common ones; always down to one", () => {
  expect(denominationsOf("PKR").map(amountText)).toContain("75.00");
  expect(denominationsOf("USD").map(amountText)[0]).toBe("100.00");
  for (const currency of ["AFN", "USD", "EUR", "PKR", "GBP", "AED"]) {
    const values = denominationsOf(currency);
    expect(values.at(-1)).toBe(100n);
    expect([...values].toSorted((one, other) => (one < other ? 1 : -1))).toEqual(values);
  }
});
