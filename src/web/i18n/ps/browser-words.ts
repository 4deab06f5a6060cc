import type { AgoUnit, BrowserWords, SizeUnit } from "#web/lib/browser-words.ts";

/** From Sunday on, as offices write them. */
const weekdays = ["یکشنبه", "دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه", "جمعه", "شنبه"];
const past: Readonly<Record<AgoUnit, { readonly one: string; readonly other: string }>> = {
  day: { one: "پرون", other: "ورځې مخکې" },
  hour: { one: "1 ساعت مخکې", other: "ساعته مخکې" },
  minute: { one: "1 دقیقه مخکې", other: "دقیقې مخکې" },
};
const scales: Readonly<Record<string, string>> = { K: " زره", M: " میلیونه", B: " میلیارده", T: " تریلیونه" };
const units: Readonly<Record<SizeUnit, string>> = {
  byte: "بایټه",
  kilobyte: "کیلوبایټه",
  megabyte: "میګابایټه",
  gigabyte: "ګیګابایټه",
  terabyte: "ټیرابایټه",
};

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
  short: (value, exactness) =>
    value.toLocaleString("en-US", { notation: "compact", ...exactness }).replace(/[KMBT]$/, (scale) => scales[scale] ?? scale),
  size: (value, unit, exactness) => `${value.toLocaleString("en-US", exactness)} ${units[unit]}`,
};
