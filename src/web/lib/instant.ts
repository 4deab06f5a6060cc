import { isReadFromRight } from "./direction.ts";

const formats = new Map<string, Intl.DateTimeFormat>();
const [leftToRightStart, isolateEnd] = ["\u2066", "\u2069"];

/**
 * An instant (ISO 8601, or milliseconds since 1970) as a clock in the office shows it: "21 Mar 2026, 14:05". It stays in that order also
 * where the screens are read from the right: its day would go to the other side of the month.
 */
export function formatInstant(instant: string | number, timeZone: string): string {
  return inItsOrder(clockText(instant, timeZone));
}

/** The same for a place that is too narrow for all of it: the day, "21 Mar", or the time, "14:05". */
export function formatPart(instant: string | number, timeZone: string, part: "day" | "time"): string {
  const [date = "", time = ""] = clockText(instant, timeZone).split(", ");
  return inItsOrder(part === "time" ? time : date.replace(/ \d+$/, ""));
}

function clockText(instant: string | number, timeZone: string): string {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  if (known === undefined) formats.set(timeZone, format);
  return format.format(new Date(instant));
}

function inItsOrder(shown: string): string {
  return isReadFromRight() ? `${leftToRightStart}${shown}${isolateEnd}` : shown;
}
