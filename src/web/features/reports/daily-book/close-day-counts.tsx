import { Card, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { DayClose } from "#contract/day-closes.ts";
import table from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import classes from "#web/features/reports/reports.module.css";
import { listed } from "#web/lib/direction.ts";
import { formatCount, isZero } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { noteText } from "./close-day-rules.ts";
import book from "./daily-book.module.css";

type CloseCount = DayClose["counts"][number];

const figures = ["book", "counted", "difference"] as const;

/** Over, short or neither. */
export function useDifferenceWord(): (difference: string) => string {
  const { t } = useTranslation("dailyBook");
  return (difference) => {
    if (isZero(difference)) return t("count.agrees");
    return difference.startsWith("-") ? t("count.short") : t("count.over");
  };
}

/** The notes and coins that were counted by pieces: "12 × 1,000, 3 × 500"; "" where there are none. */
export function usePiecesText(): (counted: Pick<CloseCount, "denominations">) => string {
  const { t } = useTranslation("dailyBook");
  return ({ denominations }) =>
    listed(
      denominations
        .filter(({ pieces }) => pieces > 0)
        .map(({ value, pieces }) => t("count.pieces", { pieces: formatCount(pieces), value: noteText(value) })),
    );
}

/** What the cash box held when the day was closed, beside the books. */
export function CountTable({ close: { counts } }: { readonly close: DayClose }) {
  const { t } = useTranslation("dailyBook");
  const word = useDifferenceWord();
  const piecesText = usePiecesText();
  return (
    <Card withBorder padding={0} component="section" aria-label={t("count.title")}>
      <Text component="h2" size="sm" fw={600} className={classes["count"] ?? ""}>
        {t("count.title")}
      </Text>
      <ReportTable
        label={t("count.title")}
        kind="totals"
        columns={[t("currency"), ...figures.map((figure) => ({ figure: t(`count.${figure}`) })), t("count.reason")]}
      >
        {counts.map((count) => (
          <Table.Tr key={count.currencyId} role="row" className={table["row"] ?? ""}>
            <Cell name="code">{count.currency}</Cell>
            {figures.map((figure) => (
              <Cell key={figure} name="amount" label={t(`count.${figure}`)}>
                <Money value={count[figure]} currency={count.currency} withoutCode />
                {figure === "counted" ? <ByNotes text={piecesText(count)} /> : null}
                {figure === "difference" ? <span className={table["second"]}>{word(count.difference)}</span> : null}
              </Cell>
            ))}
            <Cell name="narrative">
              {count.reason === null ? null : <span dir="auto">{count.reason}</span>}
              {count.transactionId === null ? null : (
                <span className={table["second"]}>
                  <Link to={paths.transaction(count.transactionId)} className={table["link"]}>
                    {t("count.entry", { id: count.transactionId })}
                  </Link>
                </span>
              )}
            </Cell>
          </Table.Tr>
        ))}
      </ReportTable>
    </Card>
  );
}

function ByNotes({ text }: { readonly text: string }) {
  if (text === "") return null;
  return (
    <span dir="ltr" className={`${table["second"] ?? ""} ${book["byNotes"] ?? ""}`}>
      {text}
    </span>
  );
}
