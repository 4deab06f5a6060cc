import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { accountCodeOf } from "./account-code.ts";

describe("an account code", () => {
  test.each([
    ["AC1000", "AC1000"],
    ["ac1000", "AC1000"],
    [" 2001\t", "2001"],
    ["۲۰۰۱", "2001"],
    ["AC١٠٠٠", "AC1000"],
    ["ＡＣ１０００", "AC1000"],
    ["AC 1000", "AC1000"],
    ["\u200E2001\u200F", "2001"],
    [" \u200B ", ""],
  ])("%j is %j", (typed, code) => expect(accountCodeOf(typed)).toBe(code));

  test("stays as it is once it is one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (typed) => {
        expect(accountCodeOf(accountCodeOf(typed))).toBe(accountCodeOf(typed));
      }),
    );
  });
});
