import { ActionIcon, Button, Paper } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { addDays, parseBusinessDate } from "#kernel/business-date.ts";
import { useToday } from "#web/lib/session.ts";
import { DateFilter } from "#web/ui/date/business-date-input.tsx";

import classes from "./daily-book.module.css";

interface DayChoiceProps {
  readonly date: string;
  readonly onChange: (date: string) => void;
}

/** The day that is shown, with the days around it one press away. */
export function DayChoice({ date, onChange }: DayChoiceProps) {
  const { t } = useTranslation("dailyBook");
  const today = useToday();
  const day = parseBusinessDate(date);
  const step = (days: number, label: string, icon: "before" | "after") => {
    const to = day === undefined ? undefined : addDays(day, days);
    const Icon = icon === "before" ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        variant="default"
        size="input-sm"
        className={classes["step"] ?? ""}
        aria-label={label}
        disabled={to === undefined || to > today}
        onClick={() => to !== undefined && onChange(to)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("date")} className={classes["day"] ?? ""}>
      {step(-1, t("before"), "before")}
      <DateFilter label={t("date")} value={date} onChange={(chosen) => onChange(chosen === "" ? today : chosen)} />
      {step(1, t("after"), "after")}
      <Button
        variant="default"
        className={`${classes["step"]} ${classes["toToday"]}`}
        disabled={date === today}
        onClick={() => onChange(today)}
      >
        {t("today")}
      </Button>
    </Paper>
  );
}
