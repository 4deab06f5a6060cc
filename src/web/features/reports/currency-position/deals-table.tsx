import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { CurrencyPosition, PositionDeal } from "#contract/currency-position.ts";
import table from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { onwards } from "#web/lib/direction.ts";
import { formatRate, useFormatAmount } from "#web/lib/format.ts";
import { typeName } from "#web/lib/type-name.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { Profit } from "./profit.tsx";
import { shownRate, sideOf } from "./rules.ts";

interface DealsTableProps {
  readonly deals: readonly PositionDeal[];
  readonly position: CurrencyPosition;
  readonly base: string;
  readonly labelledBy: string;
}

/** The deals of a currency, the oldest first; each opens its transaction. */
export function DealsTable({ deals, position, base, labelledBy }: DealsTableProps) {
  const { t } = useTranslation("currencyPosition");
  const figures = (["bought", "sold", "rate", "position"] as const).map((word) => t(`deals.${word}`));
  const inBase = position.isBase ? [] : [t("deals.average"), t("deals.value", { currency: base }), t("deals.realised")];
  const columns = [t("deals.date"), t("deals.deal"), ...[...figures, ...inBase].map((figure) => ({ figure }))];
  return (
    <ReportTable labelledBy={labelledBy} kind="wide deals" columns={columns}>
      {deals.map((deal) => (
        <DealRow key={deal.transactionId} deal={deal} position={position} base={base} />
      ))}
    </ReportTable>
  );
}

interface DealRowProps {
  readonly deal: PositionDeal;
  readonly position: CurrencyPosition;
  readonly base: string;
}

function DealRow({ deal, position: { currency, isBase }, base }: DealRowProps) {
  const { t } = useTranslation("currencyPosition");
  const formatAmount = useFormatAmount();
  const { transactionId, transType, otherAmount, otherCurrency, quantityAfter } = deal;
  const own = (value: string | null) => (value === null ? null : <Money value={value} currency={currency} withoutCode />);
  return (
    <Table.Tr role="row" className={table["row"] ?? ""}>
      <Cell name="date">
        <span dir="ltr">{deal.transDate}</span>
      </Cell>
      <Cell name="deal">
        <Link
          to={paths.search}
          search={{ searchWhat: "All", referenceId: String(transactionId), selected: String(transactionId) }}
          className={`${table["link"] ?? ""} ${table["ofRow"] ?? ""}`}
          aria-label={t("deals.open", { type: typeName(transType), id: transactionId })}
        >
          {typeName(transType)} {transactionId}
        </Link>{" "}
        <span className={table["second"]}>{t("deals.by", { user: deal.recordedBy })}</span>
      </Cell>
      <Cell name="amount" label={t("deals.bought")}>
        {own(deal.bought)}
      </Cell>
      <Cell name="amount" label={t("deals.sold")}>
        {own(deal.sold)}
      </Cell>
      <Cell name="amount" label={t("deals.rate")}>
        <span dir="ltr">{formatRate(deal.exRate)}</span>{" "}
        <span className={table["second"]}>
          {t(deal.bought === null ? "deals.otherSold" : "deals.otherBought", {
            amount: formatAmount(otherAmount, otherCurrency),
          })}
        </span>
      </Cell>
      <Cell name="amount" label={t("deals.position")}>
        {own(quantityAfter)} {isBase ? null : <span className={table["second"]}>{t(`sides.${sideOf(quantityAfter)}`)}</span>}
      </Cell>
      {isBase ? null : <InBase deal={deal} base={base} />}
    </Table.Tr>
  );
}

/** What the deal was in the base currency. */
function InBase({ deal, base }: { readonly deal: PositionDeal; readonly base: string }) {
  const { t } = useTranslation("currencyPosition");
  const rate = (text: string | null): string => (text === null ? t("nothing") : shownRate(text));
  return (
    <>
      <Cell name="amount" label={t("deals.average")}>
        <span dir="ltr">{rate(deal.averageBefore)}</span> {onwards()} <span dir="ltr">{rate(deal.averageAfter)}</span>
      </Cell>
      <Cell name="amount" label={t("deals.value", { currency: base })}>
        <Money value={deal.value} currency={base} withoutCode />{" "}
        {deal.isByBoard ? <span className={table["second"]}>{t("deals.byBoard")}</span> : null}
      </Cell>
      <Cell name="sum" label={t("deals.realised")}>
        <Profit value={deal.realised} currency={base} />
      </Cell>
    </>
  );
}
