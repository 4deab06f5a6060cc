import { amountText, type Amount } from "#kernel/amount.ts";
import { divideByRate, multiplyByRate, type Rate } from "#kernel/rate.ts";

import type { SheetField } from "./sheet.ts";

/** The figures of one row; null where the sheet has none that can be read. */
interface Figures {
  readonly amount: Amount | null;
  readonly exchangeRate: Rate | null;
  readonly rAmount: Amount | null;
  readonly rate: Rate | null;
  readonly intoUSD: Amount | null;
}

interface Doubt {
  readonly field: SheetField;
  readonly message: string;
}

/** Differences up to one unit of the currency or half a percent come from rounding by hand. */
const oneUnit = 100n;
const halfPercent = 200n;

/**
 * Where the figures of a row do not follow from one another: R Amount = Amount × Exchange Rate, Into USD = R Amount ÷ Rate.
 * The rate of the euro is quoted both ways.
 */
export function crossChecks(figures: Figures, currency: string | null): readonly Doubt[] {
  const { amount, exchangeRate, rAmount, rate, intoUSD } = figures;
  const doubts: Doubt[] = [];
  if (amount !== null && exchangeRate !== null && rAmount !== null) {
    const expected = multiplyByRate(amount, exchangeRate);
    if (!isNear(rAmount, expected))
      doubts.push({ field: "rAmount", message: differs("R Amount", rAmount, ["Amount × Exchange Rate", expected]) });
  }
  if (rAmount !== null && rate !== null && intoUSD !== null) {
    const expected = divideByRate(rAmount, rate);
    const isInverted = currency === "EUR" && isNear(intoUSD, multiplyByRate(rAmount, rate));
    if (!isNear(intoUSD, expected) && !isInverted) {
      doubts.push({ field: "intoUSD", message: differs("Into USD", intoUSD, ["R Amount ÷ Rate", expected]) });
    }
  }
  return doubts;
}

function isNear(found: Amount, expected: Amount): boolean {
  const difference = found > expected ? found - expected : expected - found;
  return difference <= oneUnit || difference * halfPercent <= expected;
}

function differs(name: string, found: Amount, [source, expected]: readonly [string, Amount]): string {
  return `${name} is ${amountText(found)}, but ${source} gives ${amountText(expected)}`;
}
