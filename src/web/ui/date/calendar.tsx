import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useTranslation } from "react-i18next";

import { earliestBusinessDate, type BusinessDate } from "#kernel/business-date.ts";

import classes from "./calendar.module.css";

/** The Afghan week begins on Saturday; Friday is its day of rest. */
const saturday = 6;
const friday = 5;

interface CalendarProps {
  readonly date: BusinessDate;
  readonly latest: BusinessDate;
  readonly onChoose: (date: string) => void;
}

/** A month to choose a day from; fetched when somebody opens one. */
export function Calendar({ date, latest, onChoose }: CalendarProps) {
  const { t } = useTranslation("ui");
  return (
    <DatePicker
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
