import { Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { BalanceRow } from "#contract/report-balances.ts";
import { Money } from "#web/ui/money.tsx";

import { nameOf, StatementLink, useStanding } from "./names.tsx";
import { Cell } from "./report-states.tsx";
import classes from "./reports.module.css";

/** Balances, each of which opens its statement. */
export function BalancesTable({ rows, toDate }: { readonly rows: readonly BalanceRow[]; readonly toDate: string }) {
  const { t } = useTranslation(["reports", "ui"]);
  const standing = useStanding();
  return (
    <div className={classes["scroll"]}>
      <Table
        withRowBorders={false}
        role="table"
        aria-label={t("reports:balances.table")}
        className={`${classes["table"] ?? ""} ${classes["list"] ?? ""}`}
      >
        <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
          <Table.Tr role="row">
            <Table.Th role="columnheader" scope="col">
              {t("reports:balances.account")}
            </Table.Th>
            <Table.Th role="columnheader" scope="col">
              {t("reports:balances.accountType")}
            </Table.Th>
            <Table.Th role="columnheader" scope="col" className={classes["amount"] ?? ""}>
              {t("reports:balances.balance")}
            </Table.Th>
            <Table.Th role="columnheader" scope="col">
              {t("reports:balances.side")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map(({ account, currencyId, currency, balance }) => (
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
                  {standing(account, balance)}
                </Text>
              </Cell>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
