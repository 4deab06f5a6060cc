import { z } from "zod";

import { balanceSides } from "#contract/report-balances.ts";
import { accountTypes } from "#kernel/account-type.ts";
import { dayInUrl, idInUrl } from "#web/features/reports/place.ts";
import { useUrlState } from "#web/lib/url.ts";

const balancesState = z.object({
  asOf: dayInUrl,
  currency: idInUrl,
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
