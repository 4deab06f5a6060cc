import { assert } from "./assert.ts";

declare const amountBrand: unique symbol;

/** An amount of one currency in minor units (hundredths), exact. Text outside the process: "1234.50". */
export type Amount = bigint & { readonly [amountBrand]: true };

/** The decimals every amount has, whatever its currency. */
export const amountDecimals = 2;

/** The largest amount one transaction can carry: 999,999,999,999,999.99. */
export const largestAmount = 99_999_999_999_999_999n as Amount;

export const zeroAmount = 0n as Amount;

const amountPattern = /^(-?)(\d{1,18})(?:\.(\d{1,2}))?$/;
/**
 * A sum has more digits than an amount: 26 before the point as numeric(28,2), 15 more once it is valued from the smallest rate to the
 * largest, and 3 more where such values are added currency by currency.
 */
const sumPattern = /^(-?)(\d{1,44})(?:\.(\d{1,2}))?$/;

/**
 * Reads "1234", "1234.5", "-1234.50". Returns undefined for anything else: blanks, commas, exponents, a third decimal, more than
 * eighteen digits before the point.
 */
export function parseAmount(text: string): Amount | undefined {
  return amountIn(amountPattern.exec(text));
}

/** The same of a sum, which may have up to 44 digits before the point. */
export function parseSum(text: string): Amount | undefined {
  return amountIn(sumPattern.exec(text));
}

/** The amount of a text that this program wrote itself, such as a numeric(20,2) of the database, or a sum of many of them. */
export function amountFrom(text: string): Amount {
  const amount = parseSum(text);
  assert(amount !== undefined, `"${text}" is no amount`);
  return amount;
}

function amountIn(match: RegExpExecArray | null): Amount | undefined {
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  const minor = BigInt(whole) * 100n + BigInt(fraction.padEnd(amountDecimals, "0"));
  return (sign === "-" ? -minor : minor) as Amount;
}

/** The canonical text of an amount: "-1234.50", no grouping. */
export function amountText(amount: Amount): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(amountDecimals + 1, "0");
  const split = digits.length - amountDecimals;
  return `${amount < 0n ? "-" : ""}${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** Exact; of amounts of one currency. */
export function addAmounts(left: Amount, right: Amount): Amount {
  return (left + right) as Amount;
}

/** Left − right, exact; of amounts of one currency. */
export function subtractAmounts(left: Amount, right: Amount): Amount {
  return (left - right) as Amount;
}

/**
 * The quotient of two integers, rounded half away from zero: the one rounding of the house.
 * 0.005 becomes 0.01 and −0.005 becomes −0.01. The divisor must not be zero.
 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * top + bottom) / (2n * bottom);
  return negative ? -quotient : quotient;
}
