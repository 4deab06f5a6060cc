import { expect, test } from "vitest";

import { isInstant } from "./instant.ts";

test.each(["2026-03-05T10:03:00Z", "2026-03-05T10:03:00.123456+00:00", "2026-12-31T23:59:59.999+04:30"])(
  "%s is an instant",
  (text) => {
    expect(isInstant(text)).toBe(true);
  },
);

test.each([
  "",
  "2026-03-05",
  "2026-03-05T10:03",
  "2026-03-05T10:03:00",
  "2026-03-05T10:00 paid Karim",
  "2026-03-05T10:03:00Z and later",
  "2026-99-99T00:00:00Z",
  "0700 2026-03-05T10:03:00Z",
])("%j is none", (text) => {
  expect(isInstant(text)).toBe(false);
});
