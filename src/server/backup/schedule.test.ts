import { expect, test } from "vitest";

import { isDue, lastDue, nextBegin, nextDue, type Attempt } from "./schedule.ts";

const kabul = { time: "02:30", timeZone: "Asia/Kabul", since: new Date("2026-01-01T00:00:00Z") };
const at = (instant: string): Date => new Date(instant);

test("a backup is due at its time by the office's clock", () => {
  // 02:30 in Kabul is 22:00 of the day before in Greenwich.
  expect(lastDue(at("2026-03-21T22:00:00Z"), kabul)).toEqual(at("2026-03-21T22:00:00Z"));
  expect(lastDue(at("2026-03-21T21:59:59Z"), kabul)).toEqual(at("2026-03-20T22:00:00Z"));
  expect(nextDue(at("2026-03-21T22:00:00Z"), kabul)).toEqual(at("2026-03-22T22:00:00Z"));
  expect(nextDue(at("2026-03-21T21:59:59Z"), kabul)).toEqual(at("2026-03-21T22:00:00Z"));
});

test("a night in which the clocks change has one, too", () => {
  const london = { ...kabul, time: "01:30", timeZone: "Europe/London" };
  // 01:30 does not exist on 29 March 2026, and exists twice on 25 October.
  expect(nextDue(at("2026-03-28T12:00:00Z"), london)).toEqual(at("2026-03-29T01:30:00Z"));
  expect(nextDue(at("2026-10-24T12:00:00Z"), london)).toEqual(at("2026-10-25T00:30:00Z"));
  expect(nextDue(at("2026-10-25T00:30:00Z"), london)).toEqual(at("2026-10-26T01:30:00Z"));
});

const attempt = (verdict: string, startedAt: string, finishedAt: string | null = startedAt): Attempt => ({
  verdict,
  startedAt: at(startedAt),
  finishedAt: finishedAt === null ? null : at(finishedAt),
});

test("one is begun when none was since then, also long after the time: a missed night is made up for", () => {
  const now = at("2026-03-22T09:00:00Z");
  expect(isDue(now, kabul, [])).toBe(true);
  expect(isDue(now, kabul, [attempt("good", "2026-03-20T22:00:05Z")])).toBe(true);
  expect(isDue(now, kabul, [attempt("good", "2026-03-21T22:00:05Z")])).toBe(false);
  expect(isDue(now, kabul, [attempt("unchecked", "2026-03-21T22:00:05Z")])).toBe(false);
  expect(isDue(now, kabul, [attempt("making", "2026-03-22T08:59:00Z", null)])).toBe(false);
});

test("an office that began after the time has missed nothing", () => {
  expect(isDue(at("2026-03-22T09:00:00Z"), { ...kabul, since: at("2026-03-22T08:00:00Z") }, [])).toBe(false);
  expect(isDue(at("2026-03-22T22:00:00Z"), { ...kabul, since: at("2026-03-22T08:00:00Z") }, [])).toBe(true);
});

test("one that failed is tried again an hour later, three times in all", () => {
  const failed = (started: string): Attempt => attempt("failed", `2026-03-21T${started}Z`);
  expect(isDue(at("2026-03-21T22:59:00Z"), kabul, [failed("22:00:05")])).toBe(false);
  expect(isDue(at("2026-03-21T23:00:05Z"), kabul, [failed("22:00:05")])).toBe(true);
  const three = [failed("22:00:05"), failed("23:00:30"), failed("23:59:59")];
  expect(isDue(at("2026-03-22T12:00:00Z"), kabul, three)).toBe(false);
  expect(isDue(at("2026-03-22T22:00:00Z"), kabul, three)).toBe(true);
});

test("the next one is told as it is begun: another try within the hour, then the next night's", () => {
  const failed = (started: string): Attempt => attempt("failed", `2026-03-21T${started}Z`);
  const next = (now: string, ...attempts: Attempt[]): Date => nextBegin(at(now), kabul, attempts);
  const tomorrow = at("2026-03-22T22:00:00Z");
  expect(next("2026-03-21T22:30:00Z", failed("22:00:05"))).toEqual(at("2026-03-21T23:00:05Z"));
  expect(next("2026-03-21T23:30:00Z", failed("22:00:05"), failed("23:00:30"))).toEqual(at("2026-03-22T00:00:30Z"));
  expect(next("2026-03-22T02:00:00Z", failed("22:00:05"), failed("23:00:30"), failed("23:59:59"))).toEqual(tomorrow);
  expect(next("2026-03-21T22:30:00Z", attempt("good", "2026-03-21T22:00:05Z"))).toEqual(tomorrow);
  expect(next("2026-03-21T22:00:10Z", attempt("making", "2026-03-21T22:00:05Z", null))).toEqual(tomorrow);
  // Nothing was made that night: at once.
  expect(next("2026-03-22T09:00:00Z")).toEqual(at("2026-03-22T09:00:00Z"));
  // One that was made up for so late that the next night comes first.
  expect(next("2026-03-22T21:30:00Z", attempt("failed", "2026-03-22T21:20:00Z"))).toEqual(tomorrow);
});
