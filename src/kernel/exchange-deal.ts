import { divideRounded, largestAmount, type Amount } from "./amount.ts";
import { amountsMeet, isDividingPair, purchaseAmount, sellingAmount, type Deal, type Pair } from "./exchange.ts";
import { largestRate, rateOfOne, smallestRate, type Rate } from "./rate.ts";

/** A pair as its rate is read aloud: one of `unit` is so many of `priced`. */
export interface Quote {
  readonly unit: string;
  readonly priced: string;
}

/** Which currency of a pair its rate prices in the other one. */
export function quoteOf({ from, to }: Pair): Quote {
  return isDividingPair(from, to) ? { unit: to, priced: from } : { unit: from, priced: to };
}

/**
 * The rate at which two amounts meet, with as few decimals as it takes. Undefined where no rate does, as for amounts so large
 * that eight decimals are too coarse for them.
 */
export function rateOfAmounts({ purchase, selling }: Omit<Deal, "rate">, pair: Pair): Rate | undefined {
  if (purchase <= 0n || selling <= 0n) return undefined;
  const [over, under] = isDividingPair(pair.from, pair.to) ? [purchase, selling] : [selling, purchase];
  for (let step = rateOfOne as bigint; step >= 1n; step /= 10n) {
    const rate = (divideRounded(over * rateOfOne, under * step) * step) as Rate;
    const isRate = rate >= smallestRate && rate <= largestRate;
    if (isRate && sellingAmount(purchase, rate, pair) === selling) return rate;
  }
  return undefined;
}

/**
 * The deals on either side of a selling amount that no purchase amount meets at the rate, the smaller one first: a hundredth
 * of the purchase currency may be worth many hundredths of the other. Empty where the amount can be met.
 */
export function nearestDeals(selling: Amount, rate: Rate, pair: Pair): readonly Deal[] {
  const middle = purchaseAmount(selling, rate, pair);
  if (amountsMeet({ purchase: middle, selling, rate }, pair)) return [];
  const dealOf = (purchase: bigint): Deal => ({
    purchase: purchase as Amount,
    selling: sellingAmount(purchase as Amount, rate, pair),
    rate,
  });
  // The selling amount lies between the deals of two neighbouring purchase amounts, one of which is the rounded one.
  const first = dealOf(middle).selling > selling ? middle - 1n : middle;
  return [dealOf(first), dealOf(first + 1n)].filter((deal) => isAmount(deal.purchase) && isAmount(deal.selling));
}

function isAmount(amount: Amount): boolean {
  return amount > 0n && amount <= largestAmount;
}
