import type { Amount } from "./amount.ts";
import { assert } from "./assert.ts";

/** Notes and coins of one value, in minor units, and how many of them there are. */
export interface Pieces {
  readonly value: Amount;
  readonly pieces: number;
}

/** The most of a currency that a day is closed over, in the books and in the cash box: 999,999,999,999,999,999.99. */
export const largestCash = 99_999_999_999_999_999_999n as Amount;

/** The most pieces of one value that are counted: more than a cash box holds. */
export const mostPieces = 1_000_000;

const whole = (values: readonly number[]): readonly Amount[] => values.map((value) => BigInt(value * 100) as Amount);

const notesOf: Readonly<Record<string, readonly Amount[]>> = {
  AFN: whole([1000, 500, 100, 50, 20, 10, 5, 2, 1]),
  USD: whole([100, 50, 20, 10, 5, 2, 1]),
  EUR: whole([500, 200, 100, 50, 20, 10, 5, 2, 1]),
  PKR: whole([5000, 1000, 500, 100, 75, 50, 20, 10, 5, 2, 1]),
  GBP: whole([50, 20, 10, 5, 2, 1]),
};
const commonNotes = whole([1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]);

/** The notes and whole coins that a currency is counted in, the largest first. */
export function denominationsOf(currency: string): readonly Amount[] {
  return notesOf[currency] ?? commonNotes;
}

/** What pieces are worth together. */
export function worthOf(counted: readonly Pieces[]): Amount {
  let worth = 0n;
  for (const { value, pieces } of counted) {
    assert(Number.isInteger(pieces) && pieces >= 0, "pieces are counted one by one");
    worth += value * BigInt(pieces);
  }
  return worth as Amount;
}
