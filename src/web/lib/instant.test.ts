import { expect, test } from "vitest";

import type { LanguageTag } from "#web/i18n/languages.ts";
import { spokenIn } from "#web/testing/own-direction.ts";

import { formatInstant, formatPart } from "./instant.ts";

const instant = "2026-03-21T09:35:00.000Z";

test("an instant is told by the clock of the office, whose zone may be any", () => {
  expect(formatInstant(instant, "Asia/Kabul")).toBe("21 Mar 2026, 14:05");
  expect(formatInstant(Date.parse(instant), "Europe/London")).toBe("21 Mar 2026, 09:35");
});

test("an instant is in Dari where the screens are, with the months as Kabul names them, in one piece", () => {
  spokenIn("fa-AF");
  expect(formatInstant(instant, "Asia/Kabul")).toBe("\u206821 مارچ 2026، 14:05\u2069");
});

test.each(["en", "fa-AF"] as const)("every month has the name that %s gives it in Kabul", (language) => {
  spokenIn(language);
  for (let month = 1; month <= 12; month += 1) {
    const named = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
      month: language === "en" ? "short" : "long",
      calendar: "gregory",
      timeZone: "UTC",
    });
    const day = `2026-${String(month).padStart(2, "0")}-15T12:00:00Z`;
    expect(formatInstant(day, "UTC")).toContain(` ${named.format(new Date(day))} 2026`);
  }
});

test.each([
  ["en", "21 Mar", "14:05"],
  ["fa-AF", "\u206821 مارچ\u2069", "\u206814:05\u2069"],
] satisfies [LanguageTag, string, string][])(
  "a part of an instant is whole where the screens speak %s",
  (language, day, time) => {
    spokenIn(language);
    expect(formatPart(instant, "Asia/Kabul", "day")).toBe(day);
    expect(formatPart(instant, "Asia/Kabul", "time")).toBe(time);
  },
);
