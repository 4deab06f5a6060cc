import { z } from "zod";

import { typedDayInUrl } from "#web/features/reports/place.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";

const trialState = z.object({ asOf: typedDayInUrl, currency: idInUrl, zero: z.enum(["", "1"]).catch("") });
export type TrialPlace = z.output<typeof trialState>;

export function useTrialPlace() {
  return useUrlState(trialState);
}

/** What the calls are asked for. Today by its date: left open over midnight the report is that of the new day, as the field above it says. */
export function trialAsked({ asOf, currency, zero }: TrialPlace, today: string) {
  return { asOf: asOf === "" ? today : asOf, currencyId: currency, ...(zero === "" ? {} : { zero: "true" as const }) };
}
