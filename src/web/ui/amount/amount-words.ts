import { parseAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { amountInDari, wholeAmountInDari } from "#kernel/dari-words.ts";
import { amountInPashto, wholeAmountInPashto } from "#kernel/pashto-words.ts";
import { amountInWords, wholeAmountInWords } from "#kernel/words.ts";
import type { LanguageTag } from "#web/i18n/languages.ts";
import { spokenLanguage } from "#web/lib/direction.ts";

import { readAmount } from "./typed-amount.ts";

/** `whole` leaves the decimals out; `all` reads them digit by digit after "Point". */
export type WordsPart = "whole" | "all";

const inWords: Readonly<Record<LanguageTag, Readonly<Record<WordsPart, (amount: Amount) => string>>>> = {
  en: { whole: wholeAmountInWords, all: amountInWords },
  "fa-AF": { whole: wholeAmountInDari, all: amountInDari },
  "ps-AF": { whole: wholeAmountInPashto, all: amountInPashto },
};

/** An amount in words of the language of the screens. */
export function amountWords(amount: Amount, part: WordsPart = "all"): string {
  return inWords[spokenLanguage()][part](amount);
}

/** The same for a typed amount; an empty one is "Zero", and what is no amount has no words. */
export function wordsOf(typed: string, part: WordsPart): string {
  const amount = amountOf(typed);
  return amount === undefined ? "" : amountWords(amount, part);
}

/** The words of a typed amount that the books hold: in English, whatever language the desk speaks, so that they are known again. */
export function storedWordsOf(typed: string): string {
  const amount = amountOf(typed);
  return amount === undefined ? "" : amountInWords(amount);
}

function amountOf(typed: string): Amount | undefined {
  const reading = readAmount(typed);
  if (reading.kind === "fault") return undefined;
  return reading.kind === "amount" ? reading.amount : zeroAmount;
}

/**
 * What was written about an amount, as the screens say it: where nobody wrote anything, the books hold the amount in English words, whatever
 * language the desk spoke.
 */
export function narrativeWords(stored: string, amount: string): string {
  const parsed = parseAmount(amount);
  return parsed !== undefined && stored === amountInWords(parsed) ? amountWords(parsed) : stored;
}
