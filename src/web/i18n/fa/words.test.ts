import { expect, test } from "vitest";

import { en } from "#web/i18n/en.ts";
import { fa } from "#web/i18n/fa.ts";

import { refusals } from "./refusals.ts";

/** The texts of a catalogue, each by its key. */
function textsOf(part: object, path = ""): readonly (readonly [key: string, text: string])[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "string" ? [[`${path}${name}`, value] as const] : textsOf(value as object, `${path}${name}.`),
  );
}

const dari = new Map(textsOf(fa));
const said: readonly (readonly [english: string, dari: string])[] = [
  ...textsOf(en).map(([key, text]) => [text, dari.get(key) ?? ""] as const),
  ...Object.entries(refusals.sentences),
];

/** What is one sentence in English and two in Dari, which has no word that stands for both. */
const several: ReadonlySet<string> = new Set(["Add the first one", "This may have been entered already"]);
const withoutEnd = (text: string): string => text.replace(/\.$/, "");

test("a sentence has the same words on every screen and in what the server says", () => {
  const known = new Map<string, Set<string>>();
  for (const [english, words] of said) {
    const sentence = withoutEnd(english);
    if (sentence.split(" ").length >= 4) known.set(sentence, (known.get(sentence) ?? new Set()).add(withoutEnd(words)));
  }
  const differing = [...known].filter(([sentence, ways]) => ways.size > 1 && !several.has(sentence));
  expect(differing).toEqual([]);
  expect([...several].filter((sentence) => (known.get(sentence)?.size ?? 0) < 2)).toEqual([]);
});

/** Words that people type, so that a page is found by Tehran's words, too. */
const isTyped = (key: string): boolean => key.startsWith("shell.palette.words.");
const words = [...[...dari].filter(([key]) => !isTyped(key)).map(([, text]) => text), ...Object.values(refusals.sentences)];

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

test("every page is found by its English name, too", () => {
  const typed: Readonly<Record<string, string>> = fa.shell.palette.words;
  const lost = Object.entries(en.shell.pages).filter(
    ([page, name]) => !(name.toLowerCase().match(/[a-z]{3,}/g) ?? []).every((word) => typed[page]?.includes(word)),
  );
  expect(lost).toEqual([]);
});
