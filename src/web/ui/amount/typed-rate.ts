import { largestRate, parseRate, rateDecimals, smallestRate, type Rate } from "#kernel/rate.ts";

import { plainDecimal, plainWithCommas } from "./typed-amount.ts";

/** Why a typed text is no rate. Each has a sentence in the catalogue under `ui:rateFault`. */
type RateFault = "unreadable" | "decimals" | "zero" | "tooSmall" | "tooLarge";

/** What the text of a rate field means. */
export type RateReading =
  | { readonly kind: "empty" }
  | { readonly kind: "rate"; readonly rate: Rate; /** Plain decimal text for the wire. */ readonly text: string }
  | { readonly kind: "fault"; readonly fault: RateFault };

/** Whether these plain characters can stand in the field while typing: digits and one point. */
export function isTypableRate(plain: string): boolean {
  return /^\d*\.?\d*$/.test(plain);
}

/** Reads what stands in a rate field. A blank or a lone point is empty. */
export function readRate(typed: string): RateReading {
  // Commas stay: "69,80" is 69.80 to one person and 6,980 to another.
  const plain = plainWithCommas(typed);
  if (plain === "" || plain === ".") return { kind: "empty" };
  if (!isTypableRate(plain)) return { kind: "fault", fault: "unreadable" };
  const [whole = "", fraction = ""] = plain.split(".");
  if (fraction.length > rateDecimals) return { kind: "fault", fault: "decimals" };
  const text = plainDecimal(whole, fraction);
  const rate = parseRate(text);
  if (rate === undefined || rate > largestRate) return { kind: "fault", fault: "tooLarge" };
  if (rate < smallestRate) return { kind: "fault", fault: rate === 0n ? "zero" : "tooSmall" };
  return { kind: "rate", rate, text };
}

/** The rate that a field's text means; undefined for none, and for anything the server would refuse. */
export function typedRate(text: string): Rate | undefined {
  const reading = readRate(text);
  return reading.kind === "rate" ? reading.rate : undefined;
}

/** What is sent for the text of a rate field; what is no rate goes as it was typed, and is refused with words for it. */
export function rateToSend(text: string): string {
  const reading = readRate(text);
  return reading.kind === "rate" ? reading.text : reading.kind === "empty" ? "" : text;
}
