import { divideRounded } from "./amount.ts";
import { isDividingPair } from "./exchange.ts";
import { largestRate, rateOfOne, smallestRate, type Rate } from "./rate.ts";

/** A currency pair as a deal has it: `from` comes in, `to` goes out. */
interface Pair {
  readonly from: string;
  readonly to: string;
}

/**
 * The rate of a pair by the board, whose rates are units per 1 USD, quoted as the pair table does; eight decimals, rounded
 * half away from zero. Undefined where it would be no rate that a deal may have.
 */
export function boardRate(perUsd: { readonly from: Rate; readonly to: Rate }, { from, to }: Pair): Rate | undefined {
  const [over, under] = isDividingPair(from, to) ? [perUsd.from, perUsd.to] : [perUsd.to, perUsd.from];
  return inBounds(divideRounded(over * rateOfOne, under));
}

/** A rate of the opposite deal (`to` came in, `from` went out), as a deal of this pair would be quoted. Undefined as above. */
export function turnedRate(rate: Rate, { from, to }: Pair): Rate | undefined {
  // Where one direction divides and the other multiplies, both are quoted alike.
  if (isDividingPair(from, to) !== isDividingPair(to, from)) return rate;
  return inBounds(divideRounded(rateOfOne * rateOfOne, rate));
}

function inBounds(rate: bigint): Rate | undefined {
  return rate >= smallestRate && rate <= largestRate ? (rate as Rate) : undefined;
}
