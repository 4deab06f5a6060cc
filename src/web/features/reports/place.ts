import { z } from "zod";

import { balanceSides } from "#contract/report-balances.ts";
import { accountTypes } from "#kernel/account-type.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";
import { useUrlState } from "#web/lib/url.ts";

import { usualDays } from "./periods.ts";

const id = z
  .string()
  .regex(/^\d{0,9}$/)
  .catch("");
const date = z.string().max(10).catch("");

/** Stands in the address where a period is open at its beginning: without any, the last days are meant. */
export const anyDay = "any";

const statementState = z.object({
  account: id,
  currency: id,
  /** A day, `anyDay`, or "" for the usual period. */
  from: date,
  to: date,
  corrected: z.enum(["", "1"]).catch(""),
});
export type StatementPlace = z.output<typeof statementState>;

export function useStatementPlace() {
  return useUrlState(statementState);
}

/** The first day of the period that an address means; "" for every day. */
export function firstDayOf({ from, to }: Pick<StatementPlace, "from" | "to">, today: BusinessDate): string {
  if (from !== "") return from === anyDay ? "" : from;
  // A period that ends in the past is as long as the usual one.
  return addDays(to !== "" && to < today ? (to as BusinessDate) : today, -usualDays);
}

/** What the calls are asked for. */
export function statementAsked(place: StatementPlace, today: BusinessDate) {
  return {
    accountId: place.account,
    currencyId: place.currency,
    fromDate: firstDayOf(place, today),
    toDate: place.to,
    ...(place.corrected === "" ? {} : { corrected: "true" as const }),
  };
}

const balancesState = z.object({
  asOf: date,
  currency: id,
  type: z.enum(["", ...accountTypes]).catch(""),
  side: z.enum(["", ...balanceSides]).catch(""),
});
export type BalancesPlace = z.output<typeof balancesState>;

export function useBalancesPlace() {
  return useUrlState(balancesState);
}

export function balancesAsked({ asOf, currency, type, side }: BalancesPlace) {
  return { asOf, currencyId: currency, type, side };
}

const trialState = z.object({ asOf: date, currency: id, zero: z.enum(["", "1"]).catch("") });
export type TrialPlace = z.output<typeof trialState>;

export function useTrialPlace() {
  return useUrlState(trialState);
}

export function trialAsked({ asOf, currency, zero }: TrialPlace) {
  return { asOf, currencyId: currency, ...(zero === "" ? {} : { zero: "true" as const }) };
}

const bookState = z.object({ date, currency: id, type: z.enum(["", ...transactionTypes]).catch("") });
export type BookPlace = z.output<typeof bookState>;

export function useBookPlace() {
  return useUrlState(bookState);
}
