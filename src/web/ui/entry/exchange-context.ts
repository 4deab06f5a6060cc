import { useQuery } from "@tanstack/react-query";

import { exchangeContext } from "#contract/exchange.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";

export type Context = ReplyOf<typeof exchangeContext>;

/** The two currencies of a deal; null while one is not chosen. */
export interface DealCurrencies {
  readonly purchaseCurrencyId: number | null;
  readonly sellingCurrencyId: number | null;
}

/** How the deal between two currencies is looked up; undefined until there are two. */
export function contextQuery({ purchaseCurrencyId, sellingCurrencyId }: DealCurrencies) {
  if (purchaseCurrencyId === null || sellingCurrencyId === null || purchaseCurrencyId === sellingCurrencyId) return undefined;
  return read(exchangeContext, { query: { purchaseCurrencyId, sellingCurrencyId } });
}

/** Board rate, last rate and positions for two currencies, asked anew for each deal: the board may just have changed. */
export function useExchangeContext(deal: DealCurrencies) {
  const nobody = read(exchangeContext, { query: { purchaseCurrencyId: 0, sellingCurrencyId: 0 } });
  const query = contextQuery(deal);
  return useQuery({ ...(query ?? nobody), enabled: query !== undefined, staleTime: 0 });
}
