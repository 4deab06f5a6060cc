import { addDays, type BusinessDate } from "#kernel/business-date.ts";

import { solarDate } from "./solar-date.ts";

/** Days that something is asked for; "" on a side that is open. */
export interface Period {
  readonly fromDate: string;
  readonly toDate: string;
}

/** Whether a period ends before it begins, and so means no days at all. A side that is left out is open as well. */
export function isTurned({ fromDate = "", toDate = "" }: { readonly [Side in keyof Period]?: string | undefined }): boolean {
  return fromDate !== "" && toDate !== "" && fromDate > toDate;
}

/** Periods that people ask for by name; each goes on until today. */
export const namedPeriods = ["today", "week", "month", "solarMonth"] as const;
export type NamedPeriod = (typeof namedPeriods)[number];

/** Their first days: the week begins on Saturday, the Solar month with its own first day. */
export const firstDays: Readonly<Record<NamedPeriod, (today: BusinessDate) => BusinessDate>> = {
  today: (today) => today,
  week: (today) => addDays(today, -((new Date(`${today}T12:00:00Z`).getUTCDay() + 1) % 7)),
  month: (today) => `${today.slice(0, 7)}-01` as BusinessDate,
  solarMonth: (today) => addDays(today, 1 - solarDate(today).day),
};
