import { divideRounded, type Amount } from "./amount.ts";
import { rateDecimals, rateOfOne, type Rate } from "./rate.ts";

/** Hundredths of a percent in a whole. */
const whole = 10_000n;

/**
 * Why a rate is doubted: it is near the expected one only when it is turned round (0.0143 for 69.80), or it is further off
 * than the office allows.
 */
export type RateDoubt =
  | { readonly kind: "turned" }
  | {
      readonly kind: "above" | "below";
      /** By how many percent of the expected rate, in hundredths like an amount. */
      readonly percent: Amount;
    };

/** Judges a rate by the expected one. The limit is a percentage in hundredths: 2.00 % is 200n. Undefined where nothing is odd. */
export function rateDoubt(rate: Rate, expected: Rate, limit: Amount): RateDoubt | undefined {
  const distance = distanceOf(rate, expected);
  if (distance * whole <= limit * expected) return undefined;
  if (isTurned(rate, expected)) return { kind: "turned" };
  return { kind: rate > expected ? "above" : "below", percent: divideRounded(distance * whole, expected) as Amount };
}

/** Whether 1 ÷ rate is near the expected rate: no further off than half of it, and a good deal nearer than the rate itself. */
function isTurned(rate: Rate, expected: Rate): boolean {
  const turned = divideRounded(rateOfOne * rateOfOne, rate);
  if (turned === 0n) return false;
  const [straight, turnedRound] = [apart(rate, expected), apart(turned, expected)];
  return turnedRound * 2n <= apartUnit && turnedRound * 4n <= straight;
}

const apartUnit = 1_000_000n;

/** By what part of the smaller one the larger of two rates is larger, in millionths. */
function apart(left: bigint, right: bigint): bigint {
  const smaller = left < right ? left : right;
  return (distanceOf(left, right) * apartUnit) / smaller;
}

function distanceOf(left: bigint, right: bigint): bigint {
  return left > right ? left - right : right - left;
}

/**
 * 1 ÷ rate as decimal text, for a person who reads the rate the other way round: eight decimals, rounded half away from zero,
 * and more where the result is so small that eight would say little.
 */
export function turnedRateText(rate: Rate): string {
  const wholeDigits = (rate / rateOfOne).toString().length;
  const decimals = Math.max(rateDecimals, wholeDigits + 4);
  const scaled = divideRounded(rateOfOne * 10n ** BigInt(decimals), rate);
  const digits = scaled.toString().padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  return `${digits.slice(0, split)}.${digits.slice(split)}`;
}
