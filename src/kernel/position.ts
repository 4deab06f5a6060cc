import { divideRounded, type Amount } from "./amount.ts";
import { convertAmount } from "./conversion.ts";
import { rateOfOne, type Rate } from "./rate.ts";

/** What the house is long (positive) or short of a currency, and what that has cost it, in the base currency, with the same sign. */
export interface Position {
  readonly quantity: Amount;
  readonly cost: Amount;
}

/** What a deal does to one currency: bought is positive, sold negative; its value in the base currency has the same sign. */
export interface Leg {
  readonly quantity: Amount;
  readonly value: Amount;
}

export const noPosition: Position = { quantity: 0n as Amount, cost: 0n as Amount };

/**
 * Average cost. A deal that adds to a position adds its value to the cost. One that takes from it takes the part of the cost
 * that its quantity is of the whole, rounded half away from zero to two decimals: what it was worth beyond that is realised.
 * What the rounding leaves over stays in the cost, so nothing is lost, and the last unit takes all that is left. A deal that
 * goes through zero closes the one position and opens the other. Short positions are the mirror of long ones.
 */
export function afterDeal({ quantity, cost }: Position, leg: Leg): { readonly after: Position; readonly realised: Amount } {
  const total = (quantity + leg.quantity) as Amount;
  const adds = quantity === 0n || quantity > 0n === leg.quantity > 0n;
  if (adds) return { after: { quantity: total, cost: (cost + leg.value) as Amount }, realised: 0n as Amount };
  // One that ends at zero comes to the same either way.
  const goesThrough = total > 0n === leg.quantity > 0n;
  if (goesThrough) {
    const closing = divideRounded(leg.value * -quantity, leg.quantity);
    return { after: { quantity: total, cost: (leg.value - closing) as Amount }, realised: (-closing - cost) as Amount };
  }
  const released = divideRounded(cost * -leg.quantity, quantity);
  return { after: { quantity: total, cost: (cost - released) as Amount }, realised: (-leg.value - released) as Amount };
}

/** An amount of a currency. */
interface Money {
  readonly currencyId: number;
  readonly amount: Amount;
}

/** What came in and what went out. */
interface TwoSides {
  readonly bought: Money;
  readonly sold: Money;
}

/**
 * What a deal was worth in the base currency: the side that is in it; between two others what was given, by the board. One value
 * for both sides, so that a deal by itself makes no profit.
 */
export function valueOfDeal({ bought, sold }: TwoSides, baseId: number, perUsd: (currencyId: number) => Rate): Amount {
  if (bought.currencyId === baseId) return bought.amount;
  if (sold.currencyId === baseId) return sold.amount;
  return convertAmount(sold.amount, { source: perUsd(sold.currencyId), target: perUsd(baseId) });
}

/** Base currency per unit of the currency, or the other way round where it is quoted so; eight decimals, rounded half away from zero. */
export interface Quoting {
  /** The rate is units of the currency per unit of the base currency: AFN for 1 USD, where the dollar is the base. */
  readonly isPerBase: boolean;
}

/** What a position was bought (or sold) at on average. Undefined where there is none, or where its cost is too small to be a rate. */
export function averageRate({ quantity, cost }: Position, { isPerBase }: Quoting): Rate | undefined {
  // Both are above zero, or both below it.
  if (quantity * cost <= 0n) return undefined;
  const [over, under] = isPerBase ? [quantity, cost] : [cost, quantity];
  const average = divideRounded(over * rateOfOne, under);
  return average === 0n ? undefined : (average as Rate);
}

/** What a position is worth at the board's rates, and what selling all of it there would realise. */
export function valueOfPosition(
  { quantity, cost }: Position,
  perUsd: { readonly own: Rate; readonly base: Rate },
): { readonly value: Amount; readonly unrealised: Amount } {
  const value = convertAmount(quantity, { source: perUsd.own, target: perUsd.base });
  return { value, unrealised: (value - cost) as Amount };
}
