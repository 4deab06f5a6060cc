import { NativeSelect, Paper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { PositionReport } from "#contract/currency-position.ts";
import classes from "#web/features/reports/filters.module.css";
import { presetInUrl, presetOf, presets } from "#web/features/reports/periods.ts";
import { anyDay } from "#web/features/reports/place.ts";
import { nameOf, useToday } from "#web/lib/session.ts";
import { DateFilter, PeriodPresets } from "#web/ui/date/business-date-input.tsx";
import { isTurned } from "#web/ui/date/periods.ts";

import { periodOf, type PositionPlace } from "./place.ts";

/** A position has no usual period of days. */
const periods = presets.filter((preset) => preset !== "thirtyDays");

interface PositionFiltersProps {
  readonly place: PositionPlace;
  /** What is shown; undefined while nothing is. */
  readonly report: PositionReport | undefined;
  readonly onChange: (change: Partial<PositionPlace>) => void;
}

/** Period and person; each acts at once, and a side that is emptied leaves the other one as it is shown. */
export function PositionFilters({ place, report, onChange }: PositionFiltersProps) {
  const { t } = useTranslation("currencyPosition");
  const today = useToday();
  const period = periodOf(place, today);
  const { fromDate, toDate } = period;
  return (
    <Paper
      withBorder
      p="sm"
      role="search"
      aria-label={t("filters.label")}
      className={`${classes["filters"] ?? ""} ${classes["flowing"] ?? ""}`}
    >
      <DateFilter
        label={t("filters.fromDate")}
        value={fromDate}
        onChange={(from) => onChange({ from: from || anyDay, to: toDate })}
      />
      <DateFilter
        label={t("filters.toDate")}
        value={toDate}
        error={isTurned(period) ? t("filters.ended") : undefined}
        onChange={(to) => onChange(to === "" ? { from: fromDate || anyDay, to } : { to })}
      />
      <NativeSelect
        label={t("filters.user")}
        value={place.user}
        onChange={({ currentTarget }) => onChange({ user: currentTarget.value })}
        data={[{ value: "", label: t("filters.everybody") }, ...peopleOf(report, place.user)]}
      />
      <div className={classes["switches"]}>
        <PeriodPresets
          label={t("filters.presets")}
          periods={periods}
          chosen={presetOf(period, today, periods)}
          wordsOf={(preset, solar) => t(`filters.preset.${preset}`, solar)}
          className={classes["presets"]}
          onChoose={(preset) => onChange(presetInUrl(preset, today))}
        />
      </div>
      {report === undefined || report.chosen === null ? null : (
        <Text size="sm" c="dimmed" className={classes["whole"] ?? ""}>
          {t("filters.ofUser", { user: nameOf(report.chosen) })}
        </Text>
      )}
    </Paper>
  );
}

/** Whoever recorded deals in the period; the one who is asked for stands among them in any case. */
function peopleOf(report: PositionReport | undefined, chosen: string) {
  const people = (report?.users ?? []).map((user) => ({ value: user.userId, label: nameOf(user) }));
  const isThere = chosen === "" || people.some(({ value }) => value === chosen);
  if (isThere) return people;
  // Until the report of that person is there.
  const name = report?.chosen?.userId === chosen ? nameOf(report.chosen) : "…";
  return [...people, { value: chosen, label: name }];
}
