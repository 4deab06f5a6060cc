import { useQueryClient } from "@tanstack/react-query";

import { quoteOf } from "#kernel/exchange-deal.ts";
import { useRateDoubt } from "#web/ui/amount/rate-doubt.ts";
import { contextQuery } from "#web/ui/entry/exchange-context.ts";
import { bothDoubts, type Doubt } from "#web/ui/entry/use-entry-form.ts";

import { useCodeOf, useDealNow } from "./exchange-change.ts";
import { dealOf, postedExchange, type ExchangeForm } from "./exchange-rules.ts";
import { useLikelyDuplicate } from "./likely-duplicate.tsx";

/** What a deal is asked about before it is saved: a rate that the board does not bear out, and a deal that looks recorded already. */
export function useExchangeDoubt(): (form: ExchangeForm) => Promise<Doubt | undefined> {
  const dealNow = useDealNow();
  const duplicateOf = useLikelyDuplicate((form: ExchangeForm) => postedExchange(dealNow(form)));
  const rateDoubtOf = useDealRateDoubt();
  return async (form) => {
    // A question that cannot be asked does not keep the other one from being asked.
    const [rate, duplicate] = await Promise.all([
      rateDoubtOf(form).catch(() => undefined),
      duplicateOf(form).catch(() => undefined),
    ]);
    return bothDoubts(rate, duplicate);
  };
}

/** What is odd about the rate of a deal, by the board as it was read last: whoever asks keeps it read. */
export function useDealRateDoubt(): (form: ExchangeForm) => Promise<Doubt | undefined> {
  const client = useQueryClient();
  const codeOf = useCodeOf();
  const rateDoubtOf = useRateDoubt();
  return async (form) => {
    const deal = dealOf(form, codeOf);
    const query = contextQuery(form);
    if (deal === undefined || query === undefined) return undefined;
    return rateDoubtOf(deal.rate, await client.ensureQueryData(query), quoteOf(deal.pair));
  };
}
