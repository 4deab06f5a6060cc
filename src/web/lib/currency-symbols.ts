import type { Currency } from "#contract/currencies.ts";
import { currencySymbol } from "#kernel/currency.ts";

import { watched } from "./watched.ts";

/** The symbols that the office has given its currencies, by code. */
type Symbols = ReadonlyMap<string, string>;

const nothingKnown: Symbols = new Map();

/** Not only components write amounts, so what was read last stands here as well as in the cached answer. */
const known = watched(nothingKnown);

/** Takes over the symbols of the office's currencies; undefined forgets them. */
export function noteCurrencies(currencies: readonly Pick<Currency, "code" | "symbol">[] | undefined): void {
  const read: Symbols = currencies === undefined ? nothingKnown : new Map(currencies.map(({ code, symbol }) => [code, symbol]));
  // The list is read again for its rates far more often than a symbol changes, and every amount on screen listens.
  const before = known.get();
  if (read.size === before.size && [...read].every(([code, symbol]) => before.get(code) === symbol)) return;
  known.set(read);
}

/**
 * Whether a symbol can stand before figures. One with digits, a plus or a minus in it, or of nothing but points and the like,
 * would be read as a part of the amount.
 */
function isReadable(symbol: string): boolean {
  return /[\p{L}\p{S}]/u.test(symbol) && !/[\p{N}\p{Sm}\p{Pd}]/u.test(symbol);
}

/**
 * The symbol printed before an amount: the office's own, or the customary one of a currency that the office does not have or
 * that has not been read yet; the code itself where there is none.
 */
export function symbolOf(code: string): string {
  const symbol = known.get().get(code)?.trim().replaceAll(/\s+/gu, "\u00A0");
  if (symbol === undefined) return currencySymbol(code);
  return isReadable(symbol) ? symbol : code;
}

/** The symbols in use that the office has chosen itself. */
export function officeSymbols(): readonly string[] {
  return [...known.get().keys()].map((code) => symbolOf(code));
}

/** Draws a component again when the office's symbols have been read or changed. */
export function useCurrencySymbols(): void {
  known.useValue();
}
