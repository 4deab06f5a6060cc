import { expect, test } from "vitest";

import { ps } from "#web/i18n/ps.ts";

import { refusals } from "./refusals.ts";

/** Every text of a part; not what is typed to find a page, which is found in Dari, too. */
const textsOf = (part: object): readonly string[] =>
  Object.values(part)
    .filter((value) => value !== ps.shell.palette.words)
    .flatMap((value: unknown) => (typeof value === "string" ? [value] : textsOf(value as object)));
const words = [...textsOf(ps), ...textsOf(refusals)];

test.each([
  ["of Dari", /(?<!\p{L})(?:است|نیست|هست|کنید|کنند|شود|شده|شد|نشد|برای|این|آن|ها|های|از|نام|شماره|سطر|لست|دالر|صفحه)(?!\p{L})/u],
  ["joined as Dari joins", /\u200C(?:ها|های|شده|شود)/u],
  // A debt that is ours may be one that we have or one that we gave.
  ["for what we owe that may be what we lent", /زموږ پور(?!\p{L})/u],
  ["for what is owed to us that is a request", /زموږ غوښتن/u],
])("no text has a word %s", (_why, word) => {
  expect(words.length).toBeGreaterThan(1_000);
  expect(words.filter((text) => word.test(text))).toEqual([]);
});
