import { expect, test } from "vitest";

import type { LanguageTag } from "#web/i18n/languages.ts";
import { spokenIn } from "#web/testing/own-direction.ts";

import { cashDayGap, cashScaleWidth, pointLabel } from "./chart-points.ts";

test.each<[LanguageTag, "day" | "month", string]>([
  ["en", "day", "21 Nov"],
  ["en", "month", "Nov 2026"],
  ["fa-AF", "day", "\u206821 نومبر\u2069"],
  ["fa-AF", "month", "\u2068نومبر 2026\u2069"],
])("a point of a chart has its Gregorian name in %s, for a %s", (language, unit, label) => {
  spokenIn(language);
  expect(pointLabel("2026-11-21", unit)).toBe(label);
});

test("figures beside a chart have more room in Dari, and in English as much as ever", () => {
  const inEnglish = cashScaleWidth();
  spokenIn("fa-AF");
  expect(inEnglish).toBe(44);
  // As drawn, "12.5 میلیون" is 57 wide, and stands 18 before the chart.
  expect(cashScaleWidth()).toBeGreaterThanOrEqual(75);
});

test("the first day of a chart stands beside the last one in Dari, too, whose charts are narrower by what their scale takes", () => {
  const inEnglish = cashDayGap();
  spokenIn("fa-AF");
  expect(inEnglish).toBe(60);
  // As drawn, where four charts stand in a row: 55 are left between "29 اکتوبر" and "27 نومبر".
  expect(cashDayGap()).toBeLessThanOrEqual(55);
});
