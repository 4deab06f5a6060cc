import { divideRounded, type Amount } from "./amount.ts";
import type { Rate } from "./rate.ts";

/** Two rates of the board, each in units per 1 USD. Neither may be zero. */
export interface RatesOfPair {
  readonly source: Rate;
  readonly target: Rate;
}

/** amount ÷ source rate × target rate: exact, and rounded once, half away from zero, to two decimals. */
export function convertAmount(amount: Amount, { source, target }: RatesOfPair): Amount {
  return divideRounded(amount * target, source) as Amount;
}

/** How many units of the target one unit of the source is, as text, rounded half away from zero to so many decimals (1 to 18). */
export function crossRateText({ source, target }: RatesOfPair, decimals: number): string {
  const scaled = divideRounded(target * 10n ** BigInt(decimals), source);
  const digits = scaled.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
