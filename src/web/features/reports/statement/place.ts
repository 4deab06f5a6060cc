import { z } from "zod";

import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { usualDays } from "#web/features/reports/periods.ts";
import { anyDay, dayInUrl, idInUrl } from "#web/features/reports/place.ts";
import { useUrlState } from "#web/lib/url.ts";

const statementState = z.object({
  account: idInUrl,
  currency: idInUrl,
  /** A day, `anyDay`, or "" for the usual period. */
  from: dayInUrl,
  to: dayInUrl,
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
