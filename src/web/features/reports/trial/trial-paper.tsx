import { useTranslation } from "react-i18next";

import type { TrialRow, TrialTotal } from "#contract/report-balances.ts";
import { useCodeOf } from "#web/features/reports/currency-filter.tsx";
import { nameOf } from "#web/features/reports/names.tsx";
import { trialReport } from "#web/features/reports/pages.ts";
import classes from "#web/features/reports/report-paper.module.css";
import { PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { useWholeReport } from "#web/features/reports/whole-report.ts";
import { formatDigits } from "#web/lib/format.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";

import { trialAsked, useTrialPlace } from "./place.ts";

/** The trial balance on A4, one table for each currency. */
export function PrintedTrialBalancePage() {
  const { t } = useTranslation("reports");
  const [place] = useTrialPlace();
  const report = useWholeReport(trialReport, trialAsked(place, useToday()));
  const currency = useCodeOf(place.currency);
  const [first] = report.data?.pages ?? [];
  const rows = report.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ReportPaper
      title={currency === undefined ? t("trial.title") : `${t("trial.title")} · ${currency}`}
      subtitle={
        first === undefined ? (
          ""
        ) : (
          <>
            {t("paper.asOf")}: <BothCalendars date={first.asOf} />
          </>
        )
      }
      of={first === undefined ? [] : [first.asOf]}
      reading={report}
      home={paths.trialBalance}
      ageSeconds={first?.replicaAgeSeconds}
      isTooLong={report.data?.isTooLong ?? false}
    >
      {first === undefined ? undefined : <Tables totals={first.totals} rows={rows} />}
    </ReportPaper>
  );
}

function Tables({ totals, rows }: { readonly totals: readonly TrialTotal[]; readonly rows: readonly TrialRow[] }) {
  const { t } = useTranslation("reports");
  if (rows.length === 0) return <p>{t("trial.empty")}</p>;
  return totals.map((total) => (
    <CurrencyTable key={total.currencyId} total={total} rows={rows.filter(({ currencyId }) => currencyId === total.currencyId)} />
  ));
}

function CurrencyTable({ total, rows }: { readonly total: TrialTotal; readonly rows: readonly TrialRow[] }) {
  const { t } = useTranslation("reports");
  const { currency } = total;
  return (
    <PaperTable
      label={t("trial.table", { currency })}
      columns={[t("trial.accountIn", { currency }), t("trial.debit"), t("trial.credit")]}
      figuresFrom={1}
    >
      {rows.map(({ account, debit, credit }) => (
        <tr key={account.id}>
          <td dir="auto">{nameOf(account)}</td>
          <PaperCell isFigure>{debit === null ? "" : formatDigits(debit)}</PaperCell>
          <PaperCell isFigure>{credit === null ? "" : formatDigits(credit)}</PaperCell>
        </tr>
      ))}
      <tr className={classes["edge"]}>
        <td>{t("trial.total", { currency })}</td>
        <PaperCell isFigure>{formatDigits(total.debits)}</PaperCell>
        <PaperCell isFigure>{formatDigits(total.credits)}</PaperCell>
      </tr>
    </PaperTable>
  );
}
