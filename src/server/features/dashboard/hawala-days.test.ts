import { describe, expect, test } from "vitest";

import type { BusinessDate } from "#kernel/business-date.ts";

import { chartPeriod } from "./hawala-days.ts";

const today = "2026-11-21" as BusinessDate;
const day = (text: string) => text as BusinessDate;

describe("the days of the chart", () => {
  test.each([
    ["without a filter the last thirty", {}, "2026-10-23", "2026-11-21"],
    ["from a day on, until today", { fromDate: day("2026-11-01") }, "2026-11-01", "2026-11-21"],
    ["up to a day, the thirty before it", { toDate: day("2026-03-30") }, "2026-03-01", "2026-03-30"],
    ["of both, as asked", { fromDate: day("2026-01-01"), toDate: day("2026-02-01") }, "2026-01-01", "2026-02-01"],
    ["from tomorrow on, tomorrow alone", { fromDate: day("2026-11-22") }, "2026-11-22", "2026-11-22"],
    [
      "within those that a hawala can have",
      { fromDate: day("0001-01-01"), toDate: day("9999-12-31") },
      "2000-01-01",
      "2026-11-22",
    ],
  ] as const)("%s", (_name, dates, fromDate, toDate) => {
    expect(chartPeriod(today, dates)).toEqual({ fromDate, toDate });
  });

  test("are none where the filter begins behind them all", () => {
    const { fromDate, toDate } = chartPeriod(today, { fromDate: day("2027-05-01") });
    expect(fromDate > toDate).toBe(true);
  });
});
