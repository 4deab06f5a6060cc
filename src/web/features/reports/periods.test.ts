import { expect, test } from "vitest";

import type { BusinessDate } from "#kernel/business-date.ts";

import { periodOf } from "./currency-position/place.ts";
import { presetDays, presetInUrl, presetOf, presets } from "./periods.ts";
import { firstDayOf } from "./statement/place.ts";

const today = "2026-03-25" as BusinessDate;

test("a period by name begins on its first day: the week on Saturday, the Solar month with its own first", () => {
  expect(presets.map((preset) => presetDays(preset, today).fromDate)).toEqual([
    "2026-03-25",
    "2026-03-21",
    "2026-03-01",
    "2026-03-21",
    "2026-02-23",
    "",
  ]);
});

test("every period by name ends today, and only all days have no end", () => {
  expect(presets.map((preset) => presetInUrl(preset, today).to)).toEqual([today, today, today, today, today, ""]);
  expect(presetInUrl("all", today)).toEqual({ from: "any", to: "" });
});

test("the days of a period have its name, and other days have none", () => {
  expect(presetOf({ fromDate: "2026-03-01", toDate: today }, today, presets)).toBe("month");
  expect(presetOf({ fromDate: "", toDate: "" }, today, presets)).toBe("all");
  expect(presetOf({ fromDate: "2026-03-02", toDate: today }, today, presets)).toBeUndefined();
  expect(presetOf({ fromDate: "2026-03-01", toDate: "" }, today, presets)).toBeUndefined();
  expect(presetOf({ fromDate: "", toDate: today }, today, presets)).toBeUndefined();
});

test.each([
  ["no days", { from: "", to: "" }, "2026-03-01", today],
  ["an end in this month", { from: "", to: "2026-03-26" }, "2026-03-01", "2026-03-26"],
  ["an end in the past", { from: "", to: "2026-01-31" }, "2026-01-01", "2026-01-31"],
  ["a beginning, as saved addresses have it", { from: "2026-03-05", to: "" }, "2026-03-05", ""],
  ["every day", { from: "any", to: "" }, "", ""],
])("an address of the position with %s", (_what, place, fromDate, toDate) => {
  expect(periodOf(place, today)).toEqual({ fromDate, toDate });
});

test("without a first day a period is the last thirty before its end", () => {
  expect(firstDayOf({ from: "", to: "" }, today)).toBe("2026-02-23");
  expect(firstDayOf({ from: "", to: "2026-01-31" }, today)).toBe("2026-01-01");
  expect(firstDayOf({ from: "", to: "2026-03-26" }, today)).toBe("2026-02-23");
  expect(firstDayOf({ from: "any", to: "2026-01-31" }, today)).toBe("");
  expect(firstDayOf({ from: "2026-01-05", to: "" }, today)).toBe("2026-01-05");
});
