import { useTranslation } from "react-i18next";

import type { BalanceRow, BalanceTotal } from "#contract/report-balances.ts";
import { useCodeOf } from "#web/features/reports/currency-filter.tsx";
import { nameOf, useStanding } from "#web/features/reports/names.tsx";
import { balancesReport } from "#web/features/reports/pages.ts";
import { PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { useWholeReport } from "#web/features/reports/whole-report.ts";
import { formatDigits } from "#web/lib/format.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";

import { balancesAsked, totalColumns, useBalancesPlace } from "./place.ts";

/** The account balances on A4. */
export function PrintedBalancesPage() {
  const { t } = useTranslation(["reports", "ui"]);
  const [place] = useBalancesPlace();
  const report = useWholeReport(balancesReport, balancesAsked(place, useToday()));
  const code = useCodeOf(place.currency);
  const [first] = report.data?.pages ?? [];
  const chosen = [
    ...(code === undefined ? [] : [code]),
    ...(place.type === "" ? [] : [t(`ui:accountTypes.${place.type}`)]),
    ...(place.side === "" ? [] : [t(`reports:balances.sides.${place.side}`)]),
  ];
  return (
    <ReportPaper
      title={[t("reports:balances.title"), ...chosen].join(" · ")}
      subtitle={
        first === undefined ? (
          ""
        ) : (
          <>
            {t("reports:paper.asOf")}: <BothCalendars date={first.asOf} />
          </>
        )
      }
      of={first === undefined ? [] : [first.asOf]}
      reading={report}
      home={paths.accountBalances}
      ageSeconds={first?.replicaAgeSeconds}
      isTooLong={report.data?.isTooLong ?? false}
    >
      {first === undefined ? undefined : (
        <Balances totals={first.totals} rows={report.data?.pages.flatMap((page) => page.rows) ?? []} />
      )}
    </ReportPaper>
  );
}

interface BalancesProps {
  readonly totals: readonly BalanceTotal[];
  readonly rows: readonly BalanceRow[];
}

function Balances({ totals, rows }: BalancesProps) {
  const { t } = useTranslation(["reports", "ui"]);
  const standing = useStanding();
  if (rows.length === 0) return <p>{t("reports:balances.empty")}</p>;
  return (
    <>
      <Totals totals={totals} />
      <PaperTable
        label={t("reports:balances.table")}
        columns={[
          t("reports:balances.account"),
          t("reports:balances.accountType"),
          t("reports:balances.side"),
          t("reports:balances.balance"),
        ]}
        figuresFrom={3}
      >
        {rows.map(({ account, currencyId, currency, balance, isSpent }) => (
          <tr key={`${String(account.id)} ${String(currencyId)}`}>
            <td dir="auto">{nameOf(account)}</td>
            <td>{t(`ui:accountTypes.${account.type}`)}</td>
            <td>{standing(account, balance, isSpent)}</td>
            <PaperCell isFigure>
              {formatDigits(balance)} {currency}
            </PaperCell>
          </tr>
        ))}
      </PaperTable>
    </>
  );
}

function Totals({ totals }: { readonly totals: readonly BalanceTotal[] }) {
  const { t } = useTranslation("reports");
  const columns = totalColumns(totals);
  return (
    <PaperTable
      label={t("balances.totals")}
      columns={[t("balances.total.currency"), ...columns.map((column) => t(`balances.total.${column}`))]}
      figuresFrom={1}
    >
      {totals.map((total) => (
        <tr key={total.currencyId}>
          <td>{total.currency}</td>
          {columns.map((column) => (
            <PaperCell key={column} isFigure>
              {formatDigits(total[column])}
            </PaperCell>
          ))}
        </tr>
      ))}
    </PaperTable>
  );
}
