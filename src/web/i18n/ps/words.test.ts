import { expect, test } from "vitest";

import { ps } from "#web/i18n/ps.ts";
import { textsOf } from "#web/testing/texts-of.ts";

import { refusals } from "./refusals.ts";

/** Not what is typed to find a page, which is found in Dari, too. */
const isTyped = (key: string): boolean => key.startsWith("shell.palette.words.");
const words = [...textsOf(ps).filter(([key]) => !isTyped(key)), ...textsOf(refusals)].map(([, text]) => text);

test.each([
  ["of Dari", /(?<!\p{L})(?:است|نیست|هست|کنید|کنند|شود|شده|شد|نشد|برای|این|آن|ها|های|از|نام|شماره|سطر|لست|دالر|صفحه)(?!\p{L})/u],
  ["joined as Dari joins", /\u200C(?:ها|های|شده|شود)/u],
  // A debt that is ours may be one that we have or one that we gave.
  ["for what we owe that may be what we lent", /زموږ پور(?!\p{L})/u],
  ["for what is owed to us that is a request", /زموږ غوښتن/u],
  // To look is no check, and a sum of both sides is no sum of one.
  ["for a check that only looks", /(?<!\p{L})(?:و|ونه )?کتل (?:کېږي|شو|شول|شوي|کېدای)(?!\p{L})/u],
  // The labels have the side as a part of the account's name.
  ["for the account of a side that no label has", /د (?:بنام|جمع) د حساب/u],
  ["for the total credited that is the total of all", /ټول جمع/u],
])("no text has a word %s", (_why, word) => {
  expect(words.length).toBeGreaterThan(1_000);
  expect(words.filter((text) => word.test(text))).toEqual([]);
});
