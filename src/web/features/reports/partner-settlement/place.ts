import { z } from "zod";

import { settlementLists } from "#contract/partner-settlements.ts";
import { typedDayInUrl } from "#web/features/reports/place.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";

const settlementState = z.object({
  partner: idInUrl,
  /** Which hawalas are listed; those of one settlement instead of what is open. */
  list: z.enum(["", ...settlementLists]).catch(""),
  settlement: idInUrl,
  /** The payout currency of the hawalas listed; "" for every one. */
  currency: idInUrl,
  tab: z.enum(["", "reconcile"]).catch(""),
  from: typedDayInUrl,
  to: typedDayInUrl,
});
export type SettlementPlace = z.output<typeof settlementState>;

export function useSettlementPlace() {
  return useUrlState(settlementState);
}

/** What the figures are asked for. */
export function figuresAsked({ partner, from, to }: SettlementPlace) {
  return { partnerAccountId: partner, fromDate: from, toDate: to };
}

/** What the list behind a figure is asked for. */
export function hawalasAsked(place: SettlementPlace) {
  const { list, settlement, currency } = place;
  return {
    ...figuresAsked(place),
    list: list === "" ? ("passed" as const) : list,
    settlementId: settlement,
    currencyId: currency,
  };
}
