import type { Currency } from "#contract/currencies.ts";
import { amountText, divideRounded, parseAmount, type Amount } from "#kernel/amount.ts";
import { currencySymbol, isIsoCurrency } from "#kernel/currency.ts";
import type { Rate } from "#kernel/rate.ts";
import { shortRate } from "#web/lib/format.ts";

/** Every rate of the board is counted in units per one of this currency. */
export const measureCode = "USD";

/** Whether the office counts in a currency, the measure of the board or its own base: it then stays active. */
export function isCountedIn(code: string, baseCurrency: string): boolean {
  return code === measureCode || code === baseCurrency;
}

/** A currency as its forms hold it. */
export type CurrencyForm = {
  code: string;
  name: string;
  symbol: string;
  rate: string;
  isActive: boolean;
};

export type CurrencyField = keyof CurrencyForm;

/** What a new currency starts from. */
export const blankCurrency: CurrencyForm = { code: "", name: "", symbol: "", rate: "", isActive: true };

/** A stored currency as its form shows it. */
export function currencyFormOf({ code, name, symbol, exchangeRate, isActive }: Currency): CurrencyForm {
  return { code, name, symbol, rate: shortRate(exchangeRate), isActive };
}

/** How far a rate is from another one, in hundredths of a percent: 70 against 68 is 294. */
export function changeOf(rate: Rate, before: Rate): bigint {
  return divideRounded((rate - before) * 10_000n, before);
}

/** Hundredths of a percent as text: "+2.94", "-90.00". */
export function percentText(hundredths: bigint): string {
  // Two decimals are written in one way, whether they count money or percents.
  return `${hundredths > 0n ? "+" : ""}${amountText(hundredths as Amount)}`;
}

/** Whether a change goes beyond what the office calls a deviation, such as "2.00" percent. */
export function isBeyond(change: bigint, percent: string): boolean {
  const bound = parseAmount(percent) ?? 0n;
  return change > bound || -change > bound;
}

/** What is known of a code that a person has just typed; undefined for one that ISO does not have. */
export function suggestionFor(code: string): { readonly name: string; readonly symbol: string } | undefined {
  if (!/^[A-Z]{3}$/.test(code) || !isIsoCurrency(code)) return undefined;
  const name = new Intl.DisplayNames("en", { type: "currency" }).of(code);
  return { name: name ?? code, symbol: currencySymbol(code) };
}
