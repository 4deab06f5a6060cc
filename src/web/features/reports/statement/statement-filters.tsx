import { Checkbox, NativeSelect, Paper } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { AccountStatement } from "#contract/reports.ts";
import classes from "#web/features/reports/filters.module.css";
import { nameOf } from "#web/features/reports/names.tsx";
import { presetInUrl, presetOf, presets } from "#web/features/reports/periods.ts";
import { anyDay } from "#web/features/reports/place.ts";
import { useToday } from "#web/lib/session.ts";
import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import type { AccountFilter } from "#web/ui/account/account-search.ts";
import { DateFilter, PeriodPresets } from "#web/ui/date/business-date-input.tsx";

import { firstDayOf, type StatementPlace } from "./place.ts";

/** A khata stays to be read when its account takes no postings any more. */
const everyAccount: AccountFilter = { anyStatus: true };

interface StatementFiltersProps {
  readonly place: StatementPlace;
  /** What is shown; undefined while nothing is. */
  readonly statement: AccountStatement | undefined;
  readonly isTurned: boolean;
  readonly onChange: (change: Partial<StatementPlace>) => void;
}

/** Account, currency and period; each acts at once. */
export function StatementFilters({ place, statement, isTurned, onChange }: StatementFiltersProps) {
  const { t } = useTranslation("reports");
  const today = useToday();
  const from = firstDayOf(place, today);
  // The house's own accounts are in no picker: there the field says whose statement it is.
  const placeholder = statement?.account.isSystem === true ? nameOf(statement.account) : undefined;
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("filters.label")} className={classes["filters"] ?? ""}>
      <div className={classes["who"]}>
        <AccountPicker
          label={t("statement.account")}
          filter={everyAccount}
          value={place.account === "" ? null : Number.parseInt(place.account, 10)}
          {...(placeholder === undefined ? {} : { placeholder })}
          onChange={(id) => onChange({ account: id === null ? "" : String(id), currency: "" })}
        />
      </div>
      <NativeSelect
        label={t("filters.currency")}
        value={statement === undefined ? "" : String(statement.currencyId)}
        disabled={statement === undefined}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value })}
        data={currenciesOf(statement)}
      />
      <DateFilter
        label={t("statement.fromDate")}
        value={from}
        onChange={(date) => onChange({ from: date === "" ? anyDay : date })}
      />
      <DateFilter
        label={t("statement.toDate")}
        value={place.to}
        error={isTurned ? t("statement.ended") : undefined}
        onChange={(to) => onChange({ to })}
      />
      <div className={classes["switches"]}>
        <PeriodPresets
          label={t("statement.presets")}
          periods={presets}
          chosen={presetOf({ fromDate: from, toDate: place.to }, today, presets)}
          wordsOf={(preset, solar) => t(`statement.preset.${preset}`, solar)}
          className={classes["presets"]}
          onChoose={(preset) => onChange(presetInUrl(preset, today))}
        />
        <Checkbox
          size="xs"
          label={t("statement.corrected")}
          checked={place.corrected !== ""}
          onChange={({ currentTarget }) => onChange({ corrected: currentTarget.checked ? "1" : "" })}
        />
      </div>
    </Paper>
  );
}

/** Those that the account holds; the one that is asked for stands among them in any case. */
function currenciesOf(statement: AccountStatement | undefined) {
  if (statement === undefined) return [];
  const { holdings, currencyId, currency } = statement;
  const known = holdings.some((held) => held.currencyId === currencyId) ? holdings : [...holdings, { currencyId, currency }];
  return known.map((held) => ({ value: String(held.currencyId), label: held.currency }));
}
