import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { hawalaKey } from "./hawala-number.ts";

describe("the key of a hawala number", () => {
  test.each([
    ["310901", "310901"],
    [" 310906 ", "310906"],
    ["\u00A0310908\u00A0", "310908"],
    ["0310903", "0310903"],
    ["HWL-310904", "HWL310904"],
    ["hwl 310904", "HWL310904"],
    ["HWL310904", "HWL310904"],
    ["KA/310907", "KA310907"],
    ["# 12", "12"],
    ["۳۱۰۸۰۱", "310801"],
    ["٣١٠٨٠٤", "310804"],
    ["３１０", "310"],
    ["\u200F310801\u202C", "310801"],
    ["310\u200C801", "310801"],
    ["1-23", "1-23"],
    ["12/3", "12-3"],
    ["1--23", "1-23"],
    ["حواله ۱۲", "حواله12"],
    ["علي-۱", "علی1"],
    ["كابل ۵", "کابل5"],
    ["على ۵", "علی5"],
    ["---", ""],
    ["", ""],
  ])("%j is %j", (typed, key) => expect(hawalaKey(typed)).toBe(key));

  test("keeps leading zeros apart, and numbers whose parts differ", () => {
    expect(hawalaKey("0310903")).not.toBe(hawalaKey("310903"));
    expect(hawalaKey("1-23")).not.toBe(hawalaKey("12-3"));
  });

  test("is its own key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(hawalaKey(hawalaKey(text))).toBe(hawalaKey(text));
      }),
    );
  });
});
