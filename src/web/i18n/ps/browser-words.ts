import type { AgoUnit, BrowserWords, SizeUnit } from "#web/lib/browser-words.ts";

/** From Sunday on, as offices write them. */
const weekdays = ["یکشنبه", "دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه", "شنبه"];
const past: Readonly<Record<AgoUnit, { readonly one: string; readonly other: string }>> = {
  day: { one: "پرون", other: "ورځې مخکې" },
  hour: { one: "1 ساعت مخکې", other: "ساعته مخکې" },
  minute: { one: "1 دقیقه مخکې", other: "دقیقې مخکې" },
};
/** Among words from the right a minus sign would stand behind its figure. Browsers write it so in the languages that they know. */
const leftToRightMark = "\u200E";
/** Of one, and of more. */
type Forms = readonly [one: string, more: string];
const scales: Readonly<Record<string, Forms>> = {
  K: ["زر", "زره"],
  M: ["میلیون", "میلیونه"],
  B: ["میلیارد", "میلیارده"],
  T: ["تریلیون", "تریلیونه"],
};
const units: Readonly<Record<SizeUnit, Forms>> = {
  byte: ["بایټ", "بایټه"],
  kilobyte: ["کیلوبایټ", "کیلوبایټه"],
  megabyte: ["میګابایټ", "میګابایټه"],
  gigabyte: ["ګیګابایټ", "ګیګابایټه"],
  terabyte: ["ټیرابایټ", "ټیرابایټه"],
};

function counted(figures: string, [one, more]: Forms): string {
  return `${figures} ${/^-?1$/.test(figures) ? one : more}`;
}

/** What browsers would say by themselves, in Pashto, which Chrome does not know. */
export const pashtoWords: BrowserWords = {
  ago(count, unit) {
    if (count === 0) return "همدا اوس";
    return count === 1 ? past[unit].one : `${String(count)} ${past[unit].other}`;
  },
  weekday(noon, width) {
    const name = weekdays[noon.getUTCDay()] ?? "";
    return width === "long" ? name : name.slice(0, 1);
  },
  short(value, exactness) {
    const english = value.toLocaleString("en-US", { notation: "compact", ...exactness });
    const scale = scales[english.at(-1) ?? ""];
    const short = scale === undefined ? english : counted(english.slice(0, -1), scale);
    return short.startsWith("-") ? `${leftToRightMark}${short}` : short;
  },
  size: (value, unit, exactness) => counted(value.toLocaleString("en-US", exactness), units[unit]),
};
