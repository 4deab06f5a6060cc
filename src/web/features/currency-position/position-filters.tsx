import { Button, NativeSelect, Paper, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { PositionReport, UserPosition } from "#contract/currency-position.ts";
import { DateFilter, useToday } from "#web/ui/business-date-input.tsx";
import { solarDate } from "#web/ui/solar-date.ts";

import classes from "./currency-position.module.css";
import { presetOf, presets, presetStart, type Preset } from "./periods.ts";
import { anyDay, firstDayOf, isTurned, type PositionPlace } from "./place.ts";

interface PositionFiltersProps {
  readonly place: PositionPlace;
  /** What is shown; undefined while nothing is. */
  readonly report: PositionReport | undefined;
  readonly onChange: (change: Partial<PositionPlace>) => void;
}

/** Period and person; each acts at once. */
export function PositionFilters({ place, report, onChange }: PositionFiltersProps) {
  const { t } = useTranslation("currencyPosition");
  const from = firstDayOf(place, useToday());
  const turned = isTurned({ fromDate: from, toDate: place.to });
  const chosen = report?.users.find(({ userId }) => userId === place.user);
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("filters.label")} className={classes["filters"] ?? ""}>
      <DateFilter
        label={t("filters.fromDate")}
        value={from}
        onChange={(date) => onChange({ from: date === "" ? anyDay : date })}
      />
      <DateFilter
        label={t("filters.toDate")}
        value={place.to}
        error={turned ? t("filters.ended") : undefined}
        onChange={(to) => onChange({ to })}
      />
      <NativeSelect
        label={t("filters.user")}
        value={place.user}
        onChange={({ currentTarget }) => onChange({ user: currentTarget.value })}
        data={[{ value: "", label: t("filters.everybody") }, ...peopleOf(report, place.user)]}
      />
      <div className={classes["switches"]}>
        <Presets from={from} to={place.to} onChoose={(start) => onChange({ from: start === "" ? anyDay : start, to: "" })} />
      </div>
      {chosen === undefined ? null : (
        <Text size="sm" c="dimmed" className={classes["whole"] ?? ""}>
          {t("filters.ofUser", { user: personName(chosen) })}
        </Text>
      )}
    </Paper>
  );
}

/** How a person is called on this report. */
export function personName({ fullName, username }: Pick<UserPosition, "fullName" | "username">): string {
  return fullName === null || fullName.trim() === "" ? username : fullName;
}

/** Whoever recorded deals in the period; the one who is asked for stands among them in any case. */
function peopleOf(report: PositionReport | undefined, chosen: string) {
  const people = (report?.users ?? []).map((user) => ({ value: user.userId, label: personName(user) }));
  const isThere = chosen === "" || people.some(({ value }) => value === chosen);
  return isThere ? people : [...people, { value: chosen, label: "…" }];
}

interface PresetsProps {
  readonly from: string;
  readonly to: string;
  readonly onChoose: (start: string) => void;
}

/** Periods by their names, one press each. */
function Presets({ from, to, onChoose }: PresetsProps) {
  const { t } = useTranslation(["currencyPosition", "ui"]);
  const today = useToday();
  const chosen = to === "" ? presetOf(from, today) : undefined;
  const { year, month } = solarDate(today);
  const wordsOf = (preset: Preset): string =>
    t(`currencyPosition:filters.preset.${preset}`, { month: t(`ui:date.solarMonths.${String(month) as "1"}`), year });
  return (
    <div role="group" aria-label={t("currencyPosition:filters.presets")} className={classes["presets"]}>
      {presets.map((preset) => (
        <Button
          key={preset}
          size="compact-xs"
          variant={preset === chosen ? "filled" : "default"}
          aria-pressed={preset === chosen}
          onClick={() => onChoose(presetStart(preset, today))}
        >
          {wordsOf(preset)}
        </Button>
      ))}
    </div>
  );
}
