import {
  createCurrency,
  currencyRates,
  currencyUse,
  deleteCurrency,
  listCurrencies,
  updateCurrency,
} from "#contract/currencies.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { addCurrency, changeCurrency, removeCurrency } from "./commands.ts";
import { allCurrencies, rateHistory, currencyUses } from "./queries.ts";

/** The calls about currencies: the list, the board's rates with their history, and what stands in the way of a removal. */
export function currencyRoutes(app: App, { db }: Deps): void {
  serve(app, listCurrencies, () => allCurrencies(db));
  serve(app, createCurrency, (call) => addCurrency(db, call.body, call.actor));
  serve(app, updateCurrency, (call) =>
    changeCurrency(db, { id: call.params.id, ifMatch: call.ifMatch, ...call.body }, call.actor),
  );
  serve(app, deleteCurrency, (call) => removeCurrency(db, call.params.id, call.actor));
  serve(app, currencyRates, async ({ params, query }) => page(await rateHistory(db, params.id, query)));
  serve(app, currencyUse, (call) => currencyUses(db, call.params.id));
}
