import { expect, test } from "vitest";

import { pointLabel } from "./chart-points.ts";

test.each([
  ["en", "day", "21 Nov"],
  ["en", "month", "Nov 2026"],
  ["fa", "day", "21 نوامبر"],
  ["fa", "month", "نوامبر 2026"],
] as const)("a point of a chart has its Gregorian name in %s, for a %s", (language, unit, label) => {
  expect(pointLabel("2026-11-21", unit, language)).toBe(label);
});
