import { divideRounded } from "./amount.ts";
import type { RatesOfPair } from "./conversion.ts";
import { isDividingPair, type Pair } from "./exchange.ts";
import { largestRate, rateOfOne, smallestRate, type Rate } from "./rate.ts";

/**
 * How many units of the target one unit of the source is by the board; eight decimals, rounded half away from zero. Undefined
 * where it would be no rate that an entry may have.
 */
export function crossRate({ source, target }: RatesOfPair): Rate | undefined {
  return inBounds(divideRounded(target * rateOfOne, source));
}

/** The rate of a deal by the board, whose rates are units per 1 USD, quoted as the pair table does. Undefined where it would be no rate. */
export function boardRate(perUsd: { readonly from: Rate; readonly to: Rate }, { from, to }: Pair): Rate | undefined {
  const [over, under] = isDividingPair(from, to) ? [perUsd.from, perUsd.to] : [perUsd.to, perUsd.from];
  return crossRate({ source: under, target: over });
}

/** A rate of the opposite deal (`to` came in, `from` went out), as a deal of this pair would be quoted. Undefined where it would be none. */
export function turnedRate(rate: Rate, { from, to }: Pair): Rate | undefined {
  // Where one direction divides and the other multiplies, both are quoted alike.
  if (isDividingPair(from, to) !== isDividingPair(to, from)) return rate;
  return inBounds(divideRounded(rateOfOne * rateOfOne, rate));
}

function inBounds(rate: bigint): Rate | undefined {
  return rate >= smallestRate && rate <= largestRate ? (rate as Rate) : undefined;
}
