import { useTranslation } from "react-i18next";

import type { BusinessDate } from "#kernel/business-date.ts";

import { solarDate, weekdayName } from "./solar-date.ts";

/** A day of the Solar Hijri calendar, its month by name. */
interface SolarWords {
  readonly day: number;
  readonly month: string;
  readonly year: number;
}

/** A day in the Solar Hijri calendar, its month named in the language of the screen. */
export function useSolarWords(): (date: BusinessDate) => SolarWords {
  const { t } = useTranslation("ui");
  return (date) => {
    const { year, month, day } = solarDate(date);
    // The catalogue has a name for each of the twelve numbers.
    return { day, month: t(`date.solarMonths.${String(month) as "1"}`), year };
  };
}

/** Weekday and Solar Hijri date, as people at the counter name a day. */
export function useBothCalendars(): (date: BusinessDate) => string {
  const { t } = useTranslation("ui");
  const solarWords = useSolarWords();
  return (date) => t("date.both", { weekday: weekdayName(date), ...solarWords(date) });
}
