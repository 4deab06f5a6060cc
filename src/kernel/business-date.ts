declare const businessDateBrand: unique symbol;

/** The day an event belongs to, "YYYY-MM-DD". It has no time and no zone, and it is text from end to end. */
export type BusinessDate = string & { readonly [businessDateBrand]: true };

export const earliestBusinessDate = "2000-01-01" as BusinessDate;

/** Nobody who holds an account was born before it: an earlier year is one of another calendar, or a slip. */
export const earliestBirthDate = "1900-01-01" as BusinessDate;

// No calendar of people has a year 0, nor has PostgreSQL's.
const datePattern = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const dayMs = 86_400_000;

/** Reads an ISO date. Returns undefined for another form or a day that no calendar has, such as 2026-02-30. */
export function parseBusinessDate(text: string): BusinessDate | undefined {
  if (!datePattern.test(text)) return undefined;
  const instant = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== text) return undefined;
  return text as BusinessDate;
}

/** The day that many days later (earlier when negative). */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  const instant = new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
  return instant.toISOString().slice(0, 10) as BusinessDate;
}

/** The calendar day of an instant in a time zone, such as "Asia/Kabul". */
export function businessDateAt(instant: Date, timeZone: string): BusinessDate {
  // No locale writes it so everywhere: "en-CA" is "11/26/2026" to one runtime and "2026-11-26" to another, by the locale data it was built with.
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(
    instant,
  );
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return `${partOf("year")}-${partOf("month")}-${partOf("day")}` as BusinessDate;
}

/** Whether the runtime knows the zone: "Asia/Kabul" is one, "Kabul" is not. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}
