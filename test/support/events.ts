import { amountFrom } from "#kernel/amount.ts";
import { rateOfOne } from "#kernel/rate.ts";
import type { BusinessEvent } from "#ledger/transaction.ts";

import { currency } from "./ledger.ts";

/** A transfer of USD between two accounts, today. */
export function usdTransfer(outAccountId: number, inAccountId: number, amount: string): BusinessEvent {
  const side = { currencyId: currency.USD, amount: amountFrom(amount) };
  return {
    type: "Transfer",
    out: { accountId: outAccountId, ...side },
    in: { accountId: inAccountId, ...side },
    rate: rateOfOne,
    narrative: "By telephone",
    counterNarrative: "By telephone",
    businessDate: undefined,
    referenceId: 0,
  };
}

/** The ordinals of the events that a literal of them holds, as it lists them. */
export function ordinalsIn(literal = ""): readonly number[] {
  return [...literal.matchAll(/"\((\d+),/g)].map(([, ordinal]) => Number(ordinal));
}
