import { expect, test } from "vitest";

import type { BusinessDate } from "#kernel/business-date.ts";

import { presetOf, presets, presetStart } from "./periods.ts";
import { firstDayOf } from "./statement/place.ts";

const today = "2026-03-25" as BusinessDate;

test("a period by name begins on its first day: the week on Saturday, the Solar month with its own first", () => {
  expect(presets.map((preset) => presetStart(preset, today))).toEqual([
    "2026-03-25",
    "2026-03-21",
    "2026-03-01",
    "2026-03-21",
    "2026-02-23",
    "",
  ]);
});

test("a first day has the name of its period", () => {
  expect(presetOf("2026-03-01", today, presets)).toBe("month");
  expect(presetOf("", today, presets)).toBe("all");
  expect(presetOf("2026-03-02", today, presets)).toBeUndefined();
});

test("without a first day a period is the last thirty before its end", () => {
  expect(firstDayOf({ from: "", to: "" }, today)).toBe("2026-02-23");
  expect(firstDayOf({ from: "", to: "2026-01-31" }, today)).toBe("2026-01-01");
  expect(firstDayOf({ from: "", to: "2026-03-26" }, today)).toBe("2026-02-23");
  expect(firstDayOf({ from: "any", to: "2026-01-31" }, today)).toBe("");
  expect(firstDayOf({ from: "2026-01-05", to: "" }, today)).toBe("2026-01-05");
});
