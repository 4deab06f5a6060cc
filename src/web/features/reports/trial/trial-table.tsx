import { Badge, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { TrialRow, TrialTotal } from "#contract/report-balances.ts";
import { nameOf, StatementLink } from "#web/features/reports/names.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { Money } from "#web/ui/amount/money.tsx";

interface TrialTableProps {
  readonly total: TrialTotal;
  readonly rows: readonly TrialRow[];
  readonly toDate: string;
}

/** The accounts of one currency, each on its side, and what both sides come to. Each account opens its statement. */
export function TrialTable({ total, rows, toDate }: TrialTableProps) {
  const { t } = useTranslation("reports");
  const { currency, currencyId } = total;
  const amount = (value: string | null) => (value === null ? null : <Money value={value} currency={currency} withoutCode />);
  return (
    <ReportTable
      label={t("trial.table", { currency })}
      kind="trial"
      columns={[t("trial.accountIn", { currency }), { figure: t("trial.debit") }, { figure: t("trial.credit") }]}
    >
      {rows.map(({ account, debit, credit }) => (
        <Table.Tr role="row" key={account.id} className={classes["row"] ?? ""}>
          <Cell name="who">
            <StatementLink
              account={account}
              currencyId={currencyId}
              toDate={toDate}
              isRow
              label={t("trial.open", { account: nameOf(account), currency })}
            />
            {account.isSystem ? (
              <Badge component="span" size="xs" variant="outline" color="gray" tt="none" ms={8} c="var(--mantine-color-text)">
                {t("trial.house")}
              </Badge>
            ) : null}
          </Cell>
          <Cell name="amount" label={t("trial.debit")}>
            {amount(debit)}
          </Cell>
          <Cell name="amount" label={t("trial.credit")}>
            {amount(credit)}
          </Cell>
        </Table.Tr>
      ))}
      <Table.Tr role="row" className={classes["edge"] ?? ""}>
        <Cell name="who">{t("trial.total", { currency })}</Cell>
        <Cell name="amount" label={t("trial.debit")}>
          <Money value={total.debits} currency={currency} />
        </Cell>
        <Cell name="amount" label={t("trial.credit")}>
          <Money value={total.credits} currency={currency} />
        </Cell>
      </Table.Tr>
    </ReportTable>
  );
}
