import { z } from "zod";

import { typedDayInUrl } from "#web/features/reports/place.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";

const trialState = z.object({ asOf: typedDayInUrl, currency: idInUrl, zero: z.enum(["", "1"]).catch("") });
export type TrialPlace = z.output<typeof trialState>;

export function useTrialPlace() {
  return useUrlState(trialState);
}

export function trialAsked({ asOf, currency, zero }: TrialPlace) {
  return { asOf, currencyId: currency, ...(zero === "" ? {} : { zero: "true" as const }) };
}
