import { largestRate, parseRate, rateDecimals, smallestRate, type Rate } from "#kernel/rate.ts";

import { plainWithCommas } from "./typed-amount.ts";

/** Why a typed text is no rate. Each has a sentence in the catalogue under `ui:rateFault`. */
export type RateFault = "unreadable" | "decimals" | "zero" | "tooSmall" | "tooLarge";

/** What the text of a rate field means. */
export type RateReading =
  | { readonly kind: "empty" }
  | { readonly kind: "rate"; readonly rate: Rate; /** Plain decimal text for the wire. */ readonly text: string }
  | { readonly kind: "fault"; readonly fault: RateFault };

/**
 * Latin digits for what a Persian or Arabic keyboard gives; blanks are dropped. Commas stay: "69,80" is 69.80 to one person and 6,980 to
 * another.
 */
export function plainRate(typed: string): string {
  return plainWithCommas(typed);
}

/** Whether these plain characters can stand in the field while typing: digits and one point. */
export function isTypableRate(plain: string): boolean {
  return /^\d*\.?\d*$/.test(plain);
}

/** Reads what stands in a rate field. A blank or a lone point is empty. */
export function readRate(typed: string): RateReading {
  const plain = plainRate(typed);
  if (plain === "" || plain === ".") return { kind: "empty" };
  if (!isTypableRate(plain)) return { kind: "fault", fault: "unreadable" };
  const [whole = "", fraction = ""] = plain.split(".");
  if (fraction.length > rateDecimals) return { kind: "fault", fault: "decimals" };
  const wholeText = whole.replace(/^0+(?=\d)/, "") || "0";
  const text = fraction === "" ? wholeText : `${wholeText}.${fraction}`;
  const rate = parseRate(text);
  if (rate === undefined || rate > largestRate) return { kind: "fault", fault: "tooLarge" };
  if (rate < smallestRate) return { kind: "fault", fault: rate === 0n ? "zero" : "tooSmall" };
  return { kind: "rate", rate, text };
}
