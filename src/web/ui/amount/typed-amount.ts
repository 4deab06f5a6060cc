import { amountDecimals, amountText, divideRounded, largestAmount, parseAmount, type Amount } from "#kernel/amount.ts";
import { officeSymbols } from "#web/lib/currency-symbols.ts";

import { evaluate, readNumber, type Rational } from "./arithmetic.ts";

/** Why a typed text is no amount. Each has a sentence in the catalogue under `ui:amountFault`. */
export type AmountFault = "unreadable" | "decimals" | "tooLarge" | "incomplete" | "negative" | "divisionByZero";

/** What the text of an amount field means. */
export type AmountReading =
  | { readonly kind: "empty" }
  | {
      readonly kind: "amount";
      readonly amount: Amount;
      /** Plain decimal text for the wire: no grouping, no leading zeros, the decimals as typed. */
      readonly text: string;
      /** A quotient such as =100/3 does not end after two decimals and was rounded half away from zero. */
      readonly rounded: boolean;
    }
  | { readonly kind: "fault"; readonly fault: AmountFault };

const hundredths = 10n ** BigInt(amountDecimals);
const persianZero = 0x06f0;
const arabicZero = 0x0660;
const replacements: Readonly<Record<string, string>> = {
  "٫": ".",
  "×": "*",
  "÷": "/",
  "−": "-",
  "–": "-",
  K: "k",
  M: "m",
};
/** Group separators, blanks and signs that nobody sees, as the marks of direction are (of Arabic, too): they carry no value. */
const ignoredCharacters = /[,٬،'’\s\p{Cf}]/gu;

/** Latin digits, a point and operators for what a Persian or Arabic keyboard gives; group separators and blanks are dropped. */
export function plainCharacters(text: string): string {
  return text
    .replaceAll(/[۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - persianZero))
    .replaceAll(/[٠-٩]/gu, (digit) => String((digit.codePointAt(0) ?? 0) - arabicZero))
    .replaceAll(/[٫×÷−–KM]/gu, (character) => replacements[character] ?? character)
    .replaceAll(ignoredCharacters, "");
}

/** What separates the groups of a number. */
export const separators = /[,٬،]/u;

/** {@link plainCharacters} that keep the separators of groups, as commas. */
export function plainWithCommas(text: string): string {
  return text
    .split(separators)
    .map((part) => plainCharacters(part))
    .join(",");
}

const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;

/** Whether every comma in a text groups the thousands of a number; the one of "12,50" is for a person to decide. */
export function groupsThousands(text: string): boolean {
  const withCommas = plainWithCommas(text).match(/[\d.,]*,[\d.,]*/g) ?? [];
  return withCommas.every((number) => grouped.test(number));
}

/** A whole number as it was typed, in digits of any script; NaN for anything else. */
export function wholeNumber(typed: string): number {
  const plain = plainCharacters(typed);
  return groupsThousands(typed) && /^\d{1,15}$/.test(plain) ? Number.parseInt(plain, 10) : Number.NaN;
}

/** Whether these plain characters can stand in the field while typing: digits, one point, a closing k or m, or "=" and arithmetic. */
export function isTypable(plain: string): boolean {
  return /^\d*\.?\d*[km]?$/.test(plain) || /^=[\d.+\-*/()km]*$/.test(plain);
}

/**
 * Reads what stands in an amount field, which takes up to `largest`. A blank or a lone point is empty, which counts as zero. A comma that
 * separates no thousands makes it no amount: the field gives on a text with one only where it has refused it.
 */
export function readAmount(typed: string, largest = largestAmount): AmountReading {
  if (copiedCells(typed).length > 1 || !groupsThousands(typed)) return fault("unreadable");
  const plain = plainCharacters(typed);
  if (plain === "" || plain === ".") return { kind: "empty" };
  if (plain.startsWith("=")) return readExpression(plain.slice(1), largest);
  if (plain.startsWith("-") && readNumber(plain.slice(1)) !== undefined) return fault("negative");
  const value = readNumber(plain);
  if (value === undefined) return fault("unreadable");
  if (/[km]$/.test(plain)) return exactly(value, largest);
  return readDigits(plain, largest);
}

/** A third decimal is refused even when it is a zero: "12.500" is twelve and a half to one person and 12,500 to another. */
function readDigits(plain: string, largest: Amount): AmountReading {
  const [whole = "", fraction = ""] = plain.split(".");
  if (fraction.length > amountDecimals) return fault("decimals");
  const text = plainDecimal(whole, fraction);
  const amount = parseAmount(text);
  if (amount === undefined || amount > largest) return fault("tooLarge");
  return { kind: "amount", amount, text, rounded: false };
}

/** A decimal number for the wire, from what stands before and behind its point; leading zeros are left out. */
export function plainDecimal(whole: string, fraction: string): string {
  const shortened = whole.replace(/^0+(?=\d)/, "") || "0";
  return fraction === "" ? shortened : `${shortened}.${fraction}`;
}

function readExpression(expression: string, largest: Amount): AmountReading {
  const result = evaluate(expression);
  if (result.kind === "incomplete") return fault("incomplete");
  if (result.kind === "division-by-zero") return fault("divisionByZero");
  if (result.kind === "unreadable") return fault("unreadable");
  const { dividend, divisor } = result.value;
  if (dividend < 0n) return fault("negative");
  const minor = divideRounded(dividend * hundredths, divisor);
  return computed(minor, { largest, rounded: minor * divisor !== dividend * hundredths });
}

function exactly(value: Rational, largest: Amount): AmountReading {
  if ((value.dividend * hundredths) % value.divisor !== 0n) return fault("decimals");
  return computed((value.dividend * hundredths) / value.divisor, { largest, rounded: false });
}

function computed(minor: bigint, { largest, rounded }: { readonly largest: Amount; readonly rounded: boolean }): AmountReading {
  if (minor > largest) return fault("tooLarge");
  const amount = minor as Amount;
  return { kind: "amount", amount, text: amountText(amount).replace(/\.00$/, ""), rounded };
}

function fault(reason: AmountFault): AmountReading {
  return { kind: "fault", fault: reason };
}

/**
 * The cells of a copied piece of a table that are not empty; at most one for a line without tabs. Tabs and line breaks part
 * numbers, while a blank may stand inside one: 500 beside 700 must never become 500,700.
 */
export function copiedCells(text: string): string[] {
  return text
    .split(/[\t\n\v\f\r\u0085\u2028\u2029]/u)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
}

/** Stands between copied cells. A field shows no line break, and blanks alone would make one number of two. */
export const cellSeparator = " ; ";

/** A text as a field can show it, its cells apart and no number. */
export function cellsApart(text: string): string {
  return copiedCells(text).join(cellSeparator);
}

const blanks = /[\s\p{Cf}]/gu;

/** Takes the symbol of one of the office's currencies off, so that what a screen shows can be pasted: "C$12.50". */
function withoutSymbol(compact: string): string {
  const rests = officeSymbols()
    .map((symbol) => symbol.replaceAll(blanks, ""))
    .flatMap((symbol) => (compact.startsWith(symbol) ? [compact.slice(symbol.length)] : []));
  // A point that follows may belong to an abbreviation, as in "Fr.50", which is not half a franc.
  return rests.find((rest) => /^\p{Nd}/u.test(rest)) ?? compact;
}

/**
 * The amount inside a pasted text such as "AFN 1,234.50" or "$ 12": what stands around the digits may only be a currency.
 * Undefined where a person has to decide: two numbers or cells, other words, or a comma that separates no thousands ("12,50").
 */
export function pastedAmount(pasted: string): string | undefined {
  if (copiedCells(pasted).length > 1) return undefined;
  const compact = pasted.trim().replaceAll(/[٬،]/gu, ",").replaceAll(blanks, "");
  if (compact.startsWith("="))
    return isTypable(plainCharacters(compact)) && groupsThousands(compact) ? plainCharacters(compact) : undefined;
  const bare = withoutSymbol(compact)
    .replace(/^(?:[A-Za-z]{3}|\p{Sc}|Rs\.?|افغان[یيۍ])+/u, "")
    .replace(/(?:[A-Za-z]{3}|\p{Sc}|افغان[یيۍ])+$/u, "");
  if (!groupsThousands(bare)) return undefined;
  const plain = plainCharacters(bare);
  return plain !== "" && readNumber(plain) !== undefined ? plain : undefined;
}
