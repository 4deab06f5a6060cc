import { describe, expect, it } from "vitest";

import { parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { spokenIn } from "#web/testing/own-direction.ts";

import { solarDate, weekdayName } from "./solar-date.ts";
import { afterDateKey, dateFault, readDate, type DateKeys } from "./typed-date.ts";

const today = "2026-03-21" as BusinessDate;

function press(text: string, ...keys: readonly string[]): string | undefined {
  let state: DateKeys | undefined = { text };
  for (const key of keys) state = state === undefined ? undefined : afterDateKey(state, key, today);
  return state?.text;
}

describe("a typed date", () => {
  it.each([
    ["2026-03-21", "2026-03-21"],
    ["2026/3/1", "2026-03-01"],
    ["2026.3.1", "2026-03-01"],
    ["20260321", "2026-03-21"],
    ["۲۰۲۶-۰۳-۲۱", "2026-03-21"],
    ["\u061C2026-03-21\u061C", "2026-03-21"],
    ["2024-02-29", "2024-02-29"],
    ["1405-01-01", "2026-03-21"],
    ["1404/12/29", "2026-03-20"],
    ["14040527", "2025-08-18"],
    ["۱۴۰۳/۱۲/۳۰", "2025-03-20"],
    ["1405.7.1", "2026-09-23"],
  ])("%s is %s", (typed, date) => {
    expect(readDate(typed)).toBe(date);
  });

  it.each([
    "",
    "2026",
    "2026-02-30",
    "2026-13-01",
    "2025-02-29",
    "21/03/2026",
    "tomorrow",
    "1404-12-30",
    "1405-07-31",
    "1405-13-01",
    "1405-01-32",
    "1405-00-10",
  ])("%j is no day", (typed) => {
    expect(readDate(typed)).toBeUndefined();
    expect(dateFault(typed, today)).toBe("impossible");
  });

  it.each([
    ["1999-12-31", "tooEarly"],
    ["2000-01-01", undefined],
    ["2026-03-22", undefined],
    ["2026-03-23", "tooLate"],
    ["1378-10-10", "tooEarly"],
    ["1378-10-11", undefined],
    ["1405-01-03", "tooLate"],
  ])("%s is %s for an office whose day is 2026-03-21", (typed, fault) => {
    expect(dateFault(typed, today)).toBe(fault);
  });
});

describe("the date keys", () => {
  it.each<[string, readonly string[], string]>([
    ["2020-01-01", ["t"], "2026-03-21"],
    ["", ["t"], "2026-03-21"],
    ["2026-03-21", ["+"], "2026-03-22"],
    ["2026-03-21", ["-"], "2026-03-20"],
    ["2026-03-21", ["+", "+"], "2026-03-23"],
    ["2026-03-21", ["+", "5"], "2026-03-26"],
    ["2026-03-21", ["-", "1", "0"], "2026-03-11"],
    ["2026-03-01", ["-"], "2026-02-28"],
    ["", ["+"], "2026-03-22"],
    ["20", ["+"], "2026-03-22"],
  ])("in %j, %j gives %s", (text, keys, result) => {
    expect(press(text, ...keys)).toBe(result);
  });

  it("let a minus inside an unfinished date be typed", () => {
    expect(press("2026", "-")).toBeUndefined();
    expect(press("2026-03", "-")).toBeUndefined();
  });

  it("count no more days than four digits say", () => {
    expect(press("2026-03-21", "+", "9", "9", "9", "9")).toBe("2053-08-05");
    expect(press("2026-03-21", "+", "9", "9", "9", "9", "9")).toBeUndefined();
  });

  it("let digits be typed where no days are being counted", () => {
    expect(press("2026-03-2", "1")).toBeUndefined();
  });
});

describe("the Solar Hijri date", () => {
  it.each([
    ["2026-03-21", 1405, 1, 1],
    ["2026-03-20", 1404, 12, 29],
    ["2025-08-18", 1404, 5, 27],
    ["2025-03-20", 1403, 12, 30],
  ])("of %s is %i-%i-%i", (text, year, month, day) => {
    expect(solarDate(text as BusinessDate)).toEqual({ year, month, day });
  });

  it("agrees with the runtime's Afghan month names", () => {
    const date = parseBusinessDate("2026-03-21");
    const named = new Intl.DateTimeFormat("fa-AF-u-ca-persian", { month: "long", timeZone: "UTC" });
    expect(date).toBe("2026-03-21");
    expect(named.format(new Date("2026-03-21T12:00:00Z"))).toBe("حمل");
    expect(weekdayName("2026-03-21" as BusinessDate)).toBe("Saturday");
    spokenIn("fa-AF");
    expect(weekdayName("2026-03-21" as BusinessDate)).toBe("شنبه");
  });
});
