import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, largestAmount, type Amount } from "./amount.ts";
import { amountInPashto, wholeAmountInPashto } from "./pashto-words.ts";

describe("an amount in Pashto", () => {
  test.each([
    ["0", "صفر"],
    ["7", "اووه"],
    ["12", "دوولس"],
    ["16", "شپاړس"],
    ["19", "نولس"],
    ["20", "شل"],
    ["21", "یوویشت"],
    ["23", "درویشت"],
    ["29", "نهه ویشت"],
    ["30", "دېرش"],
    ["31", "یو دېرش"],
    ["42", "دوه څلوېښت"],
    ["100", "یو سل"],
    ["301", "درې سوه او یو"],
    ["1000", "یو زر"],
    ["1234", "یو زر او دوه سوه او څلور دېرش"],
    ["15000", "پنځلس زره"],
    ["101000", "یو سل او یو زره"],
    ["1000000", "یو میلیون"],
    ["2001000", "دوه میلیونه او یو زر"],
    ["2000000019", "دوه میلیارده او نولس"],
    ["1000000000000", "یو تریلیون"],
    ["12.50", "دوولس اعشاریه پنځه صفر"],
    ["0.07", "صفر اعشاریه صفر اووه"],
    ["-3.10", "منفي درې اعشاریه یو صفر"],
  ])("%s reads %s", (text, words) => expect(amountInPashto(amountFrom(text))).toBe(words));

  test("leaves the decimals away where only the whole part is wanted", () => {
    expect(wholeAmountInPashto(amountFrom("1234.50"))).toBe("یو زر او دوه سوه او څلور دېرش");
    expect(wholeAmountInPashto(amountFrom("-0.50"))).toBe("منفي صفر");
  });

  test("says the number it was made of", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -largestAmount, max: largestAmount }), (minor) => {
        const words = amountInPashto(minor as Amount);
        const unsigned = words.replace(/^منفي /, "");
        const [whole = "", decimals = ""] = unsigned.split(" اعشاریه ");
        const cents = decimals === "" ? 0n : decimals.split(" ").reduce((sum, digit) => sum * 10n + valueOf(digit), 0n);
        const read = wholeValue(whole) * 100n + cents;
        expect(words === unsigned ? read : -read).toBe(minor);
      }),
    );
  });

  test("has words of its own for every number that is counted in thousands, and below", () => {
    const numbers = Array.from({ length: 1_000 }, (_, number) => BigInt(number));
    expect(numbers.map((number) => wholeValue(wholeAmountInPashto((number * 100n) as Amount)))).toEqual(numbers);
    expect(new Set(numbers.map((number) => wholeAmountInPashto((number * 100_000n) as Amount))).size).toBe(numbers.length);
  });

  test("names a scale for every amount that there can be, and for sums beyond, of one and of more", () => {
    for (let minor = 100n; minor <= largestAmount * 10n; minor *= 1_000n) {
      expect(wholeValue(wholeAmountInPashto(minor as Amount))).toBe(minor / 100n);
      expect(wholeValue(wholeAmountInPashto((minor * 2n) as Amount))).toBe((minor * 2n) / 100n);
    }
  });
});

const values: Readonly<Record<string, bigint>> = Object.fromEntries([
  ..."صفر یو دوه درې څلور پنځه شپږ اووه اته نهه لس یوولس دوولس دیارلس څوارلس پنځلس شپاړس اوولس اتلس نولس شل"
    .split(" ")
    .map((word, value): [string, bigint] => [word, BigInt(value)]),
  ..."یوویشت،دوه ویشت،درویشت،څلورویشت،پنځه ویشت،شپږویشت،اووه ویشت،اته ویشت،نهه ویشت"
    .split("،")
    .map((word, index): [string, bigint] => [word, BigInt(index + 21)]),
  ..."دېرش څلوېښت پنځوس شپېته اویا اتیا نوي".split(" ").map((word, index): [string, bigint] => [word, BigInt((index + 3) * 10)]),
]);
/** Of one, and of more. */
const scales: readonly (readonly [one: string, more: string, value: bigint])[] = [
  ["زر", "زره", 1_000n],
  ["میلیون", "میلیونه", 1_000_000n],
  ["میلیارد", "میلیارده", 1_000_000_000n],
  ["تریلیون", "تریلیونه", 1_000_000_000_000n],
  ["کوادریلیون", "کوادریلیونه", 1_000_000_000_000_000n],
];

function valueOf(words: string): bigint {
  const value = values[words];
  if (value === undefined) throw new Error(`no number words: ${words}`);
  return value;
}

/** What stands between two «او», without its scale: a number below thirty, a ten with or without its unit before it, or hundreds. */
function partValue(words: string): bigint {
  if (words === "یو سل") return 100n;
  if (words.endsWith(" سوه")) return valueOf(words.replace(/ سوه$/, "")) * 100n;
  if (values[words] !== undefined) return valueOf(words);
  const [unit = "", ten = ""] = words.split(" ");
  return valueOf(unit) + valueOf(ten);
}

/** Every part is added, and a scale multiplies what came since the one before: one has its own word, and no other number that. */
function wholeValue(words: string): bigint {
  let total = 0n;
  let group = 0n;
  for (const part of words.split(" او ")) {
    const last = part.split(" ").at(-1) ?? "";
    const scale = scales.find(([one, more]) => one === last || more === last);
    group += partValue(scale === undefined ? part : part.slice(0, -last.length - 1));
    if (scale === undefined) continue;
    const [one, more, value] = scale;
    expect(last).toBe(group === 1n ? one : more);
    total += group * value;
    group = 0n;
  }
  return total + group;
}
