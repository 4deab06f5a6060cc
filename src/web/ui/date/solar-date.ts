import type { BusinessDate } from "#kernel/business-date.ts";
import { spokenByBrowser } from "#web/lib/direction.ts";

/** The numbers of a day in the Solar Hijri calendar; months count from 1 (Hamal). */
export interface SolarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const solarNumbers = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

function middayOf(date: BusinessDate): Date {
  return new Date(`${date}T12:00:00Z`);
}

/** The day in the calendar of Afghanistan. The months are named by the catalogue, since no browser knows all our languages. */
export function solarDate(date: BusinessDate): SolarDate {
  const parts = solarNumbers.formatToParts(middayOf(date));
  const numberOf = (type: string): number => Number.parseInt(parts.find((part) => part.type === type)?.value ?? "", 10);
  return { year: numberOf("year"), month: numberOf("month"), day: numberOf("day") };
}

/** One for each language: a form asks for the day at every key, and to make one takes longer than that. */
const weekdays = new Map<string, Intl.DateTimeFormat>();

/** "Saturday", in the language of the screen. */
export function weekdayName(date: BusinessDate): string {
  const language = spokenByBrowser();
  const known = weekdays.get(language);
  const format = known ?? new Intl.DateTimeFormat(language, { timeZone: "UTC", weekday: "long" });
  if (known === undefined) weekdays.set(language, format);
  return format.format(middayOf(date));
}
