import { expect, test } from "vitest";

import { defaultCashAccountId, idFrom, isBookedByDayClose, largestId, overShortAccountId } from "./id.ts";

test.each([
  ["0", 0],
  ["7", 7],
  ["007", 7],
  ["999999999", 999_999_999],
  ["1000000000", 1_000_000_000],
  ["2147483647", largestId],
])("%s is an id", (digits, id) => expect(idFrom(digits)).toBe(id));

test.each(["", "2147483648", "9999999999", "00000000007", "-1", "1.5", "1e3", " 7", "۷", "x"])("%j is none", (text) => {
  expect(idFrom(text)).toBeUndefined();
});

test("an entry is booked by the close of a day where either of its sides is Cash Over and Short", () => {
  expect(isBookedByDayClose(defaultCashAccountId, overShortAccountId)).toBe(true);
  expect(isBookedByDayClose(overShortAccountId, defaultCashAccountId)).toBe(true);
  expect(isBookedByDayClose(defaultCashAccountId, 101)).toBe(false);
});
