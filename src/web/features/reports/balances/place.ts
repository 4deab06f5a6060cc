import { z } from "zod";

import { balanceSides, type BalanceTotal } from "#contract/report-balances.ts";
import { accountTypes } from "#kernel/account-type.ts";
import { typedDayInUrl } from "#web/features/reports/place.ts";
import { isZero } from "#web/lib/format.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";

const balancesState = z.object({
  asOf: typedDayInUrl,
  currency: idInUrl,
  type: z.enum(["", ...accountTypes]).catch(""),
  side: z.enum(["", ...balanceSides]).catch(""),
});
export type BalancesPlace = z.output<typeof balancesState>;

export function useBalancesPlace() {
  return useUrlState(balancesState);
}

/** What the calls are asked for. Today by its date: left open over midnight the report is that of the new day, as the field above it says. */
export function balancesAsked({ asOf, currency, type, side }: BalancesPlace, today: string) {
  return { asOf: asOf === "" ? today : asOf, currencyId: currency, type, side };
}

const totalsOfAll = ["held", "owesUs", "weOwe"] as const;
const totalsWithSpent = ["held", "spent", "owesUs", "weOwe"] as const;

/** The sums to show: what was spent only where anything was. */
export function totalColumns(totals: readonly BalanceTotal[]): typeof totalsOfAll | typeof totalsWithSpent {
  return totals.every(({ spent }) => isZero(spent)) ? totalsOfAll : totalsWithSpent;
}
