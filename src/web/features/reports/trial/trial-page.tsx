import { Alert, Card, Checkbox, Paper } from "@mantine/core";
import { IconAlertTriangle, IconScale } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { exportTrialBalance, type TrialTotal } from "#contract/report-balances.ts";
import { CurrencyFilter } from "#web/features/reports/currency-filter.tsx";
import filters from "#web/features/reports/filters.module.css";
import { trialReport, useReport } from "#web/features/reports/pages.ts";
import { ReportPage } from "#web/features/reports/report-page.tsx";
import { NothingThere, ReportLoading } from "#web/features/reports/report-states.tsx";
import { callFile } from "#web/lib/api.ts";
import { formatDigits, isZero } from "#web/lib/format.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { DateFilter } from "#web/ui/date/business-date-input.tsx";

import { trialAsked, useTrialPlace, type TrialPlace } from "./place.ts";
import { TrialTable } from "./trial-table.tsx";

/** Trial Balance: the balance of every account on its side at the end of a day, the house's own accounts included. */
export function TrialBalancePage() {
  const { t } = useTranslation("reports");
  const [place, setPlace] = useTrialPlace();
  const asked = trialAsked(place, useToday());
  const report = useReport(trialReport, asked);
  const [first] = report.data?.pages ?? [];
  const rows = report.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ReportPage
      title={t("trial.title")}
      takeaway={{
        paper: paths.printedTrialBalance,
        place,
        makeFile: (format) => callFile(exportTrialBalance, { query: { ...asked, format } }),
      }}
      filters={<TrialFilters place={place} onChange={setPlace} />}
      report={report}
      first={first}
    >
      {first === undefined || first.totals.length === 0 ? null : <Balanced totals={first.totals} />}
      {report.isPending || (first !== undefined && rows.length === 0) ? (
        <Card withBorder padding={0}>
          {report.isPending ? <ReportLoading /> : <NothingThere title={t("trial.empty")} next={t("trial.emptyNext")} />}
        </Card>
      ) : null}
      {first?.totals.map((total) => {
        const ofCurrency = rows.filter(({ currencyId }) => currencyId === total.currencyId);
        // A currency whose lines follow on a later page has its heading and its totals then.
        return ofCurrency.length === 0 ? null : (
          <Card withBorder padding={0} key={total.currencyId} aria-busy={report.isPlaceholderData}>
            <TrialTable total={total} rows={ofCurrency} toDate={first.asOf} />
          </Card>
        );
      })}
    </ReportPage>
  );
}

interface FiltersProps {
  readonly place: TrialPlace;
  readonly onChange: (change: Partial<TrialPlace>) => void;
}

function TrialFilters({ place, onChange }: FiltersProps) {
  const { t } = useTranslation("reports");
  const today = useToday();
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("filters.label")} className={filters["filters"] ?? ""}>
      <DateFilter
        label={t("filters.asOf")}
        value={place.asOf === "" ? today : place.asOf}
        onChange={(asOf) => onChange({ asOf: asOf === today ? "" : asOf })}
      />
      <CurrencyFilter value={place.currency} onChange={(currency) => onChange({ currency })} />
      <div className={filters["switches"]}>
        <Checkbox
          size="xs"
          label={t("trial.zero")}
          checked={place.zero !== ""}
          onChange={({ currentTarget }) => onChange({ zero: currentTarget.checked ? "1" : "" })}
        />
      </div>
    </Paper>
  );
}

/** Whether both sides are equal in every currency, as they must be; by how much they differ where they are not. */
function Balanced({ totals }: { readonly totals: readonly TrialTotal[] }) {
  const { t } = useTranslation("reports");
  const wrong = totals.filter(({ difference }) => !isZero(difference));
  const text = { message: { color: "var(--mantine-color-text)" } };
  if (wrong.length === 0)
    return (
      <Alert color="teal" variant="outline" role="status" icon={<IconScale aria-hidden />} styles={text}>
        {t("trial.balanced")}
      </Alert>
    );
  return (
    <Alert color="red" role="alert" title={t("trial.unbalanced")} icon={<IconAlertTriangle aria-hidden />} styles={text}>
      {wrong.map(({ currency, difference }) => (
        <div key={currency}>{t("trial.difference", { currency, amount: formatDigits(difference) })}</div>
      ))}
    </Alert>
  );
}
