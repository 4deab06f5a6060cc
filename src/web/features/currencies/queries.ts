import { useQuery, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";

import { createCurrency, type currencyRates, listCurrencies, updateCurrency, type Currency } from "#contract/currencies.ts";
import { rateInput } from "#contract/money.ts";
import { nounsChanged, nounsOf, read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { rateToSend } from "#web/ui/amount/typed-rate.ts";
import { bodySchema, type Unfinished } from "#web/ui/entry/form-resolver.ts";
import { changedFields } from "#web/ui/entry/use-versioned-edit.ts";

import type { CurrencyForm } from "./rules.ts";

/** The rates a currency has had, newest first. */
export type RateHistory = ReplyOf<typeof currencyRates>;

/** All currencies, read anew when the screen opens: an edit must not begin from a stale copy. */
export function useFreshCurrencies() {
  return useQuery({ ...read(listCurrencies), refetchOnMount: "always" });
}

/** A currency as it is stored now, past the cache. Refuses one that is gone. */
export async function fetchCurrency(client: QueryClient, id: number): Promise<Currency> {
  const currencies = await client.fetchQuery({ ...read(listCurrencies), staleTime: 0 });
  const currency = currencies.find((candidate) => candidate.id === id);
  if (currency === undefined) throw new Error(`Currency ${String(id)} is gone`);
  return currency;
}

/** Lets every screen see that a currency was added, changed or deleted: deals are judged by its rate. */
export function currenciesStored(client: QueryClient): void {
  void nounsChanged(client, nounsOf.currencies);
}

/** The rules of a new currency, and of an edit: those of the calls. */
export const creationSchema = bodySchema(createCurrency);
export const editSchema = bodySchema(updateCurrency).extend({ rate: rateInput("Rate is required").optional() });

/** The body that adds a currency. */
export function creationBody({ isActive: _isActive, ...form }: CurrencyForm): Unfinished<z.input<typeof creationSchema>> {
  return { ...form, rate: rateToSend(form.rate) };
}

/** The body of an edit: what was changed, and nothing else. */
export function editBody(typed: CurrencyForm, before: CurrencyForm): Unfinished<z.input<typeof editSchema>> {
  const { code: _code, rate, ...changed } = changedFields(before, typed);
  return rate === undefined ? changed : { ...changed, rate: rateToSend(rate) };
}
