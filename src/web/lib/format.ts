import { amountFrom, amountText, zeroAmount, type Amount } from "#kernel/amount.ts";

import { browserWords, sizeUnits, type Exactness } from "./browser-words.ts";
import { symbolOf, useCurrencySymbols } from "./currency-symbols.ts";
import { isReadFromRight } from "./direction.ts";

/** Keeps what follows a right-to-left symbol such as ؋ in left-to-right order. */
const leftToRightMark = "\u200E";
const [isolateStart, fromRightStart, isolateEnd] = ["\u2068", "\u2067", "\u2069"];
const isolates = /[\u2066-\u2069]/u;
const orderingSigns = /[\u200E\u2066-\u2069]/u;
const noBreakSpace = "\u00A0";
/** The most characters of a symbol that take hardly more room than a code does: "Bs.F", "ریال". */
const longestBesideFigures = 4;
/** Hebrew, Arabic and their neighbours, their presentation forms, and the mark that makes a text run the same way. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC]/u;

/** Puts a comma between the thousands of a plain decimal text: "-1234567.5" → "-1,234,567.5". Decimals stay as they are. */
export function groupThousands(text: string): string {
  const [whole = "", ...fraction] = text.split(".");
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ","), ...fraction].join(".");
}

function amountOf(value: string | Amount): Amount {
  return typeof value === "string" ? amountFrom(value) : value;
}

/** Whether the text of an amount, as the server gives it, says that there is nothing. */
export function isZero(text: string): boolean {
  return amountFrom(text) === zeroAmount;
}

/** A count as a person reads it, its thousands grouped: "1,234". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A figure that is short rather than exact, for the scale of a chart: "1.2M". */
export function formatShort(value: number, exactness: Exactness): string {
  const short = browserWords().short(value, exactness);
  // Before a minus sign browsers write a mark that runs from the left: by itself, the word would stand at the other side of that figure alone.
  return isReadFromRight() ? `${fromRightStart}${short}${isolateEnd}` : short;
}

/** How many rows a list has, as a person reads it: grouped, and with a plus where it was counted no further. */
export function formatTotal({ total, isAtLeast }: { readonly total: number; readonly isAtLeast: boolean }): string {
  return `${formatCount(total)}${isAtLeast ? "+" : ""}`;
}

/** The digits of an amount, grouped, always with two decimals and without a currency: "-1,234.50". */
export function formatDigits(value: string | Amount): string {
  return groupThousands(amountText(amountOf(value)));
}

/**
 * An amount as a person reads it: minus sign, symbol, grouped digits, two decimals: "-$1,234.50".
 * A currency without a symbol of its own is written by its code: "CHF 1,234.50".
 */
export function formatAmount(value: string | Amount, code: string): string {
  const amount = bareAmount(value, code);
  // Where a place runs as its first letter does, that would be the symbol: the code would stand before the figures.
  return rightToLeft.test(amount) ? `${leftToRightMark}${amount}` : amount;
}

/** {@link formatAmount} for a place that runs from left to right whatever is in it. */
export function bareAmount(value: string | Amount, code: string): string {
  const amount = amountOf(value);
  const digits = formatDigits((amount < 0n ? -amount : amount) as Amount);
  return `${amount < 0n ? "-" : ""}${symbolPrefix(code)}${digits}`;
}

/** {@link formatAmount} for a component, which is drawn again when the office gives a currency another symbol. */
export function useFormatAmount(): typeof formatAmount {
  useCurrencySymbols();
  return formatAmount;
}

/** Whether the symbol is so long that an amount had better go on two lines than be wider than its place. */
export function hasLongSymbol(code: string): boolean {
  return symbolOf(code).length > longestBesideFigures;
}

/** What stands before the digits: the symbol, made safe for left-to-right figures, or the code. Letters keep a fixed space. */
function symbolPrefix(code: string): string {
  const symbol = symbolOf(code);
  const space = hasLongSymbol(code) ? " " : /\p{Sc}$/u.test(symbol) ? "" : noBreakSpace;
  return `${leftToRight(symbol)}${space}`;
}

function leftToRight(symbol: string): string {
  if (!rightToLeft.test(symbol)) return symbol;
  // The points and blanks of several characters would otherwise go with the figures: "د.إ".
  return `${symbol.length === 1 ? symbol : isolated(symbol)}${leftToRightMark}`;
}

/**
 * A value that runs its own way within a translated text, whose words and figures keep their places around it. Where it is an
 * element of its own that is `<bdi>`.
 */
export function isolated(value: string): string {
  return `${isolateStart}${value}${isolateEnd}`;
}

/**
 * A value within a translated text: one that could change places with what is beside it is isolated, unless signs that are not seen
 * order it already. That is what runs from the right, and anything where the text does: after Arabic letters the day of a date
 * would stand before its year.
 */
export function inItsOwnOrder(value: string): string {
  const isMovable = isReadFromRight() ? !isolates.test(value) : rightToLeft.test(value) && !orderingSigns.test(value);
  return isMovable ? isolated(value) : value;
}

/** A rate without the zeros that say nothing, with two decimals at least: "69.80000000" → "69.80". */
export function shortRate(text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** The same as a person reads it: "1234.56780000" → "1,234.5678". */
export function formatRate(text: string): string {
  return groupThousands(shortRate(text));
}

const sizeStep = 1_024;

/** A size in bytes as a person says it: "3.1 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(sizeUnits.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(sizeStep)));
  return browserWords().size(bytes / sizeStep ** power, sizeUnits[power] ?? "byte", { maximumFractionDigits: power < 2 ? 0 : 1 });
}
