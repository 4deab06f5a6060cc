import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, type Amount } from "./amount.ts";
import { rateDoubt, turnedRateText } from "./exchange-rate.ts";
import { largestRate, parseRate, smallestRate, type Rate } from "./rate.ts";

const twoPercent = amountFrom("2.00");
const anyRate = fc.bigInt({ min: smallestRate, max: largestRate }).map((rate) => rate as Rate);

function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (parsed === undefined) throw new Error(text);
  return parsed;
}

describe("a rate beside the expected one", () => {
  test.each([
    ["69.80", "70", undefined],
    ["71.4", "70", undefined],
    ["68.6", "70", undefined],
    ["71.40000001", "70", { kind: "above", percent: amountFrom("2.00") }],
    ["73", "70", { kind: "above", percent: amountFrom("4.29") }],
    ["68", "70", { kind: "below", percent: amountFrom("2.86") }],
    ["700", "70", { kind: "above", percent: amountFrom("900.00") }],
    ["7", "70", { kind: "below", percent: amountFrom("90.00") }],
    ["0.0143", "69.80", { kind: "turned" }],
    ["69.80", "0.0143", { kind: "turned" }],
    ["0.93", "1.08", { kind: "turned" }],
    ["4", "0.25", { kind: "turned" }],
    ["0.0002", "70", { kind: "below", percent: amountFrom("100.00") }],
    ["1000000000", "70", { kind: "above", percent: amountFrom("1428571328.57") }],
    ["35", "70", { kind: "below", percent: amountFrom("50.00") }],
    // Near the expected one when it is turned round: half of it off, above or below, and no more.
    ["4", "0.375", { kind: "turned" }],
    ["4", "0.376", { kind: "above", percent: amountFrom("963.83") }],
    ["4", "0.1667", { kind: "turned" }],
    ["4", "0.1666", { kind: "above", percent: amountFrom("2300.96") }],
    // And a good deal nearer than as it stands: four times.
    ["1.25", "0.65", { kind: "turned" }],
    ["1.25", "0.64", { kind: "above", percent: amountFrom("95.31") }],
    ["1.2", "1", { kind: "above", percent: amountFrom("20.00") }],
  ])("of %s where %s was expected", (rate, expected, doubt) => {
    expect(rateDoubt(rateOf(rate), rateOf(expected), twoPercent)).toEqual(doubt);
  });

  test("is doubted from the office's own limit on", () => {
    expect(rateDoubt(rateOf("71"), rateOf("70"), amountFrom("1.42"))).toMatchObject({ kind: "above" });
    expect(rateDoubt(rateOf("71"), rateOf("70"), amountFrom("1.43"))).toBeUndefined();
    expect(rateDoubt(rateOf("70"), rateOf("70"), 0n as Amount)).toBeUndefined();
    expect(rateDoubt(rateOf("70.00000001"), rateOf("70"), 0n as Amount)).toMatchObject({ kind: "above" });
  });
});

describe("a rate turned round", () => {
  test.each([
    ["69.80", "0.01432665"],
    ["0.25", "4.00000000"],
    ["1", "1.00000000"],
    ["0.000001", "1000000.00000000"],
    // Eight decimals would leave one figure of it.
    ["250000", "0.0000040000"],
  ])("%s reads %s", (rate, turned) => expect(turnedRateText(rateOf(rate))).toBe(turned));

  test("is the exact quotient, rounded half away from zero in its last decimal, and never nothing", () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        const [whole = "", decimals = ""] = turnedRateText(rate).split(".");
        const units = BigInt(whole + decimals);
        // 1 ÷ (rate / 10^8) = units / 10^decimals, give or take half a unit.
        const distance = 2n * (units * rate - 10n ** BigInt(8 + decimals.length));
        expect((distance < 0n ? -distance : distance) <= rate).toBe(true);
        expect(units > 0n).toBe(true);
      }),
    );
  });
});
