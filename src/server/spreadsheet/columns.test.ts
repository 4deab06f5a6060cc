import { expect, test } from "vitest";

import { rowUnder, type ColumnOf } from "./columns.ts";

const columns: readonly ColumnOf<object>[] = [
  ["Currency", "text", () => "AFN"],
  ["Cost", "amount", () => "1.00"],
  ["Value", "amount", () => "2.00"],
];

test("the cells of a total stand under their headings, in the order of the columns", () => {
  expect(rowUnder(columns, { Value: "5.00", Currency: "Total" })).toEqual(["Total", null, "5.00"]);
});

test("a cell under a heading that there is none of is a defect, and not left out", () => {
  expect(() => rowUnder(columns, { Worth: "5.00" })).toThrow("there is a column Worth");
});
