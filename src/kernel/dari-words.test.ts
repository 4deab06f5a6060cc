import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, largestAmount, type Amount } from "./amount.ts";
import { amountInDari, wholeAmountInDari } from "./dari-words.ts";

describe("an amount in Dari", () => {
  test.each([
    ["0", "صفر"],
    ["7", "هفت"],
    ["16", "شانزده"],
    ["17", "هفده"],
    ["18", "هژده"],
    ["19", "نزده"],
    ["20", "بیست"],
    ["42", "چهل و دو"],
    ["100", "یک‌صد"],
    ["301", "سه‌صد و یک"],
    ["1000", "یک هزار"],
    ["1234", "یک هزار و دوصد و سی و چهار"],
    ["15000", "پانزده هزار"],
    ["1000000", "یک میلیون"],
    ["2000000019", "دو میلیارد و نزده"],
    ["1000000000000", "یک تریلیون"],
    ["12.50", "دوازده اعشاریه پنج صفر"],
    ["0.07", "صفر اعشاریه صفر هفت"],
    ["-3.10", "منفی سه اعشاریه یک صفر"],
  ])("%s reads %s", (text, words) => expect(amountInDari(amountFrom(text))).toBe(words));

  test("leaves the decimals away where only the whole part is wanted", () => {
    expect(wholeAmountInDari(amountFrom("1234.50"))).toBe("یک هزار و دوصد و سی و چهار");
    expect(wholeAmountInDari(amountFrom("-0.50"))).toBe("منفی صفر");
  });

  test("says the number it was made of", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -largestAmount, max: largestAmount }), (minor) => {
        const words = amountInDari(minor as Amount);
        const unsigned = words.replace(/^منفی /, "");
        const [whole = "", decimals = ""] = unsigned.split(" اعشاریه ");
        const cents = decimals === "" ? 0n : decimals.split(" ").reduce((sum, digit) => sum * 10n + valueOf(digit), 0n);
        const read = wholeValue(whole) * 100n + cents;
        expect(words === unsigned ? read : -read).toBe(minor);
      }),
    );
  });

  test("names a scale for every amount that there can be", () => {
    for (let minor = 100n; minor <= largestAmount; minor *= 1_000n) {
      const words = wholeAmountInDari(minor as Amount);
      expect(wholeValue(words)).toBe(minor / 100n);
    }
  });
});

const values: Readonly<Record<string, bigint>> = Object.fromEntries([
  ..."صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هژده نزده"
    .split(" ")
    .map((word, value): [string, bigint] => [word, BigInt(value)]),
  ..."بیست سی چهل پنجاه شصت هفتاد هشتاد نود".split(" ").map((word, index): [string, bigint] => [word, BigInt((index + 2) * 10)]),
  ..."یک‌صد دوصد سه‌صد چهارصد پنج‌صد شش‌صد هفت‌صد هشت‌صد نه‌صد"
    .split(" ")
    .map((word, index): [string, bigint] => [word, BigInt((index + 1) * 100)]),
]);
const scales: Readonly<Record<string, bigint>> = {
  هزار: 1_000n,
  میلیون: 1_000_000n,
  میلیارد: 1_000_000_000n,
  تریلیون: 1_000_000_000_000n,
  کوادریلیون: 1_000_000_000_000_000n,
};

function valueOf(word: string): bigint {
  const value = values[word];
  if (value === undefined) throw new Error(`no number word: ${word}`);
  return value;
}

/** Every word but the scales is added, and a scale multiplies what came since the one before. */
function wholeValue(words: string): bigint {
  let total = 0n;
  let group = 0n;
  for (const word of words.split(/ (?:و )?/)) {
    const scale = scales[word];
    if (scale === undefined) group += valueOf(word);
    else {
      total += group * scale;
      group = 0n;
    }
  }
  return total + group;
}
