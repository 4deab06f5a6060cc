import { Card, Table, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { listSettlements, type Settlement } from "#contract/partner-settlements.ts";
import type { ReportAccount } from "#contract/reports.ts";
import { nameOf } from "#web/features/reports/names.tsx";
import { MoreLines, NothingThere, ReadingFailed, ReportLoading } from "#web/features/reports/report-states.tsx";
import table from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import classes from "#web/features/reports/reports.module.css";
import { formatDigits, formatRate } from "#web/lib/format.ts";
import { readPages } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";
import badges from "#web/ui/status-badge.module.css";

import type { SettlementPlace } from "./place.ts";
import { UndoSettlementButton } from "./settlement-undo.tsx";

interface SettlementHistoryProps {
  readonly partner: ReportAccount;
  readonly place: SettlementPlace;
}

const perPage = 20;
const words = ["date", "what"] as const;

/** The settlements with a partner, the latest first; those that were undone stay to be seen. */
export function SettlementHistory({ partner, place }: SettlementHistoryProps) {
  const { t } = useTranslation("partnerSettlement");
  const query = { partnerAccountId: String(partner.id), limit: String(perPage) };
  const report = useInfiniteQuery(readPages(listSettlements, { query }));
  const rows = report.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <ReadingFailed {...report} />
      <Card withBorder padding={0} component="section" aria-label={t("history.title")}>
        <Text component="h2" size="sm" fw={600} className={classes["count"] ?? ""}>
          {t("history.title")}
        </Text>
        {report.isPending ? <ReportLoading /> : null}
        {report.data !== undefined && rows.length === 0 ? (
          <NothingThere title={t("history.none")} next={t("history.noneNext")} />
        ) : null}
        {rows.length === 0 ? null : (
          <ReportTable
            label={t("history.title")}
            kind="totals"
            columns={[
              ...words.map((column) => t(`history.${column}`)),
              ...(["amount", "through", "by"] as const).map((column) => ({ figure: t(`history.${column}`) })),
            ]}
          >
            {rows.map((row) => (
              <SettlementRow key={row.id} row={row} place={place} />
            ))}
          </ReportTable>
        )}
      </Card>
      <MoreLines report={report} />
    </>
  );
}

function SettlementRow({ row, place }: { readonly row: Settlement; readonly place: SettlementPlace }) {
  const { t } = useTranslation("partnerSettlement");
  const isExchange = row.currency !== row.counterCurrency;
  const { id } = row.transaction;
  return (
    <Table.Tr role="row" className={table["row"] ?? ""}>
      <Cell name="code">
        <Link
          to={paths.transaction(id, row.isUndone ? "Deleted" : "All")}
          className={table["link"] ?? ""}
          aria-label={t("history.entry", { id, date: row.transDate })}
        >
          {row.transDate}
        </Link>
      </Cell>
      <Cell name="narrative">
        {t(`directions.${row.direction}`)} · {t(`means.${row.means}`)} · <span dir="auto">{nameOf(row.counterAccount)}</span>{" "}
        {row.note === null ? null : (
          <span className={table["second"]}>
            <bdi>{row.note}</bdi>
          </span>
        )}
        {row.isUndone ? (
          <span className={badges["badge"]} data-colour="grey">
            {t("history.undone", { user: row.undoneBy ?? "" })}
          </span>
        ) : null}
      </Cell>
      <Cell name="amount" label={t("history.amount")}>
        <Money value={row.amount} currency={row.currency} />
        {isExchange ? (
          <span className={table["second"]} dir="ltr">
            {t("history.atRate", {
              amount: `${formatDigits(row.counterAmount)} ${row.counterCurrency}`,
              rate: formatRate(row.exRate),
            })}
          </span>
        ) : null}
      </Cell>
      <Cell name="amount" label={t("history.through")}>
        {row.through === null ? (
          t("history.onAccount")
        ) : row.isUndone ? (
          <span dir="ltr">{row.through.hawalaNo}</span>
        ) : (
          <Link
            to={paths.partnerSettlement}
            search={{
              ...place,
              list: row.through.direction === "outgoing" ? "outgoing" : "passed",
              settlement: String(row.id),
              currency: "",
            }}
            className={table["link"] ?? ""}
            aria-label={t("history.covered", { id: row.id, number: row.through.hawalaNo })}
            dir="ltr"
          >
            {row.through.hawalaNo}
          </Link>
        )}
      </Cell>
      <Cell name="amount" label={t("history.by")}>
        {row.createdBy} <UndoSettlementButton settlement={row} />
      </Cell>
    </Table.Tr>
  );
}
