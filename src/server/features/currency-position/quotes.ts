import { divideRounded } from "#kernel/amount.ts";
import { isDividingPair } from "#kernel/exchange.ts";
import type { Quoting } from "#kernel/position.ts";
import { rateOfOne, type Rate } from "#kernel/rate.ts";

/** How a currency is quoted against the base currency: as the pair table has a purchase of it. */
export function quotingOf(code: string, base: string): Quoting {
  return { isPerBase: isDividingPair(code, base) };
}

/** One of the unit is so many of what is priced. */
export function quoteOf(code: string, base: string): { readonly unit: string; readonly priced: string } {
  return quotingOf(code, base).isPerBase ? { unit: base, priced: code } : { unit: code, priced: base };
}

/** The board's rate, so quoted; undefined where it is too small to be written. */
export function boardQuote({ own, base }: { readonly own: Rate; readonly base: Rate }, { isPerBase }: Quoting): Rate | undefined {
  const [over, under] = isPerBase ? [own, base] : [base, own];
  const rate = divideRounded(over * rateOfOne, under);
  return rate === 0n ? undefined : (rate as Rate);
}
