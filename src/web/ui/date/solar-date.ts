import { addDays, parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { browserWords } from "#web/lib/browser-words.ts";

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

const longMonths = 6;
/** A Solar year begins on 21 March or on a day beside it. */
const daysAround = [0, -1, 1];

/** The day that a Solar Hijri date is; undefined where its month has no such day. */
export function dayOfSolarDate(wanted: SolarDate): BusinessDate | undefined {
  const before = (wanted.month - 1) * 30 + Math.min(wanted.month - 1, longMonths);
  const newYear = parseBusinessDate(`${String(wanted.year + 621)}-03-21`);
  if (newYear === undefined) return undefined;
  return daysAround.map((days) => addDays(newYear, before + wanted.day - 1 + days)).find((day) => isSame(solarDate(day), wanted));
}

const isSame = (left: SolarDate, right: SolarDate): boolean =>
  left.year === right.year && left.month === right.month && left.day === right.day;

/** "Saturday", in the language of the screen. */
export function weekdayName(date: BusinessDate): string {
  return browserWords().weekday(middayOf(date), "long");
}
