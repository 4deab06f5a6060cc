import type { LanguageTag } from "#web/i18n/languages.ts";

import { isReadFromRight, listed, spokenLanguage } from "./direction.ts";

/** Not every browser knows how Kabul calls them: in Tehran they have French names. */
const monthNames: Readonly<Record<LanguageTag, readonly string[]>> = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"],
  "fa-AF": ["جنوری", "فبروری", "مارچ", "اپریل", "می", "جون", "جولای", "اگست", "سپتمبر", "اکتوبر", "نومبر", "دسمبر"],
  "ps-AF": ["جنوري", "فبروري", "مارچ", "اپریل", "می", "جون", "جولای", "اګست", "سپټمبر", "اکتوبر", "نومبر", "ډسمبر"],
};
const formats = new Map<string, Intl.DateTimeFormat>();
const [isolateStart, isolateEnd] = ["\u2068", "\u2069"];

/**
 * An instant (ISO 8601, or milliseconds since 1970) as a clock in the office shows it: "21 Mar 2026, 14:05". It stays in one piece also
 * where the screens are read from the right: its day would go to the other side of the month.
 */
export function formatInstant(instant: string | number, timeZone: string): string {
  const { day, month, year, time } = clockParts(instant, timeZone);
  return inOnePiece(listed([`${day} ${monthName(month)} ${year}`, time]));
}

/** The same for a place that is too narrow for all of it: the day, "21 Mar", or the time, "14:05". */
export function formatPart(instant: string | number, timeZone: string, part: "day" | "time"): string {
  const { day, month, time } = clockParts(instant, timeZone);
  return inOnePiece(part === "time" ? time : `${day} ${monthName(month)}`);
}

/** "Mar": a month of the Gregorian calendar, counted from 1. */
export function monthName(month: number): string {
  return monthNames[spokenLanguage()][month - 1] ?? "";
}

/** Figures and a name that are one thing keep together where the screens are read from the right, and run as the name does. */
export function inOnePiece(shown: string): string {
  return isReadFromRight() ? `${isolateStart}${shown}${isolateEnd}` : shown;
}

function clockParts(instant: string | number, timeZone: string) {
  const known = formats.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "numeric",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    });
  if (known === undefined) formats.set(timeZone, format);
  const parts = format.formatToParts(new Date(instant));
  const textOf = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? "";
  const time = `${textOf("hour")}:${textOf("minute")}`;
  return { day: String(Number(textOf("day"))), month: Number(textOf("month")), year: textOf("year"), time };
}
