import { z } from "zod";

import { transactionTypes } from "#kernel/transaction-type.ts";
import { typedDayInUrl } from "#web/features/reports/place.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";

const bookState = z.object({ date: typedDayInUrl, currency: idInUrl, type: z.enum(["", ...transactionTypes]).catch("") });
export type BookPlace = z.output<typeof bookState>;

export function useBookPlace() {
  return useUrlState(bookState);
}
