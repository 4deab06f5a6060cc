import { expect, test } from "vitest";

import { settledRows } from "./settled-rows.ts";

const rows = (...ids: readonly number[]) => ids.map((id) => ({ id, text: "read before" }));
const read = (isCut: boolean, ...ids: readonly number[]) => ({ rows: ids.map((id) => ({ id, text: "read now" })), isCut });
const idsOf = ({ rows: shown }: { readonly rows: readonly { readonly id: number }[] }) => shown.map(({ id }) => id);

test("new rows wait, wherever they belong, and those on screen are shown as they are now", () => {
  const settled = settledRows(rows(5, 3, 1), read(false, 7, 6, 5, 4, 3, 1));
  expect(settled.waiting).toBe(3);
  expect(settled.rows).toEqual([5, 3, 1].map((id) => ({ id, text: "read now" })));
});

test("a row that is no more goes at once", () => {
  expect(settledRows(rows(5, 3, 1), read(false, 6, 5, 1))).toMatchObject({ waiting: 1 });
  expect(idsOf(settledRows(rows(5, 3, 1), read(true, 6, 5, 1)))).toEqual([5, 1]);
  expect(idsOf(settledRows(rows(5, 3, 1), read(false, 5, 3)))).toEqual([5, 3]);
});

test("rows that newer ones have pushed from the page stay, were it all of them", () => {
  expect(idsOf(settledRows(rows(5, 4, 3), read(true, 7, 6, 5)))).toEqual([5, 4, 3]);
  const all = settledRows(rows(5, 4, 3), read(true, 9, 8, 7));
  expect(idsOf(all)).toEqual([5, 4, 3]);
  expect(all.waiting).toBe(3);
});

test("the last row of a list that got shorter is known to be gone", () => {
  expect(idsOf(settledRows(rows(5, 4, 3), read(false, 6, 5, 4)))).toEqual([5, 4]);
});

test("the row that came up from the next page when another left this one is no new one", () => {
  const settled = settledRows(rows(5, 4, 3), read(true, 5, 3, 2));
  expect(settled.waiting).toBe(0);
  expect(idsOf(settled)).toEqual([5, 3, 2]);
  expect(settledRows(rows(5, 4, 3), read(true, 6, 5, 3))).toMatchObject({ waiting: 1 });
});
