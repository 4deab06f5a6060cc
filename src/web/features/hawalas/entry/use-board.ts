import { parseRate } from "#kernel/rate.ts";
import { useCurrencies } from "#web/ui/currency-select.tsx";

import type { Board } from "./entry-rules.ts";

/** The office's currencies and their rates as the board has them now. */
export function useBoard(): Board {
  const currencies = useCurrencies();
  const byId = (id: number | null) => currencies.find((currency) => currency.id === id);
  return {
    codeOf: (id) => byId(id)?.code,
    idOf: (code) => currencies.find((currency) => currency.code === code)?.id ?? null,
    rateOf: (id) => {
      const currency = byId(id);
      return currency === undefined ? undefined : parseRate(currency.exchangeRate);
    },
  };
}
