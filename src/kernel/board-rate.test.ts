import { describe, expect, test } from "vitest";

import { boardRate, turnedRate } from "./board-rate.ts";
import { parseRate, rateText, type Rate } from "./rate.ts";

const perUsd = { AFN: "70", USD: "1", EUR: "0.92", PKR: "278", GBP: "0.79", IRR: "42000" } as const;
type Code = keyof typeof perUsd;

const rate = (text: string): Rate => {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
};
const shown = (found: Rate | undefined): string | undefined => (found === undefined ? undefined : rateText(found));

describe("the board rate", () => {
  test.each([
    ["USD", "AFN", "70.00000000"],
    ["AFN", "USD", "70.00000000"],
    ["EUR", "AFN", "76.08695652"],
    ["AFN", "EUR", "76.08695652"],
    ["PKR", "AFN", "0.25179856"],
    ["AFN", "PKR", "0.25179856"],
    ["EUR", "USD", "1.08695652"],
    ["USD", "EUR", "1.08695652"],
    ["USD", "PKR", "278.00000000"],
    ["PKR", "USD", "278.00000000"],
    ["EUR", "PKR", "302.17391304"],
    ["PKR", "EUR", "302.17391304"],
    ["GBP", "AFN", "88.60759494"],
    ["AFN", "GBP", "0.01128571"],
  ] as const)("of %s to %s is quoted as the pair is: %s", (from, to, expected) => {
    expect(shown(boardRate({ from: rate(perUsd[from]), to: rate(perUsd[to]) }, { from, to }))).toBe(expected);
  });

  test("may be the smallest and the largest that a deal may have", () => {
    const pair = { from: "GBP", to: "IRR" };
    expect(shown(boardRate({ from: rate("1000000"), to: rate("1") }, pair))).toBe("0.00000100");
    expect(shown(boardRate({ from: rate("1"), to: rate("1000000000") }, pair))).toBe("1000000000.00000000");
  });

  test("is none where no deal may have it", () => {
    const [tiny, huge] = [rate("0.000001"), rate("1000000000")];
    expect(boardRate({ from: huge, to: tiny }, { from: "GBP", to: "IRR" })).toBeUndefined();
    expect(boardRate({ from: tiny, to: huge }, { from: "GBP", to: "IRR" })).toBeUndefined();
  });
});

describe("a rate of the opposite deal", () => {
  test.each([
    ["USD", "AFN"],
    ["PKR", "AFN"],
    ["EUR", "USD"],
    ["USD", "PKR"],
  ] as const)("between %s and %s is quoted alike", (from, to) => {
    expect(shown(turnedRate(rate("69.8"), { from, to }))).toBe("69.80000000");
    expect(shown(turnedRate(rate("69.8"), { from: to, to: from }))).toBe("69.80000000");
  });

  test("of a pair that multiplies both ways is turned over", () => {
    const pair: { from: Code; to: Code } = { from: "GBP", to: "AFN" };
    expect(shown(turnedRate(rate("0.0125"), pair))).toBe("80.00000000");
    expect(turnedRate(rate("1000000000"), pair)).toBeUndefined();
  });
});
