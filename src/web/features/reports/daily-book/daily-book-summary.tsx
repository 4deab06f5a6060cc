import { Paper, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { BookCurrency, DailyBook } from "#contract/day-closes.ts";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { typeName } from "#web/lib/type-name.ts";
import { Money } from "#web/ui/amount/money.tsx";

import book from "./daily-book.module.css";
import type { BookPlace } from "./place.ts";

interface SummaryTableProps {
  readonly book: DailyBook;
  readonly chosen: BookCurrency;
  readonly onChoose: (currencyId: number) => void;
}

const figures = ["opening", "in", "out", "closing"] as const;

/** What the cash box began the day with, what came in and went out, and what it ended with, currency by currency. */
export function SummaryTable({ book: { currencies }, chosen, onChoose }: SummaryTableProps) {
  const { t } = useTranslation("dailyBook");
  return (
    <ReportTable
      label={t("summary")}
      kind="totals"
      columns={[t("currency"), ...([...figures, "movements"] as const).map((figure) => ({ figure: t(figure) }))]}
    >
      {currencies.map((row) => (
        <Table.Tr
          key={row.currencyId}
          role="row"
          className={`${classes["row"] ?? ""} ${row === chosen ? (book["chosen"] ?? "") : ""}`}
        >
          <Cell name="code">
            <button
              type="button"
              className={book["choice"]}
              aria-pressed={row === chosen}
              aria-label={t("show", { currency: row.currency })}
              onClick={() => onChoose(row.currencyId)}
            >
              {row.currency}
            </button>
          </Cell>
          {figures.map((figure) => (
            <Cell key={figure} name="amount" label={t(figure)}>
              <Money value={row[figure]} currency={row.currency} withoutCode />
            </Cell>
          ))}
          <Cell name="amount" label={t("movements")}>
            {String(row.movements)}
          </Cell>
        </Table.Tr>
      ))}
    </ReportTable>
  );
}

interface TypeTotalsProps {
  readonly currency: BookCurrency;
  /** The type whose movements alone are shown; "" where all are. */
  readonly chosen: BookPlace["type"];
  readonly onChoose: (type: BookPlace["type"]) => void;
}

/** What each type of entry moved; pressed, it shows these movements alone, and pressed again all of them. */
export function TypeTotals({ currency: { currency, byType }, chosen, onChoose }: TypeTotalsProps) {
  const { t } = useTranslation("dailyBook");
  if (byType.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t("byType", { currency })}>
      <ul className={book["types"]}>
        {byType.map(({ transType, movements, in: received, out: paid }) => (
          <li key={transType} className={transType === chosen ? book["chosen"] : undefined}>
            <button
              type="button"
              className={book["choice"]}
              aria-pressed={transType === chosen}
              aria-label={t("showType", { type: typeName(transType), count: movements })}
              onClick={() => onChoose(transType === chosen ? "" : transType)}
            >
              {typeName(transType)} × {movements}
            </button>
            <span>
              {t("typeIn")} <Money value={received} currency={currency} withoutCode />
            </span>
            <span>
              {t("typeOut")} <Money value={paid} currency={currency} withoutCode />
            </span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
