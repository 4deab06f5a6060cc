import { expect, test } from "vitest";

import { noPosition } from "#kernel/position.ts";

import { storedPosition } from "./deal-rows.ts";

test.each([
  ["12.00", "-834.50", 1_200n, -83_450n],
  ["12", "-834.5", 1_200n, -83_450n],
  ["0", "0.00", 0n, 0n],
])("a position of %s that cost %s is read by its value, however many decimals it has", (quantity, cost, ...minor) => {
  const position = storedPosition({ quantity, cost });
  expect([position.quantity, position.cost]).toEqual(minor);
});

test("where nothing is stored there is no position", () => {
  expect(storedPosition({ quantity: null, cost: null })).toEqual(noPosition);
});
