import { describe, expect, test } from "vitest";
import { z } from "zod";

import { closeDay } from "./day-closes.ts";
import { passHawala } from "./hawalas.ts";
import { amountInput, rateInput } from "./money.ts";
import { pageQuery } from "./page.ts";
import { updateBusinessSettings } from "./settings.ts";
import "./messages.ts";

function wordsOf(schema: z.ZodType | undefined, value: unknown): readonly (readonly [string, string])[] {
  const issues = schema?.safeParse(value).error?.issues ?? [];
  return issues.map(({ path, message }) => [path.join("."), message]);
}

describe("what is beyond its bound is told", () => {
  const digits = "1".repeat(41);
  const count = {
    currencyId: 1,
    book: "1",
    counted: "1",
    denominations: Array.from({ length: 31 }, () => ({ value: "1", pieces: 1 })),
  };

  test.each<[string, z.ZodType | undefined, unknown, string, string]>([
    ["an amount", amountInput("Amount is required"), digits, "", "At most 40 characters"],
    ["a rate", rateInput("Rate is required"), digits, "", "At most 40 characters"],
    ["a cursor", z.object(pageQuery), { cursor: "c".repeat(201) }, "cursor", "At most 200 characters"],
    ["branch codes", updateBusinessSettings.body, { branchCodes: Array(51).fill("1") }, "branchCodes", "At most 50 entries"],
    ["expense codes", updateBusinessSettings.body, { expenseCodes: Array(201).fill("1") }, "expenseCodes", "At most 200 entries"],
    ["denominations", closeDay.body, { date: "2026-03-21", counts: [count] }, "counts.0.denominations", "At most 30 entries"],
    ["a text that is too short", z.string().min(2), "a", "", "At least 2 characters"],
    ["a list that is empty", z.array(z.string()).min(1), [], "", "At least 1 entry"],
    ["a number", z.number().max(5), 6, "", "This must be at most 5"],
    ["a number below", z.number().min(5), 4, "", "This must be at least 5"],
    ["a whole number that JSON cannot say", z.int(), 9_007_199_254_740_992, "", "Give a smaller number"],
    ["a negative one", z.int(), -9_007_199_254_740_992, "", "Give a larger number"],
  ])("by what it is measured in: %s", (_name, schema, value, path, message) => {
    expect(wordsOf(schema, value)).toEqual([[path, message]]);
  });

  test("in the words of an id, where it is one", () => {
    const [first] = wordsOf(passHawala.body, { branchAccountId: 9_007_199_254_740_992 });
    expect(first).toEqual(["branchAccountId", "Not a valid id"]);
  });
});
