import { expect, test } from "vitest";

import { pashtoWords } from "./browser-words.ts";

test.each([
  [0, "minute", "همدا اوس"],
  [1, "minute", "1 دقیقه مخکې"],
  [59, "minute", "59 دقیقې مخکې"],
  [2, "hour", "2 ساعته مخکې"],
  [1, "day", "پرون"],
  [12, "day", "12 ورځې مخکې"],
] as const)("%i %s ago", (count, unit, words) => {
  expect(pashtoWords.ago(count, unit)).toBe(words);
});

test("days of the week, whole and for the heads of a calendar", () => {
  const saturday = new Date("2026-11-28T12:00:00Z");
  const sunday = new Date("2026-11-29T12:00:00Z");
  expect([saturday, sunday].map((noon) => pashtoWords.weekday(noon, "long"))).toEqual(["شنبه", "یکشنبه"]);
  expect([saturday, sunday].map((noon) => pashtoWords.weekday(noon, "narrow"))).toEqual(["ش", "ی"]);
});

test.each([
  [999, "999"],
  [12_500, "12.5 زره"],
  [1_000, "1 زر"],
  [-5_000, "\u200E-5 زره"],
  [-500, "\u200E-500"],
  [-1_000_000, "\u200E-1 میلیون"],
  [1_250_000, "1.25 میلیونه"],
  [2_000_000_000, "2 میلیارده"],
  [3_100_000_000_000, "3.1 تریلیونه"],
])("%i in short", (value, words) => {
  expect(pashtoWords.short(value, { maximumSignificantDigits: 3 })).toBe(words);
});

test("sizes", () => {
  expect(pashtoWords.size(3.14, "megabyte", { maximumFractionDigits: 1 })).toBe("3.1 میګابایټه");
  expect(pashtoWords.size(1, "kilobyte", { maximumFractionDigits: 0 })).toBe("1 کیلوبایټ");
  expect(pashtoWords.size(512, "byte", { maximumFractionDigits: 0 })).toBe("512 بایټه");
});
