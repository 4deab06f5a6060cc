import { useQuery } from "@tanstack/react-query";

import { exchangeContext } from "#contract/exchange.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";

import type { ExchangeForm } from "./exchange-rules.ts";

export type Context = ReplyOf<typeof exchangeContext>;

/** How the deal between the form's two currencies is looked up; undefined until there are two. */
export function contextQuery({ purchaseCurrencyId, sellingCurrencyId }: ExchangeForm) {
  if (purchaseCurrencyId === null || sellingCurrencyId === null || purchaseCurrencyId === sellingCurrencyId) return undefined;
  return read(exchangeContext, { query: { purchaseCurrencyId, sellingCurrencyId } });
}

/** Board rate, last rate and positions for the form's two currencies, asked anew for each deal: the board may just have changed. */
export function useExchangeContext(form: ExchangeForm) {
  const nobody = read(exchangeContext, { query: { purchaseCurrencyId: 0, sellingCurrencyId: 0 } });
  const query = contextQuery(form);
  return useQuery({ ...(query ?? nobody), enabled: query !== undefined, staleTime: 0 });
}
