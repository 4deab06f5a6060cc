import { Card, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { settlementLists, type HawalaSum, type PartnerSettlement, type SettlementList } from "#contract/partner-settlements.ts";
import { FigureLink } from "#web/features/reports/names.tsx";
import { NothingThere } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import type { SettlementPlace } from "./place.ts";

interface SettlementFiguresProps {
  readonly figures: PartnerSettlement;
  readonly place: SettlementPlace;
}

const columns = ["hawalas", "rAmount", "intoUSD"] as const;

/** What was paid, waits and was taken back, per payout currency and in dollars; each amount opens the hawalas behind it. */
export function SettlementFigures({ figures, place }: SettlementFiguresProps) {
  const { t } = useTranslation("partnerSettlement");
  const rows = settlementLists.flatMap((list) => figures[list].map((sum) => ({ list, sum })));
  return (
    <Card withBorder padding={0}>
      {rows.length === 0 ? <NothingThere title={t("figures.empty")} next={t("figures.emptyNext")} /> : null}
      {rows.length === 0 ? null : <HawalaSums label={t("figures.table")} rows={rows} place={{ ...place, settlement: "" }} />}
    </Card>
  );
}

interface HawalaSumsProps {
  readonly label: string;
  readonly rows: readonly { readonly list: SettlementList; readonly sum: HawalaSum }[];
  readonly place: SettlementPlace;
}

/** What lists of hawalas come to. Each amount leads to its hawalas, at the same place otherwise. */
export function HawalaSums({ label, rows, place }: HawalaSumsProps) {
  const { t } = useTranslation("partnerSettlement");
  return (
    <ReportTable
      label={label}
      kind="totals"
      columns={[t("figures.list"), ...columns.map((column) => ({ figure: t(`figures.${column}`) }))]}
    >
      {rows.map(({ list, sum }) => (
        <FigureRow key={`${list} ${sum.currency}`} list={list} sum={sum} place={place} />
      ))}
    </ReportTable>
  );
}

interface FigureRowProps {
  readonly list: SettlementList;
  readonly sum: HawalaSum;
  readonly place: SettlementPlace;
}

function FigureRow({ list, sum, place }: FigureRowProps) {
  const { t } = useTranslation(["partnerSettlement", "reports", "ui"]);
  const { currencyId, currency, hawalas, rAmount, intoUSD, withoutUSD } = sum;
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Cell name="code">
        {t(`partnerSettlement:lists.${list}`)} · {currency}
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:figures.hawalas")}>
        {formatCount(hawalas)}
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:figures.rAmount")}>
        <FigureLink
          to={paths.partnerSettlement}
          search={{ ...place, list, currency: String(currencyId) }}
          label={t("partnerSettlement:figures.open", { list: t(`partnerSettlement:lists.${list}`), currency })}
        >
          <Money value={rAmount} currency={currency} />
        </FigureLink>
      </Cell>
      <Cell name="amount" label={t("partnerSettlement:figures.intoUSD")}>
        {list === "outgoing" ? t("reports:nothing") : <Money value={intoUSD} currency="USD" />}
        {list === "outgoing" || withoutUSD === 0 ? null : (
          <Text size="xs" c="dimmed">
            {t("ui:withoutUSD", { count: withoutUSD })}
          </Text>
        )}
      </Cell>
    </Table.Tr>
  );
}
