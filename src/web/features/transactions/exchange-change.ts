import type { UseFormReturnType } from "@mantine/form";

import { useCurrencies } from "#web/ui/currency-select.tsx";

import { computed, type CodeOf, type ExchangeForm } from "./exchange-rules.ts";
import { useHeld, useHeldNow } from "./queries.ts";

export type ExchangeFormState = UseFormReturnType<ExchangeForm>;
/** Changes the form; the amount that follows is computed anew. */
export type ExchangeChange = (change: (form: ExchangeForm) => ExchangeForm) => void;

/** The deal with its accounts as they are by now. */
export function useDeal(form: ExchangeForm): ExchangeForm {
  const purchaseAccount = useHeld(form.purchaseAccount);
  const sellingAccount = useHeld(form.sellingAccount);
  return { ...form, purchaseAccount, sellingAccount };
}

/** As {@link useDeal}, for the moment in which something is done. */
export function useDealNow(): (form: ExchangeForm) => ExchangeForm {
  const heldNow = useHeldNow();
  return (form) => ({
    ...form,
    purchaseAccount: heldNow(form.purchaseAccount),
    sellingAccount: heldNow(form.sellingAccount),
  });
}

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
