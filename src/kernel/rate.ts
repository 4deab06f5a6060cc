import { divideRounded, type Amount } from "./amount.ts";
import { assert } from "./assert.ts";

declare const rateBrand: unique symbol;

/** An exchange rate, exact, in units of 0.00000001. Text outside the process: "69.80000000". */
export type Rate = bigint & { readonly [rateBrand]: true };

export const rateDecimals = 8;
const rateScale = 10n ** BigInt(rateDecimals);

export const rateOfOne = rateScale as Rate;

/** 0.000001: below it a rate is a typing mistake. */
export const smallestRate = 100n as Rate;
/** 1,000,000,000 */
export const largestRate = (1_000_000_000n * rateScale) as Rate;

const ratePattern = /^(\d{1,12})(?:\.(\d{1,8}))?$/;

/** Reads "69.8". Returns undefined for anything but digits with at most eight decimals. */
export function parseRate(text: string): Rate | undefined {
  const match = ratePattern.exec(text);
  if (!match) return undefined;
  const [, whole = "", fraction = ""] = match;
  return (BigInt(whole) * rateScale + BigInt(fraction.padEnd(rateDecimals, "0"))) as Rate;
}

/** The rate of a text that this program wrote itself, such as a numeric(20,8) of the database: never zero. */
export function rateFrom(text: string): Rate {
  const rate = parseRate(text);
  assert(rate !== undefined && rate !== 0n, `"${text}" is no rate`);
  return rate;
}

/** The canonical text of a rate, always with eight decimals: "69.80000000". */
export function rateText(rate: Rate): string {
  const digits = rate.toString().padStart(rateDecimals + 1, "0");
  const split = digits.length - rateDecimals;
  return `${digits.slice(0, split)}.${digits.slice(split)}`;
}

/** amount × rate, rounded half away from zero to two decimals. */
export function multiplyByRate(amount: Amount, rate: Rate): Amount {
  return divideRounded(amount * rate, rateScale) as Amount;
}

/** amount ÷ rate, rounded half away from zero to two decimals. The rate must not be zero. */
export function divideByRate(amount: Amount, rate: Rate): Amount {
  return divideRounded(amount * rateScale, rate) as Amount;
}
