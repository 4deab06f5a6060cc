import { expect, test } from "vitest";

import { boundsOfDay } from "./office.ts";

test.each([
  ["of any day", "2026-03-21", "Asia/Kabul", "2026-03-20T19:30:00.000Z", "2026-03-21T19:30:00.000Z"],
  ["that comes twice: the first", "2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ["that comes twice, of the day before", "2026-10-31", "America/Havana", "2026-10-31T04:00:00.000Z", "2026-11-01T04:00:00.000Z"],
  [
    "that is left out: the moment in its place",
    "2026-03-29",
    "Asia/Beirut",
    "2026-03-28T22:00:00.000Z",
    "2026-03-29T21:00:00.000Z",
  ],
  ["after the last of the year", "2027-12-31", "Pacific/Kiritimati", "2027-12-30T10:00:00.000Z", "2027-12-31T10:00:00.000Z"],
])("a day goes from midnight to midnight %s", (_which, day, timeZone, begins, ends) => {
  const bounds = boundsOfDay(day, timeZone);
  expect([bounds.begins.toISOString(), bounds.ends.toISOString()]).toEqual([begins, ends]);
});
