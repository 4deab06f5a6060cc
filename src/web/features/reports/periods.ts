import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { firstDays, namedPeriods, type Period } from "#web/ui/date/periods.ts";

import { anyDay } from "./place.ts";

/** How many days back a statement goes unless somebody chooses. */
export const usualDays = 30;

/** Periods that people ask for by name. */
export const presets = [...namedPeriods, "thirtyDays", "all"] as const;
type Preset = (typeof presets)[number];

/** The days of a preset. All but "all" end today: what is dated tomorrow, which may be entered, is in none of them. */
export function presetDays(preset: Preset, today: BusinessDate): Period {
  if (preset === "all") return { fromDate: "", toDate: "" };
  return { fromDate: preset === "thirtyDays" ? addDays(today, -usualDays) : firstDays[preset](today), toDate: today };
}

/** The days of a paper in short, "2026-03-01 – 2026-03-31"; an end that is open is left open. Empty where both are. */
export function daysInShort(fromDate: string | null, toDate: string): string {
  const from = fromDate ?? "";
  return from === "" && toDate === "" ? "" : `${from || "…"} – ${toDate || "…"}`;
}

/** How a preset stands in an address: by its days, so that a saved one shows the same days later. */
export function presetInUrl(preset: Preset, today: BusinessDate) {
  const { fromDate, toDate } = presetDays(preset, today);
  return { from: fromDate || anyDay, to: toDate };
}

/** The preset among those offered that is these days; two may be the same days, and the one named first then stands for both. */
export function presetOf<Offered extends Preset>({ fromDate, toDate }: Period, today: BusinessDate, offered: readonly Offered[]) {
  return offered.find((preset) => {
    const days = presetDays(preset, today);
    return days.fromDate === fromDate && days.toDate === toDate;
  });
}
