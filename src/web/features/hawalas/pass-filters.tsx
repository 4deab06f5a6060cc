import { NativeSelect, Paper, SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { hawalaDirections, incomingStatuses, outgoingStatuses } from "#kernel/hawala.ts";
import { ClearFilters } from "#web/shell/clear-filters.tsx";
import { DateFilter } from "#web/ui/date/business-date-input.tsx";
import { isTurned } from "#web/ui/date/periods.ts";
import { useFieldsAnew } from "#web/ui/entry/use-typed.ts";

import { commonFilters, directionOf, isFiltered, noFilter, type PassFilters, type PassPlace } from "./pass-place.ts";
import { PassSearch } from "./pass-search.tsx";
import classes from "./pass.module.css";

interface FiltersProps {
  readonly place: PassPlace;
  readonly onEnter: (typed: string) => void;
  readonly onEnterList: () => void;
}

/** The search box and the filters of the list; each acts at once. */
export function PassFilterBar({ place, onEnter, onEnterList }: FiltersProps) {
  const { t } = useTranslation("passHawala");
  const { filters, filter } = place;
  const [round, beginAnew] = useFieldsAnew();
  const clear = (): void => {
    beginAnew();
    filter({ ...noFilter, direction: filters.direction });
  };
  return (
    <Paper
      withBorder
      p="sm"
      role="search"
      aria-label={t("filters.label")}
      className={classes["filters"] ?? ""}
      data-open={place.selected === undefined ? undefined : true}
    >
      <div className={classes["search"]} key={round}>
        <PassSearch
          value={filters.q}
          onChange={(q) => filter({ q })}
          onEnter={onEnter}
          onEnterList={onEnterList}
          isOpen={place.selected !== undefined}
          onBackToList={place.unselect}
        />
      </div>
      <DateRange filters={filters} onChange={filter} />
      <StatusFilter filters={filters} onChange={filter} />
      <div className={classes["directions"]}>
        <DirectionSwitch filters={filters} onChange={filter} />
        {isFiltered(filters) ? <ClearFilters onClear={clear} /> : null}
      </div>
    </Paper>
  );
}

type Common = Pick<PassFilters, "fromDate" | "toDate" | "status" | "direction">;

interface CommonFilterProps {
  readonly filters: Common;
  readonly onChange: (change: Partial<Common>) => void;
}

/** The first and the last of the hawalas' own dates. */
export function DateRange({ filters: { fromDate, toDate }, onChange }: CommonFilterProps) {
  const { t } = useTranslation("passHawala");
  return (
    <>
      <DateFilter label={t("filters.fromDate")} value={fromDate} onChange={(date) => onChange({ fromDate: date })} />
      <DateFilter
        label={t("filters.toDate")}
        value={toDate}
        error={isTurned({ fromDate, toDate }) ? t("filters.ended") : undefined}
        onChange={(date) => onChange({ toDate: date })}
      />
    </>
  );
}

/** Where the hawalas stand, among what their direction can be. */
export function StatusFilter({ filters: { direction, status }, onChange }: CommonFilterProps) {
  const { t } = useTranslation("passHawala");
  const groups = { incoming: incomingStatuses, outgoing: outgoingStatuses };
  const shown = hawalaDirections.filter((one) => directionOf(direction) === "all" || directionOf(direction) === one);
  return (
    <NativeSelect
      label={t("filters.status")}
      value={status}
      onChange={({ currentTarget }) => onChange({ status: commonFilters.status.parse(currentTarget.value) })}
      data={[
        { value: "", label: t("filters.everyStatus") },
        ...shown.map((one) => ({
          group: t(`directions.${one}`),
          items: groups[one].map((value) => ({ value, label: t(`statuses.${value}`) })),
        })),
      ]}
    />
  );
}

/** Which way the money goes. A status that the other direction does not know goes with it. */
export function DirectionSwitch({ filters: { direction, status }, onChange }: CommonFilterProps) {
  const { t } = useTranslation("passHawala");
  const choose = (chosen: string): void => {
    const next = commonFilters.direction.parse(chosen);
    const known = next === "all" || (next === "outgoing" ? outgoingStatuses : incomingStatuses).some((one) => one === status);
    onChange({ direction: next === "incoming" ? "" : next, ...(known ? {} : { status: "" as const }) });
  };
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("filters.direction")}
      value={directionOf(direction)}
      onChange={choose}
      data={([...hawalaDirections, "all"] as const).map((value) => ({ value, label: t(`directions.${value}`) }))}
    />
  );
}
