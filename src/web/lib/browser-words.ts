import { spokenByBrowser } from "./direction.ts";

export type AgoUnit = "day" | "hour" | "minute";
export const sizeUnits = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
export type SizeUnit = (typeof sizeUnits)[number];
export type Exactness = Pick<Intl.NumberFormatOptions, "maximumFractionDigits" | "maximumSignificantDigits">;

/** What a browser puts into words by itself, if it knows the language. */
export interface BrowserWords {
  /** How long ago something was: "2 minutes ago"; with 0 minutes "now". */
  ago(count: number, unit: AgoUnit): string;
  /** The day of the week at noon of a day, by UTC. */
  weekday(noon: Date, width: "long" | "narrow"): string;
  /** A figure that is short rather than exact: "1.2M". */
  short(value: number, exactness: Exactness): string;
  /** So many of a unit: "3.1 MB". */
  size(value: number, unit: SizeUnit, exactness: Exactness): string;
}

/** One for each language and width: a form asks for the day at every key, and to make one takes longer than that. */
const weekdays = new Map<string, Intl.DateTimeFormat>();

const ofBrowser: BrowserWords = {
  ago(count, unit) {
    const words = new Intl.RelativeTimeFormat(spokenByBrowser(), { numeric: "auto" });
    return count === 0 ? words.format(0, "second") : words.format(-count, unit);
  },
  weekday(noon, width) {
    const key = `${spokenByBrowser()} ${width}`;
    const known = weekdays.get(key);
    const format = known ?? new Intl.DateTimeFormat(spokenByBrowser(), { timeZone: "UTC", weekday: width });
    if (known === undefined) weekdays.set(key, format);
    return format.format(noon);
  },
  short: (value, exactness) => value.toLocaleString(spokenByBrowser(), { notation: "compact", ...exactness }),
  size(value, unit, exactness) {
    const locale = spokenByBrowser();
    // Short it is "MB" in every language: Latin letters, which only English has otherwise.
    const unitDisplay = unit === "byte" || !locale.startsWith("en") ? "long" : "short";
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, ...exactness }).format(value);
  },
};

let own: BrowserWords | undefined;

/** Notes the words of a language that not every browser knows; undefined for the browser's own. */
export function noteOwnWords(words: BrowserWords | undefined): void {
  own = words;
}

/** Who puts times and sizes into the language of the screens. */
export const browserWords = (): BrowserWords => own ?? ofBrowser;
