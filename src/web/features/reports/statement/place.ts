import { z } from "zod";

import type { AccountStatement, StatementEntry } from "#contract/reports.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { usualDays } from "#web/features/reports/periods.ts";
import { anyDay, typedDayInUrl } from "#web/features/reports/place.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";
import { latestBusinessDate } from "#web/ui/date/typed-date.ts";

const statementState = z.object({
  account: idInUrl,
  currency: idInUrl,
  /** A day, `anyDay`, or "" for the usual period. */
  from: typedDayInUrl,
  to: typedDayInUrl,
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

/**
 * The last day that a statement may be said to reach to. One without an end date has tomorrow's entries in it, since that is a day
 * which may be entered; where its last entries have not been read (undefined), they may be among them.
 */
export function lastDayOf(
  { toDate }: Pick<AccountStatement, "toDate">,
  entries: readonly Pick<StatementEntry, "businessDate">[] | undefined,
  today: BusinessDate,
): string {
  if (toDate !== null) return toDate;
  if (entries === undefined) return latestBusinessDate(today);
  // They stand in the order of their days.
  const last = entries.at(-1)?.businessDate ?? "";
  return last > today ? last : today;
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
