import { expect, test } from "vitest";

import { spokenIn } from "#web/testing/own-direction.ts";

import { narrativeWords, storedWordsOf, wordsOf } from "./amount-words.ts";

test.each([
  ["en", "One Thousand Two Hundred Thirty Four", "One Thousand Two Hundred Thirty Four Point Five Zero", "Zero"],
  ["fa-AF", "یک هزار و دوصد و سی و چهار", "یک هزار و دوصد و سی و چهار اعشاریه پنج صفر", "صفر"],
] as const)("a typed amount has words in %s", (language, whole, all, nothing) => {
  spokenIn(language);
  expect(wordsOf("1,234.50", "whole")).toBe(whole);
  expect(wordsOf("1,234.50", "all")).toBe(all);
  expect(wordsOf("", "all")).toBe(nothing);
  expect(wordsOf("12x", "all")).toBe("");
  // The books know it again by its English words, whoever has written it.
  expect(storedWordsOf("1,234.50")).toBe("One Thousand Two Hundred Thirty Four Point Five Zero");
  expect(storedWordsOf("12x")).toBe("");
});

test.each([
  ["Twelve Point Five Zero", "12.50", "دوازده اعشاریه پنج صفر"],
  ["Twelve", "12.00", "دوازده"],
  ["Twelve", "13.00", "Twelve"],
  ["Twelve", "", "Twelve"],
  ["Deposit", "12.00", "Deposit"],
  ["", "12.00", ""],
])("of the stored %j an amount of %j is shown as %j in Dari", (stored, amount, shown) => {
  spokenIn("fa-AF");
  expect(narrativeWords(stored, amount)).toBe(shown);
});
