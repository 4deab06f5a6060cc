import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.css";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { earliestBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { browserWords } from "#web/lib/browser-words.ts";
import { isReadFromRight, spokenLanguage } from "#web/lib/direction.ts";
import { monthName } from "#web/lib/instant.ts";

import classes from "./calendar.module.css";

/** The Afghan week begins on Saturday; Friday is its day of rest. */
const saturday = 6;
const friday = 5;

interface CalendarProps {
  readonly date: BusinessDate;
  readonly latest: BusinessDate;
  readonly onChoose: (date: string) => void;
}

/** What the picker of days would say in English, which is all that it knows by itself. */
const otherWords = {
  monthLabelFormat: (month: string) => `${nameOfMonth(month)} ${month.slice(0, 4)}`,
  monthsListFormat: nameOfMonth,
  weekdayFormat: (day: string) => browserWords().weekday(new Date(`${day.slice(0, 10)}T12:00:00Z`), "narrow"),
  getDayAriaLabel: (day: string) => `${String(Number(day.slice(8, 10)))} ${nameOfMonth(day)} ${day.slice(0, 4)}`,
};

function nameOfMonth(date: string): string {
  return monthName(Number(date.slice(5, 7)));
}

const otherArrow: ReadonlyMap<string, string> = new Map([
  ["ArrowLeft", "ArrowRight"],
  ["ArrowRight", "ArrowLeft"],
]);
const turned = new WeakSet<Event>();

/**
 * The picker takes ArrowRight for the next day, which is the one to the left where the page is read from the right: it gets the other arrow
 * there.
 */
function turnArrow(event: KeyboardEvent<HTMLElement>): void {
  const key = otherArrow.get(event.key);
  if (key === undefined || turned.has(event.nativeEvent) || !isReadFromRight()) return;
  event.preventDefault();
  event.stopPropagation();
  const other = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  turned.add(other);
  event.target.dispatchEvent(other);
}

/** A month to choose a day from; fetched when somebody opens one. */
export function Calendar({ date, latest, onChoose }: CalendarProps) {
  const { t } = useTranslation("ui");
  return (
    <DatePicker
      {...(spokenLanguage() === "en" ? {} : otherWords)}
      defaultDate={date}
      value={date}
      minDate={earliestBusinessDate}
      maxDate={latest}
      firstDayOfWeek={saturday}
      weekendDays={[friday]}
      hideOutsideDates
      classNames={{ day: classes["day"] ?? "" }}
      // The place that it opens in hears Escape, and no dialog around that.
      __stopPropagation
      onKeyDownCapture={turnArrow}
      onChange={(chosen) => {
        if (chosen !== null) onChoose(chosen);
      }}
      ariaLabels={{
        previousMonth: t("date.previousMonth"),
        nextMonth: t("date.nextMonth"),
        previousYear: t("date.previousYear"),
        nextYear: t("date.nextYear"),
        previousDecade: t("date.previousDecade"),
        nextDecade: t("date.nextDecade"),
      }}
    />
  );
}
