const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant (ISO 8601, or milliseconds since 1970) as a clock in the office shows it: "21 Mar 2026, 14:05". */
export function formatInstant(instant: string | number, timeZone: string): string {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone });
  if (known === undefined) formats.set(timeZone, format);
  return format.format(new Date(instant));
}
