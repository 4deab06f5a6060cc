import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { CurrencyPosition, PositionDeal } from "#contract/currency-position.ts";
import { formatAmount, formatRate } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/money.tsx";

import { Cell, Head, Profit } from "./cell.tsx";
import classes from "./currency-position.module.css";
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
  const words = [t("deals.date"), t("deals.deal"), t("deals.bought"), t("deals.sold"), t("deals.rate"), t("deals.position")];
  const inBase = position.isBase ? [] : [t("deals.average"), t("deals.value", { currency: base }), t("deals.realised")];
  return (
    <div className={classes["scroll"]}>
      <Table
        withRowBorders={false}
        role="table"
        aria-labelledby={labelledBy}
        className={`${classes["table"] ?? ""} ${classes["deals"] ?? ""}`}
      >
        <Head words={[...words, ...inBase]} figuresFrom={2} />
        <Table.Tbody role="rowgroup">
          {deals.map((deal) => (
            <DealRow key={deal.transactionId} deal={deal} position={position} base={base} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface DealRowProps {
  readonly deal: PositionDeal;
  readonly position: CurrencyPosition;
  readonly base: string;
}

function DealRow({ deal, position: { currency, isBase }, base }: DealRowProps) {
  const { t } = useTranslation("currencyPosition");
  const { transactionId, transType, otherAmount, otherCurrency, quantityAfter } = deal;
  const own = (value: string | null) => (value === null ? null : <Money value={value} currency={currency} withoutCode />);
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Cell name="date">
        <span dir="ltr">{deal.transDate}</span>
      </Cell>
      <Cell name="deal">
        <Link
          to={paths.search}
          search={{ searchWhat: "All", referenceId: String(transactionId), selected: String(transactionId) }}
          className={`${classes["link"] ?? ""} ${classes["ofRow"] ?? ""}`}
          aria-label={t("deals.open", { type: transType, id: transactionId })}
        >
          {transType} {transactionId}
        </Link>{" "}
        <span className={classes["second"]}>{t("deals.by", { user: deal.recordedBy })}</span>
      </Cell>
      <Cell name="figure" label={t("deals.bought")}>
        {own(deal.bought)}
      </Cell>
      <Cell name="figure" label={t("deals.sold")}>
        {own(deal.sold)}
      </Cell>
      <Cell name="figure" label={t("deals.rate")}>
        <span dir="ltr">{formatRate(deal.exRate)}</span>{" "}
        <span className={classes["second"]}>
          {t(deal.bought === null ? "deals.otherSold" : "deals.otherBought", {
            amount: formatAmount(otherAmount, otherCurrency),
          })}
        </span>
      </Cell>
      <Cell name="figure" label={t("deals.position")}>
        {own(quantityAfter)} {isBase ? null : <span className={classes["second"]}>{t(`sides.${sideOf(quantityAfter)}`)}</span>}
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
      <Cell name="figure" label={t("deals.average")}>
        <span dir="ltr">
          {rate(deal.averageBefore)} → {rate(deal.averageAfter)}
        </span>
      </Cell>
      <Cell name="figure" label={t("deals.value", { currency: base })}>
        <Money value={deal.value} currency={base} withoutCode />{" "}
        {deal.isByBoard ? <span className={classes["second"]}>{t("deals.byBoard")}</span> : null}
      </Cell>
      <Cell name="sum" label={t("deals.realised")}>
        <Profit value={deal.realised} currency={base} />
      </Cell>
    </>
  );
}
