import type { CurrencyTotal } from "#contract/import-batches.ts";
import { addAmounts, amountFrom, amountText, zeroAmount, type Amount } from "#kernel/amount.ts";

import type { JudgedRow } from "./judge.ts";

/** Count and sums per currency, in the order of their codes. */
export function totalsOf(rows: readonly JudgedRow[]): readonly CurrencyTotal[] {
  const sums = new Map<string, { count: number; rAmount: Amount; intoUSD: Amount }>();
  for (const { currency, rAmount, intoUSD } of rows) {
    const sum = sums.get(currency) ?? { count: 0, rAmount: zeroAmount, intoUSD: zeroAmount };
    sums.set(currency, {
      count: sum.count + 1,
      rAmount: addAmounts(sum.rAmount, amountFrom(rAmount ?? "0")),
      intoUSD: addAmounts(sum.intoUSD, amountFrom(intoUSD ?? "0")),
    });
  }
  return [...sums]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, { count, rAmount, intoUSD }]) => ({
      currency,
      count,
      rAmount: amountText(rAmount),
      intoUSD: amountText(intoUSD),
    }));
}
