import { zeroAmount } from "#kernel/amount.ts";
import { amountInWords, wholeAmountInWords } from "#kernel/words.ts";

import { readAmount } from "./typed-amount.ts";

/** `whole` leaves the decimals out; `all` reads them digit by digit after "Point". */
export type WordsPart = "whole" | "all";

/** A typed amount in English words; an empty one is "Zero", and what is no amount has no words. */
export function wordsOf(typed: string, part: WordsPart): string {
  const reading = readAmount(typed);
  if (reading.kind === "fault") return "";
  const amount = reading.kind === "amount" ? reading.amount : zeroAmount;
  return part === "whole" ? wholeAmountInWords(amount) : amountInWords(amount);
}
