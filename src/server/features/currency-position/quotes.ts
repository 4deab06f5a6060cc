import { isDividingPair } from "#kernel/exchange.ts";
import type { Quoting } from "#kernel/position.ts";

/** How a currency is quoted against the base currency: as the pair table has a purchase of it. */
export function quotingOf(code: string, base: string): Quoting {
  return { isPerBase: isDividingPair(code, base) };
}
