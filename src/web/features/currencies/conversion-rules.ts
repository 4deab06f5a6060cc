import { z } from "zod";

import type { Currency } from "#contract/currencies.ts";
import { parseAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { convertAmount, crossRateText, type RatesOfPair } from "#kernel/conversion.ts";
import { parseRate } from "#kernel/rate.ts";
import { groupThousands } from "#web/lib/format.ts";

/** What the address holds of a conversion: the codes of both currencies, and the amount as plain decimal text. */
export const conversionState = z.object({
  from: z.string().max(3).toUpperCase().catch(""),
  to: z.string().max(3).toUpperCase().catch(""),
  amount: z.string().max(40).catch(""),
});
export type ConversionState = z.output<typeof conversionState>;
export type ConversionField = keyof ConversionState;

/** Why a field stands in the way of a conversion. Each has a text in the catalogue under `currencies:conversion`. */
export type ConversionFault = "chooseCurrency" | "chooseAmount" | "positive" | "unreadable";

/** The decimals that directional rates are shown with. */
const shownDecimals = 4;

/** The two currencies of a conversion, as far as they are chosen and known. */
export interface Pair {
  readonly from: Currency | undefined;
  readonly to: Currency | undefined;
}

export function pairOf({ from, to }: ConversionState, currencies: readonly Currency[]): Pair {
  const byCode = (code: string): Currency | undefined => currencies.find((currency) => currency.code === code);
  return { from: byCode(from), to: byCode(to) };
}

/** What stands in the way, by field; nothing where the conversion can be made. */
export function faultsOf(state: ConversionState, pair: Pair): Partial<Record<ConversionField, ConversionFault>> {
  const amount = parseAmount(state.amount);
  const amountFault =
    state.amount === "" ? "chooseAmount" : amount === undefined ? "unreadable" : amount <= zeroAmount ? "positive" : undefined;
  return {
    ...(pair.from === undefined ? { from: "chooseCurrency" as const } : {}),
    ...(pair.to === undefined ? { to: "chooseCurrency" as const } : {}),
    ...(amountFault === undefined ? {} : { amount: amountFault }),
  };
}

/** The amount and what it comes to; undefined while something stands in the way. */
export function conversionOf(
  state: ConversionState,
  pair: Pair,
): { readonly amount: Amount; readonly result: Amount } | undefined {
  const rates = ratesOf(pair);
  const amount = parseAmount(state.amount);
  if (rates === undefined || amount === undefined || amount <= zeroAmount) return undefined;
  return { amount, result: convertAmount(amount, rates) };
}

/** What one unit of `from` is in `to`, with four decimals: "69.8000"; "tiny" where these are all zeros; undefined if missing. */
export function directionalRate(pair: Pair): string | undefined {
  const rates = ratesOf(pair);
  if (rates === undefined) return undefined;
  const text = crossRateText(rates, shownDecimals);
  return /^[0.]+$/.test(text) ? "tiny" : groupThousands(text);
}

function ratesOf({ from, to }: Pair): RatesOfPair | undefined {
  const source = from === undefined ? undefined : parseRate(from.exchangeRate);
  const target = to === undefined ? undefined : parseRate(to.exchangeRate);
  return source === undefined || target === undefined ? undefined : { source, target };
}
