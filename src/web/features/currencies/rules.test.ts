import { describe, expect, it } from "vitest";

import { parseRate, type Rate } from "#kernel/rate.ts";
import { formatRate, shortRate } from "#web/lib/format.ts";

import { chartPoints, edgesOf, spanOf } from "./chart-points.ts";
import type { RateHistory } from "./queries.ts";
import { changeOf, isBeyond, percentText, suggestionFor } from "./rules.ts";

function rate(text: string): Rate {
  return parseRate(text) ?? (0n as Rate);
}

describe("a rate in words", () => {
  it.each([
    ["70.00000000", "70.00"],
    ["69.80000000", "69.80"],
    ["277.12500000", "277.125"],
    ["0.01432665", "0.01432665"],
    ["0.00002300", "0.000023"],
    ["1.12345678", "1.12345678"],
  ])("%s is %s", (stored, words) => {
    expect(shortRate(stored)).toBe(words);
  });

  it("has a comma between the thousands", () => {
    expect(formatRate("42000.50000000")).toBe("42,000.50");
  });
});

describe("the change of a rate", () => {
  it.each([
    ["70", "68", "+2.94"],
    ["7", "70", "-90.00"],
    ["70", "70", "0.00"],
    ["700", "70", "+900.00"],
  ])("to %s from %s is %s percent", (now, before, percent) => {
    expect(percentText(changeOf(rate(now), rate(before)))).toBe(percent);
  });

  it.each([
    [200n, "2.00", false],
    [201n, "2.00", true],
    [-201n, "2", true],
    [1n, "0.00", true],
  ])("of %s hundredths beyond %s percent: %s", (change, percent, beyond) => {
    expect(isBeyond(change, percent)).toBe(beyond);
  });
});

describe("what is known of a code", () => {
  it("is its name and symbol", () => {
    expect(suggestionFor("GBP")).toEqual({ name: "British Pound", symbol: "£" });
    expect(suggestionFor("CHF")).toEqual({ name: "Swiss Franc", symbol: "CHF" });
  });

  it.each(["", "GB", "ZZZ", "gbp", "A1C"])("is nothing for %j", (code) => {
    expect(suggestionFor(code)).toBeUndefined();
  });
});

describe("the chart of a history", () => {
  const history: RateHistory = [
    { rate: "70.50000000", recordedAt: "2026-03-03T00:00:00.000Z", recordedBy: "admin" },
    { rate: "9.00000000", recordedAt: "2026-03-02T00:00:00.000Z", recordedBy: "admin" },
    { rate: "70.00000000", recordedAt: "2026-03-01T00:00:00.000Z", recordedBy: null },
  ];
  const now = Date.parse("2026-03-04T00:00:00.000Z");

  it("runs from the oldest rate to now", () => {
    expect(chartPoints(history, now).map((point) => point.rate)).toEqual([70, 9, 70.5, 70.5]);
    expect(chartPoints(history, now).at(-1)?.at).toBe(now);
    expect(chartPoints([], now)).toEqual([]);
  });

  it("knows its extremes by value and not by text, and leaves a margin", () => {
    expect(spanOf(history)).toMatchObject({ lowest: "9.00000000", highest: "70.50000000" });
    const [least, most] = edgesOf(chartPoints(history, now));
    expect(least).toBeLessThan(9);
    expect(most).toBeGreaterThan(70.5);
    expect(edgesOf([{ at: 1, rate: 8 }])).toEqual([7, 9]);
  });
});
