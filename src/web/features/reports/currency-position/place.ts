import { z } from "zod";

import type { BusinessDate } from "#kernel/business-date.ts";
import { largestId } from "#kernel/id.ts";
import { presetStart } from "#web/features/reports/periods.ts";
import { anyDay } from "#web/features/reports/place.ts";
import { useUrlState } from "#web/lib/url.ts";
import { readDate } from "#web/ui/typed-date.ts";

const isDay = (text: string): boolean => readDate(text) === text;

const positionState = z.object({
  /** A day, `anyDay`, or "" for the first of the month. */
  from: z
    .string()
    .refine((text) => text === anyDay || isDay(text))
    .catch(""),
  to: z.string().refine(isDay).catch(""),
  user: z.union([z.literal(""), z.uuid()]).catch(""),
  /** The currency whose deals are shown. */
  currency: z
    .string()
    .refine((text) => /^[1-9]\d{0,9}$/.test(text) && Number.parseInt(text, 10) <= largestId)
    .catch(""),
});
export type PositionPlace = z.output<typeof positionState>;

export function usePositionPlace() {
  return useUrlState(positionState);
}

/** The first day of the period that an address means; "" for every day. */
export function firstDayOf({ from, to }: Pick<PositionPlace, "from" | "to">, today: BusinessDate): string {
  if (from !== "") return from === anyDay ? "" : from;
  // A period that ends in the past is the month that it ends in.
  return presetStart("month", to !== "" && to < today ? (to as BusinessDate) : today);
}

/** What the calls are asked for. */
export function askedOf(place: PositionPlace, today: BusinessDate) {
  const { to, user } = place;
  return { fromDate: firstDayOf(place, today), toDate: to, userId: user };
}
export type Asked = ReturnType<typeof askedOf>;
