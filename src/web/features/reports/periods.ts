import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { firstDays, namedPeriods } from "#web/ui/named-periods.ts";

/** How many days back a statement goes unless somebody chooses. */
export const usualDays = 30;

/** Periods that people ask for by name. */
export const presets = [...namedPeriods, "thirtyDays", "all"] as const;
type Preset = (typeof presets)[number];

/** The first day of a preset, which goes on until now; "" for every day. */
export function presetStart(preset: Preset, today: BusinessDate): string {
  if (preset === "all") return "";
  return preset === "thirtyDays" ? addDays(today, -usualDays) : firstDays[preset](today);
}

/** The preset among those offered that begins with a day; two may be the same days, and the one named first then stands for both. */
export function presetOf<Offered extends Preset>(from: string, today: BusinessDate, offered: readonly Offered[]) {
  return offered.find((preset) => presetStart(preset, today) === from);
}
