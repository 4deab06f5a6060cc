import { describe, expect, it, onTestFinished } from "vitest";

import { noteServerTime } from "#web/lib/server-clock.ts";

import { businessEdit, clockIn, matchingZones, numberCreation, numberEdit, timeZones, type BusinessForm } from "./rules.ts";

describe("the start number of a new setting", () => {
  it.each([
    ["2001", 2001],
    ["", 1000],
    ["0", 1000],
    ["abc", 1000],
    ["1.5", 1000],
    ["2,5", 1000],
    ["2,001", 2001],
  ])("typed as %j is %i", (startNumber, sent) => {
    expect(numberCreation({ currency: "USD", startNumber })).toEqual({ currency: "USD", startNumber: sent });
  });

  it("of an edit is never replaced by another", () => {
    expect(numberEdit({ currency: "USD", startNumber: "abc" }).startNumber).toBeNaN();
  });
});

describe("time zones", () => {
  it("are those of the calendar, and the stored one whatever it is called", () => {
    const zones = timeZones("Asia/Old_Name");
    expect(zones).toEqual(expect.arrayContaining(["Asia/Kabul", "UTC", "Asia/Old_Name"]));
    expect(zones).toEqual(zones.toSorted());
  });

  it("are found by a part of their name, in any case, with blanks", () => {
    const zones = ["America/New_York", "Asia/Kabul", "Asia/Karachi"];
    expect(matchingZones(zones, "new york")).toEqual(["America/New_York"]);
    expect(matchingZones(zones, " KA")).toEqual(["Asia/Kabul", "Asia/Karachi"]);
    expect(matchingZones(zones, "kabul city")).toEqual([]);
  });

  it("tell the time of the server's clock, and nothing where the zone is none", () => {
    noteServerTime("2031-12-31T19:45:00Z");
    onTestFinished(() => noteServerTime(new Date().toISOString()));
    expect(clockIn("Asia/Kabul")).toEqual({ now: "1 Jan 2032, 00:15", date: "2032-01-01" });
    expect(clockIn("UTC")?.date).toBe("2031-12-31");
    expect(clockIn("Kabul")).toBeUndefined();
    expect(clockIn("")).toBeUndefined();
  });
});

describe("the body of changed business settings", () => {
  const before: BusinessForm = {
    officeName: "Sarraf",
    timeZone: "Asia/Kabul",
    baseCurrency: "USD",
    cashAccountId: 11,
    rateDeviationPercent: "2.00",
    senderCode: "2001",
    branchCodes: ["1007"],
    expenseCodes: ["1002"],
    usdTotalFrom: "2025-08-18",
    sessionIdleMinutes: "60",
    sessionHours: "12",
    backupTime: "02:30",
    backupsKept: "14",
  };

  it("is empty where nothing was changed", () => {
    expect(businessEdit({ ...before, officeName: "Sarraf " }, before)).toEqual({});
  });

  it("carries what was changed, numbers as numbers, in digits of any script", () => {
    const typed = {
      ...before,
      branchCodes: [],
      expenseCodes: ["1002", "1003"],
      sessionIdleMinutes: "۳۰",
      sessionHours: "x",
      rateDeviationPercent: "۲٫۵",
    };
    expect(businessEdit({ ...before, backupTime: " ۰۳:۱۵ ", backupsKept: "۳۰" }, before)).toEqual({
      backupTime: "03:15",
      backupsKept: 30,
    });
    expect(businessEdit(typed, before)).toEqual({
      branchCodes: [],
      expenseCodes: ["1002", "1003"],
      sessionIdleMinutes: 30,
      sessionHours: Number.NaN,
      rateDeviationPercent: "2.5",
    });
    expect(businessEdit({ ...before, rateDeviationPercent: "۲،۵" }, before)).toEqual({ rateDeviationPercent: "2,5" });
  });
});
