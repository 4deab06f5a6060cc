import { describe, expect, onTestFinished, test } from "vitest";

import { addDays, businessDateAt, isTimeZone, parseBusinessDate, type BusinessDate } from "./business-date.ts";

describe("a business date", () => {
  test.each(["2026-02-28", "2024-02-29", "2000-01-01", "9999-12-31"])("%s exists", (text) => {
    expect(parseBusinessDate(text)).toBe(text);
  });

  test.each([
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "26-01-01",
    "2026-1-1",
    "2026-01-01T00:00",
    "0000-06-01",
    "+012026-01",
    "",
    "today",
  ])("%j does not", (text) => expect(parseBusinessDate(text)).toBeUndefined());

  test("moves by whole days over months, years and leap days", () => {
    expect(addDays("2024-02-28" as BusinessDate, 2)).toBe("2024-03-01");
    expect(addDays("2026-01-01" as BusinessDate, -1)).toBe("2025-12-31");
  });

  test("is the office's day, not the server's: late evening in London is tomorrow in Kabul", () => {
    const instant = new Date("2026-03-20T20:00:00Z");
    expect(businessDateAt(instant, "Asia/Kabul")).toBe("2026-03-21");
    expect(businessDateAt(instant, "Europe/London")).toBe("2026-03-20");
  });
});

test("the business date of an instant is written alike where the runtime has another order of a date", () => {
  const own = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
  onTestFinished(() => void Object.defineProperty(Intl.DateTimeFormat.prototype, "format", own ?? {}));
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", { value: () => "03/21/2026", configurable: true });
  expect(businessDateAt(new Date("2026-03-20T20:30:00Z"), "Asia/Kabul")).toBe("2026-03-21");
});

test("only time zones that exist are time zones", () => {
  expect(isTimeZone("Asia/Kabul")).toBe(true);
  expect(isTimeZone("Asia/Nowhere")).toBe(false);
});
