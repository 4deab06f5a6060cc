import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { ownerReport, type OwnerReport, type OwnerRow } from "#contract/report-balances.ts";
import classes from "#web/features/reports/report-paper.module.css";
import { isWideAmount, PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";

import { useFormula, useWorth } from "./owner-worth.ts";

/** The owner's page on A4. */
export function PrintedOwnerPage() {
  const { t } = useTranslation("reports");
  const report = useQuery(read(ownerReport));
  return (
    <ReportPaper
      title={t("owner.title")}
      subtitle={report.data === undefined ? "" : <BothCalendars date={report.data.today} />}
      of={report.data === undefined ? [] : [report.data.today]}
      reading={report}
      home={paths.owner}
      ageSeconds={report.data?.replicaAgeSeconds}
    >
      {report.data === undefined ? undefined : <Sheet owner={report.data} />}
    </ReportPaper>
  );
}

const parts = ["cash", "banks", "owedToUs", "owedByUs", "inTransit", "pendingHawalas"] as const;
/** Currencies that stand side by side on a sheet; more of them follow below. */
const sideBySide = 5;

function Sheet({ owner }: { readonly owner: OwnerReport }) {
  const base = owner.baseCurrency;
  const worth = useWorth(owner);
  const formula = useFormula(owner);
  const groups = Array.from({ length: Math.ceil(owner.rows.length / sideBySide) }, (_, index) =>
    owner.rows.slice(index * sideBySide, (index + 1) * sideBySide),
  );
  return (
    <>
      <dl className={classes["facts"]}>
        {worth.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="ltr">{`${formatDigits(value)} ${base}`}</dd>
          </div>
        ))}
      </dl>
      {groups.map((rows) => (
        <Currencies key={rows[0]?.currency} rows={rows} owner={owner} />
      ))}
      <p className={classes["second"]}>{formula}</p>
    </>
  );
}

/** Some currencies, a column for each. */
function Currencies({ rows, owner }: { readonly rows: readonly OwnerRow[]; readonly owner: OwnerReport }) {
  const { t } = useTranslation("reports");
  const lines: readonly (readonly [label: string, valueOf: (row: OwnerRow) => string, isSum?: boolean])[] = [
    ...parts.map(
      (part) => [part === "inTransit" ? t("owner.transit") : t(`owner.${part}`), (row: OwnerRow) => row[part]] as const,
    ),
    [t("owner.net"), (row) => row.netWorth, true],
    [t("owner.inBase", { base: owner.baseCurrency }), (row) => row.inBase],
    [t("owner.changed"), (row) => row.change],
    ...(owner.expenseAccounts.length === 0 ? [] : [[t("owner.spent"), (row: OwnerRow) => row.spent] as const]),
  ];
  return (
    <PaperTable
      label={t("owner.table")}
      columns={[t("owner.currency"), ...rows.map(({ currency }) => currency)]}
      figuresFrom={1}
      isDense={rows.some((row) => lines.some(([, valueOf]) => isWideAmount(valueOf(row))))}
    >
      {lines.map(([label, valueOf, isSum = false]) => (
        <tr key={label} className={isSum ? classes["edge"] : undefined}>
          <td>{label}</td>
          {rows.map((row) => (
            <PaperCell key={row.currencyId} isFigure>
              {formatDigits(valueOf(row))}
            </PaperCell>
          ))}
        </tr>
      ))}
    </PaperTable>
  );
}
