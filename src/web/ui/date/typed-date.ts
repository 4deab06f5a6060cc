import { addDays, earliestBusinessDate, parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { plainCharacters } from "#web/ui/amount/typed-amount.ts";

import { dayOfSolarDate } from "./solar-date.ts";

/** Why a typed text is no business date. Each has a sentence in the catalogue under `ui:date`. */
export type DateFault = "impossible" | "tooEarly" | "tooLate";

/** What stands in a date field, with the days that are being counted since + or − was pressed. */
export interface DateKeys {
  readonly text: string;
  readonly counting?: { readonly from: BusinessDate; readonly sign: 1 | -1; readonly digits: string };
}

const mostCountedDigits = 4;

/** Years that only the Solar Hijri calendar can mean: by the other one nobody who holds an account was born. */
const solarYears = { from: 1278, to: 1499 };

/**
 * Reads "2026-03-21", "2026/3/21", "20260321", also with Persian or Arabic digits, and "1405/1/1" as that day of the Solar Hijri
 * calendar, as it stands on the papers of Kabul. Undefined for anything else and for days that no calendar has.
 */
export function readDate(typed: string): BusinessDate | undefined {
  const plain = plainCharacters(typed.trim().replaceAll(/[/.\s]+/g, "-"));
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (parts === null) return undefined;
  const [, year = "", month = "", day = ""] = parts;
  const numbers = { year: Number.parseInt(year, 10), month: Number.parseInt(month, 10), day: Number.parseInt(day, 10) };
  if (numbers.year >= solarYears.from && numbers.year <= solarYears.to) return dayOfSolarDate(numbers);
  return parseBusinessDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** The latest day an entry may belong to: tomorrow, as the office's zone counts. */
export function latestBusinessDate(today: BusinessDate): BusinessDate {
  return addDays(today, 1);
}

/** What is wrong with a typed date; undefined for nothing. An empty field is impossible too. */
export function dateFault(typed: string, today: BusinessDate): DateFault | undefined {
  const date = readDate(typed);
  if (date === undefined) return "impossible";
  if (date < earliestBusinessDate) return "tooEarly";
  return date > latestBusinessDate(today) ? "tooLate" : undefined;
}

/** Keys that only change what another one means. */
const modifiers: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);

/**
 * Whether the days go on being counted after a key that was none of the date keys: only where it does nothing by itself. Any other
 * moves the caret, selects or types, and a digit after that is one of a date.
 */
export function keepsCounting(key: string): boolean {
  return modifiers.has(key);
}

/**
 * The field after one of the date keys: T is today, + and − go a day on or back, and digits right after them count the days
 * instead (+5). Other letters change nothing, so that "today" written out is today. Undefined for any other key, which is then typed as
 * usual. A minus inside an unfinished date is typed.
 */
export function afterDateKey(state: DateKeys, key: string, today: BusinessDate): DateKeys | undefined {
  if (key === "t") return { text: today };
  if (/^\p{L}$/u.test(key)) return state;
  if (key === "+" || key === "-") {
    const shown = readDate(state.text) ?? (state.text.trim() === "" ? today : undefined);
    const from = shown ?? (key === "+" ? today : undefined);
    return from === undefined ? undefined : counted({ from, sign: key === "+" ? 1 : -1, digits: "" });
  }
  const { counting } = state;
  if (counting === undefined || !/^\d$/.test(key) || counting.digits.length >= mostCountedDigits) return undefined;
  return counted({ ...counting, digits: `${counting.digits}${key}` });
}

function counted(counting: NonNullable<DateKeys["counting"]>): DateKeys {
  const days = counting.digits === "" ? 1 : Number.parseInt(counting.digits, 10);
  return { text: addDays(counting.from, counting.sign * days), counting };
}
