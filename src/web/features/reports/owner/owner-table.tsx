import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { OwnerReport, OwnerRow } from "#contract/report-balances.ts";
import { transitAccountId } from "#kernel/id.ts";
import { FigureLink } from "#web/features/reports/names.tsx";
import { anyDay } from "#web/features/reports/place.ts";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { formatRate, isZero, useFormatAmount } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

const worthColumns = ["cash", "banks", "owedToUs", "owedByUs", "pendingHawalas", "net", "changed"] as const;
type Column = (typeof worthColumns)[number] | "spent";

/** What was spent stands apart from what the sum is made of, and only where the office has said what it is. */
function columnsOf({ expenseAccounts }: OwnerReport): readonly Column[] {
  return expenseAccounts.length === 0 ? worthColumns : [...worthColumns, "spent"];
}

/** What the house has and owes in each currency. Each figure opens what it is made of. */
export function OwnerTable({ owner }: { readonly owner: OwnerReport }) {
  const { t } = useTranslation("reports");
  const base = owner.baseCurrency;
  const columns = columnsOf(owner);
  const totals: Partial<Record<Column, string>> = { net: owner.netWorth, changed: owner.change };
  const wordsOf = (column: Column): string => t(`owner.${column}`, { base });
  return (
    <ReportTable
      label={t("owner.table")}
      kind={owner.expenseAccounts.length === 0 ? "owner" : "owner spending"}
      columns={[t("owner.currency"), ...columns.map((column) => ({ figure: wordsOf(column) }))]}
    >
      {owner.rows.map((row) => (
        <CurrencyRow key={row.currencyId} row={row} owner={owner} columns={columns} wordsOf={wordsOf} />
      ))}
      <Table.Tr role="row" className={classes["edge"] ?? ""}>
        <Cell name="code">{t("owner.total", { base })}</Cell>
        {columns.map((column) => (
          <Cell key={column} name="amount" label={wordsOf(column)}>
            {totals[column] === undefined ? null : <Money value={totals[column]} currency={base} withoutCode />}
          </Cell>
        ))}
      </Table.Tr>
    </ReportTable>
  );
}

interface CurrencyRowProps {
  readonly row: OwnerRow;
  readonly owner: OwnerReport;
  readonly columns: readonly Column[];
  readonly wordsOf: (column: Column) => string;
}

function CurrencyRow({ row, owner, columns, wordsOf }: CurrencyRowProps) {
  const { t } = useTranslation("reports");
  const { currency, currencyId } = row;
  const behind = useBehind(row, owner);
  const figure = (value: string): ReactNode => <Money value={value} currency={currency} withoutCode />;
  const opens = (part: Part): ReactNode => <FigureLink {...behind[part]}>{figure(row[part])}</FigureLink>;
  const cells: Readonly<Record<Column, ReactNode>> = {
    cash: opens("cash"),
    banks: opens("banks"),
    owedToUs: opens("owedToUs"),
    owedByUs: (
      <>
        {opens("owedByUs")}
        {isZero(row.inTransit) ? null : <InTransit row={row} today={owner.today} />}
      </>
    ),
    pendingHawalas: opens("pendingHawalas"),
    net: (
      <>
        <strong>{figure(row.netWorth)}</strong>
        {currency === owner.baseCurrency ? null : (
          <span className={`${classes["second"] ?? ""} ${classes["inBase"] ?? ""}`}>
            <Money value={row.inBase} currency={owner.baseCurrency} />
          </span>
        )}
      </>
    ),
    changed: figure(row.change),
    spent: opens("spent"),
  };
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Cell name="code">
        <Link to={paths.trialBalance} search={{ currency: String(currencyId) }} className={classes["link"]}>
          {currency}
        </Link>
        <span className={classes["second"]}>{t("owner.rate", { rate: formatRate(row.rate) })}</span>
      </Cell>
      {columns.map((column) => (
        <Cell key={column} name="amount" label={wordsOf(column)}>
          {cells[column]}
        </Cell>
      ))}
    </Table.Tr>
  );
}

type Part = "cash" | "banks" | "owedToUs" | "owedByUs" | "pendingHawalas" | "spent";

/** What each figure of a currency is made of: where it stands, and what its link is called. All of it at the end of today. */
function useBehind({ currency, currencyId }: OwnerRow, { cashAccountId, today }: OwnerReport) {
  const { t } = useTranslation("reports");
  const id = String(currencyId);
  const balances = paths.accountBalances;
  const behind = {
    cash: {
      to: paths.accountStatement,
      search: { account: String(cashAccountId), currency: id, to: today },
      label: t("owner.openCash", { currency }),
    },
    banks: {
      to: balances,
      search: { type: "company", currency: id },
      label: t("owner.openBanks", { currency }),
    },
    spent: {
      to: balances,
      search: { type: "company", currency: id },
      label: t("owner.openSpent", { currency }),
    },
    owedToUs: { to: balances, search: { side: "owes-us", currency: id }, label: t("owner.openOwedToUs", { currency }) },
    owedByUs: { to: balances, search: { side: "we-owe", currency: id }, label: t("owner.openOwedByUs", { currency }) },
    pendingHawalas: {
      to: paths.hawalaDetails,
      search: { status: "Pending", currency, toDate: today },
      label: t("owner.openHawalas", { currency }),
    },
  };
  return behind satisfies Readonly<Record<Part, object>>;
}

/** Outgoing hawalas that no partner has taken over yet. */
function InTransit({ row: { currency, currencyId, inTransit }, today }: { readonly row: OwnerRow; readonly today: string }) {
  const { t } = useTranslation("reports");
  const formatAmount = useFormatAmount();
  return (
    <FigureLink
      to={paths.accountStatement}
      search={{ account: String(transitAccountId), currency: String(currencyId), from: anyDay, to: today }}
      label={t("owner.openTransit", { currency })}
      className={classes["second"]}
    >
      <bdi>{t("owner.inTransit", { amount: formatAmount(inTransit, currency) })}</bdi>
    </FigureLink>
  );
}
