import { Card, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { CurrencyPosition, PositionReport } from "#contract/currency-position.ts";
import table from "#web/features/reports/report-table.module.css";
import { Cell, ReportTable } from "#web/features/reports/report-table.tsx";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import type { PositionPlace } from "./place.ts";
import { Profit } from "./profit.tsx";
import { shownRate, sideOf } from "./rules.ts";

interface PositionTableProps {
  readonly report: PositionReport;
  readonly place: PositionPlace;
}

/**
 * A row for each currency, the base currency last; the link of each opens its deals. The roles are written out because a narrow
 * screen lays each row out as a card, which would end its being a table.
 */
export function PositionTable({ report, place }: PositionTableProps) {
  const { t } = useTranslation("currencyPosition");
  const { currencies, totals, baseCurrency } = report;
  const figures = ["opening", "bought", "sold", "closing", "average", "board", "value", "realised", "unrealised"] as const;
  const inOrder = currencies.toSorted((left, right) => Number(left.isBase) - Number(right.isBase));
  return (
    <Card withBorder padding={0}>
      <ReportTable
        label={t("table.label")}
        kind="wide positions"
        columns={[t("table.currency"), ...figures.map((word) => ({ figure: t(`table.${word}`) }))]}
      >
        {inOrder.map((row) => (
          <PositionRow key={row.currencyId} row={row} base={baseCurrency} place={place} />
        ))}
        <Table.Tr role="row" className={table["edge"] ?? ""}>
          <Cell name="currency">{t("table.total", { currency: baseCurrency })}</Cell>
          {figures.slice(0, 6).map((figure) => (
            <Cell key={figure} name="amount">
              {null}
            </Cell>
          ))}
          <Cell name="amount" label={t("table.value")}>
            <Money value={totals.value} currency={baseCurrency} withoutCode />
          </Cell>
          <Cell name="amount" label={t("table.realised")}>
            <Profit value={totals.realised} currency={baseCurrency} />
          </Cell>
          <Cell name="amount" label={t("table.unrealised")}>
            <Profit value={totals.unrealised} currency={baseCurrency} />
          </Cell>
        </Table.Tr>
      </ReportTable>
    </Card>
  );
}

interface PositionRowProps {
  readonly row: CurrencyPosition;
  readonly base: string;
  readonly place: PositionPlace;
}

function PositionRow({ row, base, place }: PositionRowProps) {
  const { t } = useTranslation("currencyPosition");
  const { currency, isBase } = row;
  const isChosen = place.currency === String(row.currencyId);
  const own = (value: string) => <Money value={value} currency={currency} withoutCode />;
  const side = sideOf(row.closingQuantity);
  const inBase = (value: string) => (isBase ? null : <Money value={value} currency={base} withoutCode />);
  return (
    <Table.Tr role="row" className={table["row"] ?? ""} data-chosen={isChosen || undefined}>
      <Cell name="currency">
        <Link
          to={paths.currencyPosition}
          search={{ ...place, currency: isChosen ? "" : String(row.currencyId) }}
          replace
          resetScroll={false}
          className={`${table["link"] ?? ""} ${table["ofRow"] ?? ""}`}
          aria-label={t("table.open", { currency })}
          aria-expanded={isChosen}
        >
          {currency}
        </Link>{" "}
        {isBase ? <span className={table["second"]}>{t("table.base")}</span> : null}
      </Cell>
      <Cell name="amount" label={t("table.opening")}>
        {own(row.openingQuantity)}
      </Cell>
      <Cell name="amount" label={t("table.bought")}>
        {own(row.bought)}
      </Cell>
      <Cell name="amount" label={t("table.sold")}>
        {own(row.sold)}
      </Cell>
      <Cell name="sum" label={t("table.closing")}>
        {own(row.closingQuantity)} {isBase ? null : <span className={table["second"]}>{t(`sides.${side}`)}</span>}
      </Cell>
      <Cell name="amount" label={t("table.average")}>
        <Quoted rate={row.averageRate} words={row.quote === null || side === "even" ? "" : t(`table.at.${side}`, row.quote)} />
      </Cell>
      <Cell name="amount" label={t("table.board")}>
        <Quoted rate={row.boardRate} words={row.quote === null ? "" : t("table.quote", row.quote)} />
      </Cell>
      <Cell name="amount" label={t("table.value")}>
        {inBase(row.value)}
      </Cell>
      <Cell name="amount" label={t("table.realised")}>
        {isBase ? null : <Profit value={row.realised} currency={base} />}
      </Cell>
      <Cell name="amount" label={t("table.unrealised")}>
        {isBase ? null : <Profit value={row.unrealised} currency={base} />}
      </Cell>
    </Table.Tr>
  );
}

/** A rate with what it is a rate of. */
function Quoted({ rate, words }: { readonly rate: string | null; readonly words: string }) {
  const { t } = useTranslation("currencyPosition");
  if (rate === null) return t("nothing");
  return (
    <>
      <span dir="ltr">{shownRate(rate)}</span> <span className={table["second"]}>{words}</span>
    </>
  );
}
