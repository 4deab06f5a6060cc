import { expect, test } from "vitest";

import { rowsAround } from "./use-row-walk.ts";

const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 100 };

test("the rows that exist are those in sight, some beyond them, and the one with the focus while the list has it", () => {
  expect(rowsAround(range, 2, undefined)).toEqual([8, 9, 10, 11, 12, 13, 14]);
  expect(rowsAround(range, 2, 9)).toEqual([8, 9, 10, 11, 12, 13, 14]);
  expect(rowsAround(range, 1, 3)).toEqual([3, 9, 10, 11, 12, 13]);
  expect(rowsAround(range, 1, 99)).toEqual([9, 10, 11, 12, 13, 99]);
  expect(rowsAround({ ...range, count: 12 }, 5, 12)).toEqual([5, 6, 7, 8, 9, 10, 11]);
});
