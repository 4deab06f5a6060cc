import { turnedRateText } from "#kernel/exchange-rate.ts";
import { isDividingPair } from "#kernel/exchange.ts";
import { parseRate } from "#kernel/rate.ts";
import { formatRate } from "#web/lib/format.ts";

/** "1 USD = 69.80 AFN" and "1 AFN = 0.01432665 USD": what one of a currency is worth in another, read both ways. */
function bothWays(rate: string, { of, worthIn }: { readonly of: string; readonly worthIn: string }): readonly string[] {
  const parsed = parseRate(rate);
  const turned = parsed === undefined || parsed === 0n ? [] : [`1 ${worthIn} = ${formatRate(turnedRateText(parsed))} ${of}`];
  return [`1 ${of} = ${formatRate(rate)} ${worthIn}`, ...turned];
}

/** The rate of a deal, as its pair is quoted, both ways: `from` comes in, `to` goes out. */
export function dealRates(rate: string, { from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  return isDividingPair(from, to) ? bothWays(rate, { of: to, worthIn: from }) : bothWays(rate, { of: from, worthIn: to });
}

/** The rate of a hawala, units of what the receiver gets per unit of what was taken; within one currency there is none. */
export function hawalaRates(rate: string, { from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  return from === to || from === "" ? [] : bothWays(rate, { of: from, worthIn: to });
}
