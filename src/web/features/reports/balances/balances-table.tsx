import { Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { BalanceRow } from "#contract/report-balances.ts";
import { nameOf, StatementLink, useStanding } from "#web/features/reports/names.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { Money } from "#web/ui/amount/money.tsx";

/** Balances, each of which opens its statement. */
export function BalancesTable({ rows, toDate }: { readonly rows: readonly BalanceRow[]; readonly toDate: string }) {
  const { t } = useTranslation(["reports", "ui"]);
  const standing = useStanding();
  return (
    <ReportTable
      label={t("reports:balances.table")}
      kind="list"
      columns={[
        t("reports:balances.account"),
        t("reports:balances.accountType"),
        { figure: t("reports:balances.balance") },
        t("reports:balances.side"),
      ]}
    >
      {rows.map(({ account, currencyId, currency, balance, isSpent }) => (
        <Table.Tr role="row" key={`${String(account.id)} ${String(currencyId)}`} className={classes["row"] ?? ""}>
          <Cell name="who">
            <StatementLink
              account={account}
              currencyId={currencyId}
              toDate={toDate}
              isRow
              label={t("reports:balances.open", { account: nameOf(account), currency })}
            />
          </Cell>
          <Cell name="kind">{t(`ui:accountTypes.${account.type}`)}</Cell>
          <Cell name="amount">
            <Money value={balance} currency={currency} />
          </Cell>
          <Cell name="standing">
            <Text component="span" size="sm" c="dimmed">
              {standing(account, balance, isSpent)}
            </Text>
          </Cell>
        </Table.Tr>
      ))}
    </ReportTable>
  );
}
