import type { BusinessDate } from "#kernel/business-date.ts";
import { firstDays, namedPeriods } from "#web/ui/named-periods.ts";

/** Periods that people ask for by name; each goes on until now. */
export const presets = [...namedPeriods, "all"] as const;
export type Preset = (typeof presets)[number];

/** The first day of a preset; "" for every day. The week begins on Saturday. */
export function presetStart(preset: Preset, today: BusinessDate): string {
  return preset === "all" ? "" : firstDays[preset](today);
}

/** The preset that begins with a day; two may be the same days, and the one named first then stands for both. */
export function presetOf(from: string, today: BusinessDate): Preset | undefined {
  return presets.find((preset) => presetStart(preset, today) === from);
}
