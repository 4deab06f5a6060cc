import { z } from "zod";

import type { BusinessDate } from "#kernel/business-date.ts";
import { presetDays } from "#web/features/reports/periods.ts";
import { anyDay } from "#web/features/reports/place.ts";
import { dayInUrl, idInUrl, useUrlState } from "#web/lib/url.ts";
import type { Period } from "#web/ui/date/periods.ts";

const positionState = z.object({
  /** A day, `anyDay`, or "" for the first of the month that the period ends in. */
  from: z.literal(anyDay).or(dayInUrl),
  /** A day, or "": without an end where `from` says something, and until today where it does not. */
  to: dayInUrl,
  user: z.union([z.literal(""), z.uuid()]).catch(""),
  /** The currency whose deals are shown. */
  currency: idInUrl,
});
export type PositionPlace = z.output<typeof positionState>;

export function usePositionPlace() {
  return useUrlState(positionState);
}

/** The days that an address means: without any, this month until today, as the trial balance ends today. */
export function periodOf({ from, to }: Pick<PositionPlace, "from" | "to">, today: BusinessDate): Period {
  if (from !== "") return { fromDate: from === anyDay ? "" : from, toDate: to };
  const thisMonth = presetDays("month", today);
  if (to === "") return thisMonth;
  // A period that ends in the past is the month that it ends in.
  return { fromDate: to < today ? presetDays("month", to as BusinessDate).fromDate : thisMonth.fromDate, toDate: to };
}

/** What the calls are asked for. */
export function askedOf(place: PositionPlace, today: BusinessDate) {
  return { ...periodOf(place, today), userId: place.user };
}
export type Asked = ReturnType<typeof askedOf>;
