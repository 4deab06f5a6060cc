import { type Amount } from "./amount.ts";
import { divideByRate, multiplyByRate, type Rate } from "./rate.ts";

/**
 * The pairs whose rate is quoted as units of the first currency per unit of the second, so that the amount is divided by
 * it. The AFN/PKR rate is AFN per PKR. Every other pair multiplies.
 */
export const dividingPairs: ReadonlySet<string> = new Set(["AFN/USD", "AFN/EUR", "AFN/PKR", "USD/EUR", "PKR/USD", "PKR/EUR"]);

/** The currencies of a deal: `from` comes in, `to` goes out. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** What a deal is about: this much is bought, this much is given for it, at this rate. */
export interface Deal {
  readonly purchase: Amount;
  readonly selling: Amount;
  readonly rate: Rate;
}

/** How far a selling amount may be from the computed one: one hundredth, for a partner's other rounding. */
const exchangeTolerance = 1n as Amount;

/** Whether an amount of `from` is divided by the rate to give the amount of `to`. */
export function isDividingPair(from: string, to: string): boolean {
  return dividingPairs.has(`${from}/${to}`);
}

/** What is given for a purchase: the purchase amount in `from`, turned into `to` at the rate, rounded half away from zero. */
export function sellingAmount(purchase: Amount, rate: Rate, pair: Pair): Amount {
  return isDividingPair(pair.from, pair.to) ? divideByRate(purchase, rate) : multiplyByRate(purchase, rate);
}

/** The purchase amount in `from` that gives this selling amount in `to` at the rate, rounded half away from zero. */
export function purchaseAmount(selling: Amount, rate: Rate, pair: Pair): Amount {
  return isDividingPair(pair.from, pair.to) ? multiplyByRate(selling, rate) : divideByRate(selling, rate);
}

/** Whether the amounts of a deal meet at its rate, a hundredth more or less. What does not is refused by the ledger. */
export function amountsMeet({ purchase, selling, rate }: Deal, pair: Pair): boolean {
  const difference = selling - sellingAmount(purchase, rate, pair);
  return difference <= exchangeTolerance && difference >= -exchangeTolerance;
}
