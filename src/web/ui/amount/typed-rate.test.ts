import { describe, expect, it } from "vitest";

import { rateText } from "#kernel/rate.ts";

import { plainWithCommas } from "./typed-amount.ts";
import { isTypableRate, rateToSend, readRate, typedRate } from "./typed-rate.ts";

describe("what stands in a rate field", () => {
  it.each([
    ["69.80", "69.80"],
    ["69.", "69"],
    [".25", "0.25"],
    ["007.5", "7.5"],
    [" 69.8 ", "69.8"],
    ["۶۹٫۸۰", "69.80"],
    ["٦٩٫٨", "69.8"],
    ["0.000001", "0.000001"],
    ["0.01432665", "0.01432665"],
    ["1000000000", "1000000000"],
  ])("%j is the rate %s", (typed, text) => {
    expect(readRate(typed)).toMatchObject({ kind: "rate", text });
  });

  it.each(["", " ", "."])("%j is none yet", (typed) => {
    expect(readRate(typed)).toEqual({ kind: "empty" });
  });

  it.each([
    ["0", "zero"],
    ["0.00000000", "zero"],
    ["0.0000009", "tooSmall"],
    ["0.123456789", "decimals"],
    ["1000000000.00000001", "tooLarge"],
    ["9999999999999", "tooLarge"],
    ["-69.8", "unreadable"],
    ["69.8.0", "unreadable"],
    ["1k", "unreadable"],
    ["=1/70", "unreadable"],
    ["abc", "unreadable"],
    ["75 ; 76", "unreadable"],
  ])("%j is none because it is %s", (typed, fault) => {
    expect(readRate(typed)).toEqual({ kind: "fault", fault });
  });

  it.each(["69,80", "1,234.5", "۶۹،۸۰", "69٬80"])("%j keeps its comma: nobody can know what it means", (typed) => {
    expect(plainWithCommas(typed)).toContain(",");
    expect(isTypableRate(plainWithCommas(typed))).toBe(false);
    expect(readRate(typed)).toEqual({ kind: "fault", fault: "unreadable" });
  });
});

describe("a typed rate", () => {
  it.each([
    ["۶۹٫۸", "69.8", "69.80000000"],
    [".5", "0.5", "0.50000000"],
    ["070", "70", "70.00000000"],
  ])("%s is sent as %s", (typed, sent, exact) => {
    const rate = typedRate(typed);
    expect([rateToSend(typed), rate && rateText(rate)]).toEqual([sent, exact]);
  });

  it.each([
    ["", ""],
    [" ", ""],
    [".", ""],
    ["69,80", "69,80"],
    ["abc", "abc"],
    ["0", "0"],
    ["1.123456789", "1.123456789"],
  ])("%j is none, and is sent as %j", (typed, sent) => {
    expect(typedRate(typed)).toBeUndefined();
    expect(rateToSend(typed)).toBe(sent);
  });
});
