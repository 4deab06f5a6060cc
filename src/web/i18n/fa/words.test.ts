import { expect, test } from "vitest";

import { fa } from "#web/i18n/fa.ts";
import { textsOf } from "#web/testing/texts-of.ts";

import { refusals } from "./refusals.ts";

const dari = textsOf(fa);
/** Words that people type, so that a page is found by Tehran's words, too. */
const isTyped = (key: string): boolean => key.startsWith("shell.palette.words.");
const words = [...dari.filter(([key]) => !isTyped(key)).map(([, text]) => text), ...Object.values(refusals.sentences)];

test.each([
  [
    "that Tehran says",
    /(?<!\p{L})(?:کد|شماره|تلفن|لیست|گزارش|درصد|دلار|سود|زیان|مرورگر|رایانه|فیلتر|پیش‌نویس|پشتیبان|بارگذاری|افزودن)(?!\p{L})/u,
  ],
  ["for a file that is the way out of a house", /خروجی/u],
  ["for recovering that undoing has, too; a draft is brought back", /(?<!مسوده )بازگرد/u],
  ["for what we owe that may be what we lent", /قرض ما/u],
  ["for a name of the house that is a book's", /نام دفتر/u],
  ["for currencies where one is counted", /(?:یک|دو|هر|هر دو|هیچ|اولین|نوع) اسعار/u],
])("no text has a word %s", (_why, word) => {
  expect(words.filter((text) => word.test(text))).toEqual([]);
});
