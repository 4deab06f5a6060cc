import { Button, Card, Group, Table, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SettlementHawala } from "#contract/partner-settlements.ts";
import { useCodeOf } from "#web/features/reports/currency-filter.tsx";
import { settlementReport, useReport } from "#web/features/reports/pages.ts";
import { MoreLines, NothingThere, ReadingFailed, ReportLoading } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { hawalasAsked, listsOf, type SettlementPlace } from "./place.ts";
import choices from "./reconcile.module.css";
import { HawalaSums } from "./settlement-figures.tsx";

interface SettlementHawalasProps {
  readonly place: SettlementPlace;
  readonly onChange: (change: Partial<SettlementPlace>) => void;
}

/** The hawalas behind a figure, or those that one settlement covers. */
export function SettlementHawalas({ place, onChange }: SettlementHawalasProps) {
  const { t } = useTranslation("partnerSettlement");
  const asked = hawalasAsked(place);
  const code = useCodeOf(place.currency);
  const report = useReport(settlementReport, asked);
  const rows = report.data?.pages.flatMap((page) => page.rows) ?? [];
  const sums = report.data?.pages[0]?.sums ?? [];
  return (
    <>
      <Group gap="xs" justify="space-between">
        <div role="group" aria-label={t("hawalas.which")} className={choices["choices"]}>
          {listsOf(place).map((list) => (
            <Button
              key={list}
              size="compact-sm"
              variant={list === asked.list ? "filled" : "default"}
              aria-pressed={list === asked.list}
              onClick={() => onChange({ list })}
            >
              {t(`lists.${list}`)}
            </Button>
          ))}
        </div>
        <Group gap="xs">
          {code === undefined ? null : (
            <Button
              size="compact-sm"
              variant="light"
              rightSection={<IconX size={14} aria-hidden />}
              aria-label={t("hawalas.currencyOff", { currency: code })}
              onClick={() => onChange({ currency: "" })}
            >
              {t("hawalas.ofCurrency", { currency: code })}
            </Button>
          )}
          {place.settlement === "" ? null : (
            <>
              <Text size="sm">{t("hawalas.covered", { id: place.settlement })}</Text>
              <Button size="compact-sm" variant="default" onClick={() => onChange({ settlement: "" })}>
                {t("hawalas.backToOpen")}
              </Button>
            </>
          )}
        </Group>
      </Group>
      <ReadingFailed {...report} />
      {sums.length === 0 ? null : (
        <Card withBorder padding={0} aria-busy={report.isPlaceholderData}>
          <HawalaSums
            label={t("hawalas.covered", { id: place.settlement })}
            rows={sums.map((sum) => ({ list: asked.list, sum }))}
            place={place}
          />
        </Card>
      )}
      <Card withBorder padding={0} aria-busy={report.isPlaceholderData}>
        {report.isPending ? <ReportLoading /> : null}
        {report.data !== undefined && rows.length === 0 ? (
          <NothingThere title={t("hawalas.none")} next={t("hawalas.noneNext")} />
        ) : null}
        {rows.length === 0 ? null : <HawalasTable rows={rows} />}
      </Card>
      <MoreLines report={report} />
    </>
  );
}

const figures = ["amount", "intoUSD"] as const;

function HawalasTable({ rows }: { readonly rows: readonly SettlementHawala[] }) {
  const { t } = useTranslation("partnerSettlement");
  return (
    <ReportTable
      label={t("hawalas.table")}
      kind="totals"
      columns={[
        t("hawalas.number"),
        t("hawalas.receiver"),
        ...(["date", "paidOn", ...figures] as const).map((column) => ({ figure: t(`hawalas.${column}`) })),
      ]}
    >
      {rows.map((row) => (
        <HawalaRow key={`${String(row.hawalaId)} ${String(row.transactionId)}`} row={row} />
      ))}
    </ReportTable>
  );
}

function HawalaRow({ row }: { readonly row: SettlementHawala }) {
  const { t } = useTranslation(["partnerSettlement", "reports"]);
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Cell name="code">
        <Link
          to={paths.hawala(row.hawalaId, row.direction)}
          className={classes["link"] ?? ""}
          aria-label={t("partnerSettlement:hawalas.open", { number: row.hawalaNo })}
          dir="ltr"
        >
          {row.hawalaNo}
        </Link>
      </Cell>
      <Cell name="narrative">
        <span dir="auto">{row.receiverName}</span>
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:hawalas.date")}>
        {row.transactionDate}
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:hawalas.paidOn")}>
        {row.paidOn ?? t("reports:nothing")}
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:hawalas.amount")}>
        <Money value={row.rAmount} currency={row.currency} />
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:hawalas.intoUSD")}>
        {row.intoUSD === null ? t("reports:nothing") : <Money value={row.intoUSD} currency="USD" />}
      </Cell>
    </Table.Tr>
  );
}
