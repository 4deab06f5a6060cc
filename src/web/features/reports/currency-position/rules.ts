import { divideRounded } from "#kernel/amount.ts";
import { parseRate, rateOfOne, rateText, type Rate } from "#kernel/rate.ts";
import { formatRate, isZero } from "#web/lib/format.ts";

/** How the house stands in a currency. */
type Side = "long" | "short" | "even";

export function sideOf(quantity: string): Side {
  if (isZero(quantity)) return "even";
  return quantity.startsWith("-") ? "short" : "long";
}

/** Decimals of an average that a person reads: it is no deal's own rate, and has no end. */
const shownStep = 10_000n;

/** A rate to four decimals, "69.51428544" → "69.5143"; one below 1 keeps all it has. */
export function shownRate(text: string): string {
  const rate = parseRate(text) ?? 0n;
  if (rate < rateOfOne) return formatRate(text);
  return formatRate(rateText((divideRounded(rate, shownStep) * shownStep) as Rate));
}

/** The sign of an amount for the eye; the words beside it say the same. */
export function toneOf(amount: string): "gain" | "loss" | "none" {
  const side = sideOf(amount);
  return side === "even" ? "none" : side === "long" ? "gain" : "loss";
}
