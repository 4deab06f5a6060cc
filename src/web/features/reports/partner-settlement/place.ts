import { z } from "zod";

import { settlementLists, type SettlementList } from "#contract/partner-settlements.ts";
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

/** The lists that are offered: a settlement covers nothing that is not paid out yet. */
export function listsOf({ settlement }: SettlementPlace): readonly SettlementList[] {
  return settlement === "" ? settlementLists : settlementLists.filter((list) => list !== "outstanding");
}

/** What the list behind a figure is asked for. */
export function hawalasAsked(place: SettlementPlace) {
  const { settlement, currency } = place;
  return {
    ...figuresAsked(place),
    list: listsOf(place).find((list) => list === place.list) ?? ("passed" as const),
    settlementId: settlement,
    currencyId: currency,
  };
}
