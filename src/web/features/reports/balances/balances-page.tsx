import { Card, NativeSelect, Paper, SegmentedControl, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { balanceSides, exportAccountBalances, type BalanceTotal } from "#contract/report-balances.ts";
import { accountTypes } from "#kernel/account-type.ts";
import { CurrencyFilter } from "#web/features/reports/currency-filter.tsx";
import filters from "#web/features/reports/filters.module.css";
import { FigureLink } from "#web/features/reports/names.tsx";
import { balancesReport, useReport } from "#web/features/reports/pages.ts";
import { ReportPage } from "#web/features/reports/report-page.tsx";
import { NothingThere, ReportLoading } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { callFile } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { DateFilter } from "#web/ui/date/business-date-input.tsx";

import { BalancesTable } from "./balances-table.tsx";
import { balancesAsked, totalColumns, useBalancesPlace, type BalancesPlace } from "./place.ts";

/** Account Balances: who owes us and whom we owe at the end of a day, the largest first. */
export function AccountBalancesPage() {
  const { t } = useTranslation("reports");
  const [place, setPlace] = useBalancesPlace();
  const asked = balancesAsked(place, useToday());
  const report = useReport(balancesReport, asked);
  const [first] = report.data?.pages ?? [];
  const rows = report.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ReportPage
      title={t("balances.title")}
      takeaway={{
        paper: paths.printedBalances,
        place,
        makeFile: (format) => callFile(exportAccountBalances, { query: { ...asked, format } }),
      }}
      filters={<BalancesFilters place={place} onChange={setPlace} />}
      report={report}
      first={first}
    >
      {first === undefined || first.totals.length === 0 ? null : (
        <Card withBorder padding={0} aria-busy={report.isPlaceholderData}>
          <TotalsTable totals={first.totals} place={place} />
        </Card>
      )}
      <Card withBorder padding={0} aria-busy={report.isPlaceholderData}>
        {report.isPending ? <ReportLoading /> : null}
        {first !== undefined && rows.length === 0 ? (
          <NothingThere title={t("balances.empty")} next={t("balances.emptyNext")} />
        ) : null}
        {first === undefined || rows.length === 0 ? null : <BalancesTable rows={rows} toDate={first.asOf} />}
      </Card>
    </ReportPage>
  );
}

interface FiltersProps {
  readonly place: BalancesPlace;
  readonly onChange: (change: Partial<BalancesPlace>) => void;
}

function BalancesFilters({ place, onChange }: FiltersProps) {
  const { t } = useTranslation(["reports", "ui"]);
  const today = useToday();
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("reports:filters.label")} className={filters["filters"] ?? ""}>
      <DateFilter
        label={t("reports:filters.asOf")}
        value={place.asOf === "" ? today : place.asOf}
        onChange={(asOf) => onChange({ asOf: asOf === today ? "" : asOf })}
      />
      <CurrencyFilter value={place.currency} onChange={(currency) => onChange({ currency })} />
      <NativeSelect
        label={t("reports:balances.type")}
        value={place.type}
        onChange={({ currentTarget }) => onChange({ type: currentTarget.value as BalancesPlace["type"] })}
        data={[
          { value: "", label: t("reports:balances.everyType") },
          ...accountTypes.map((type) => ({ value: type, label: t(`ui:accountTypes.${type}`) })),
        ]}
      />
      <div className={filters["switches"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("reports:balances.side")}
          value={place.side === "" ? "all" : place.side}
          onChange={(side) => onChange({ side: side === "all" ? "" : side })}
          data={(["all", ...balanceSides] as const).map((side) => ({ value: side, label: t(`reports:balances.sides.${side}`) }))}
        />
      </div>
    </Paper>
  );
}

/** What all balances of the filter come to per currency; each sum opens the balances that it is made of. */
export function TotalsTable({ totals, place }: { readonly totals: readonly BalanceTotal[]; readonly place: BalancesPlace }) {
  const { t } = useTranslation("reports");
  const columns = totalColumns(totals);
  const companies = { type: "company", side: "" } as const;
  const behind = { held: companies, spent: companies, owesUs: { side: "owes-us" }, weOwe: { side: "we-owe" } } as const;
  return (
    <ReportTable
      label={t("balances.totals")}
      kind="totals"
      columns={[
        t("balances.total.currency"),
        ...(["balances", ...columns] as const).map((column) => ({ figure: t(`balances.total.${column}`) })),
      ]}
    >
      {totals.map((total) => (
        <Table.Tr role="row" key={total.currencyId} className={classes["row"] ?? ""}>
          <Cell name="code">{total.currency}</Cell>
          <Cell name="amount" label={t("balances.total.balances")}>
            {formatCount(total.balances)}
          </Cell>
          {columns.map((column) => (
            <Cell key={column} name="amount" label={t(`balances.total.${column}`)}>
              <FigureLink
                to={paths.accountBalances}
                search={{ ...place, ...behind[column], currency: String(total.currencyId) }}
                label={`${t(`balances.total.${column}`)}, ${total.currency}`}
              >
                <Money value={total[column]} currency={total.currency} withoutCode />
              </FigureLink>
            </Cell>
          ))}
        </Table.Tr>
      ))}
    </ReportTable>
  );
}
