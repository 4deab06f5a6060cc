import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, largestAmount, type Amount } from "./amount.ts";
import { amountInWords, wholeAmountInWords } from "./words.ts";

describe("an amount in words", () => {
  test.each([
    ["0", "Zero"],
    ["7", "Seven"],
    ["13", "Thirteen"],
    ["20", "Twenty"],
    ["42", "Forty Two"],
    ["100", "One Hundred"],
    ["1234", "One Thousand Two Hundred Thirty Four"],
    ["1000000", "One Million"],
    ["2000000019", "Two Billion Nineteen"],
    ["1000000000000", "One Trillion"],
    ["12.50", "Twelve Point Five Zero"],
    ["0.07", "Zero Point Zero Seven"],
    ["-3.10", "Minus Three Point One Zero"],
  ])("%s reads %s", (text, words) => expect(amountInWords(amountFrom(text))).toBe(words));

  test("leaves the decimals away where only the whole part is wanted", () => {
    expect(wholeAmountInWords(amountFrom("1234.50"))).toBe("One Thousand Two Hundred Thirty Four");
  });

  test("says the number it was made of", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: largestAmount }), (minor) => {
        const [whole = "", decimals = ""] = amountInWords(minor as Amount).split(" Point ");
        const cents = decimals === "" ? 0n : decimals.split(" ").reduce((sum, digit) => sum * 10n + valueOf(digit), 0n);
        expect(wholeValue(whole) * 100n + cents).toBe(minor);
      }),
    );
  });
});

const values: Readonly<Record<string, bigint>> = Object.fromEntries([
  ..."Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen"
    .split(" ")
    .map((word, value): [string, bigint] => [word, BigInt(value)]),
  ..."Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety"
    .split(" ")
    .map((word, index): [string, bigint] => [word, BigInt((index + 2) * 10)]),
]);
const scales: Readonly<Record<string, bigint>> = {
  Thousand: 1_000n,
  Million: 1_000_000n,
  Billion: 1_000_000_000n,
  Trillion: 1_000_000_000_000n,
};

function valueOf(word: string): bigint {
  const value = values[word];
  if (value === undefined) throw new Error(`no number word: ${word}`);
  return value;
}

function wholeValue(words: string): bigint {
  let total = 0n;
  let group = 0n;
  for (const word of words.split(" ")) {
    const scale = scales[word];
    if (word === "Hundred") group *= 100n;
    else if (scale === undefined) group += valueOf(word);
    else {
      total += group * scale;
      group = 0n;
    }
  }
  return total + group;
}
