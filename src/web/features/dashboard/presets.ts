import type { BusinessDate } from "#kernel/business-date.ts";
import { firstDays, namedPeriods, type NamedPeriod } from "#web/ui/date/periods.ts";

import type { TimeFrame } from "./place.ts";

/** The days of a preset, until today: the week begins on Saturday, the Solar month with its first day. */
export function frameOf(preset: NamedPeriod, today: BusinessDate): TimeFrame {
  return { fromDate: firstDays[preset](today), toDate: today };
}

/** The preset that a time frame is, when it is one. Two may be the same days; the shorter name then stands for both. */
export function presetOf({ fromDate, toDate }: TimeFrame, today: BusinessDate): NamedPeriod | undefined {
  return namedPeriods.find((preset) => toDate === today && fromDate === firstDays[preset](today));
}
