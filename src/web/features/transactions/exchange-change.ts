import type { UseFormReturnType } from "@mantine/form";

import { useCurrencies } from "#web/ui/currency-select.tsx";

import { computed, type CodeOf, type ExchangeForm } from "./exchange-rules.ts";

export type ExchangeFormState = UseFormReturnType<ExchangeForm>;
/** Changes the form; the amount that follows is computed anew. */
export type ExchangeChange = (change: (form: ExchangeForm) => ExchangeForm) => void;

/** The codes of the currencies. */
export function useCodeOf(): CodeOf {
  const currencies = useCurrencies();
  return (id) => currencies.find((currency) => currency.id === id)?.code;
}

/** The one way the fields of a deal change. Field by field, so that the faults of the others stay marked. */
export function useExchangeChange(form: ExchangeFormState): ExchangeChange {
  const codeOf = useCodeOf();
  return (change) => {
    const before = form.getValues();
    const after = computed(change(before), codeOf);
    for (const name of Object.keys(after)) if (after[name] !== before[name]) form.setFieldValue(name, after[name]);
  };
}
