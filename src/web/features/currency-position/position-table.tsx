import { Card, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { CurrencyPosition, PositionReport } from "#contract/currency-position.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/money.tsx";

import { Cell, Head, Profit } from "./cell.tsx";
import classes from "./currency-position.module.css";
import type { PositionPlace } from "./place.ts";
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
      <div className={classes["scroll"]}>
        <Table
          withRowBorders={false}
          role="table"
          aria-label={t("table.label")}
          className={`${classes["table"] ?? ""} ${classes["positions"] ?? ""}`}
        >
          <Head words={[t("table.currency"), ...figures.map((figure) => t(`table.${figure}`))]} figuresFrom={1} />
          <Table.Tbody role="rowgroup">
            {inOrder.map((row) => (
              <PositionRow key={row.currencyId} row={row} base={baseCurrency} place={place} />
            ))}
            <Table.Tr role="row" className={classes["total"] ?? ""}>
              <Cell name="currency">{t("table.total", { currency: baseCurrency })}</Cell>
              {figures.slice(0, 6).map((figure) => (
                <Cell key={figure} name="figure">
                  {null}
                </Cell>
              ))}
              <Cell name="figure" label={t("table.value")}>
                <Money value={totals.value} currency={baseCurrency} withoutCode />
              </Cell>
              <Cell name="figure" label={t("table.realised")}>
                <Profit value={totals.realised} currency={baseCurrency} />
              </Cell>
              <Cell name="figure" label={t("table.unrealised")}>
                <Profit value={totals.unrealised} currency={baseCurrency} />
              </Cell>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </div>
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
    <Table.Tr role="row" className={classes["row"] ?? ""} data-chosen={isChosen || undefined}>
      <Cell name="currency">
        <Link
          to={paths.currencyPosition}
          search={{ ...place, currency: isChosen ? "" : String(row.currencyId) }}
          replace
          resetScroll={false}
          className={`${classes["link"] ?? ""} ${classes["ofRow"] ?? ""}`}
          aria-label={t("table.open", { currency })}
          aria-expanded={isChosen}
        >
          {currency}
        </Link>
        {isBase ? <span className={classes["second"]}>{t("table.base")}</span> : null}
      </Cell>
      <Cell name="figure" label={t("table.opening")}>
        {own(row.openingQuantity)}
      </Cell>
      <Cell name="figure" label={t("table.bought")}>
        {own(row.bought)}
      </Cell>
      <Cell name="figure" label={t("table.sold")}>
        {own(row.sold)}
      </Cell>
      <Cell name="closing" label={t("table.closing")}>
        {own(row.closingQuantity)} {isBase ? null : <span className={classes["second"]}>{t(`sides.${side}`)}</span>}
      </Cell>
      <Cell name="figure" label={t("table.average")}>
        <Quoted rate={row.averageRate} words={row.quote === null || side === "even" ? "" : t(`table.at.${side}`, row.quote)} />
      </Cell>
      <Cell name="figure" label={t("table.board")}>
        <Quoted rate={row.boardRate} words={row.quote === null ? "" : t("table.quote", row.quote)} />
      </Cell>
      <Cell name="figure" label={t("table.value")}>
        {inBase(row.value)}
      </Cell>
      <Cell name="figure" label={t("table.realised")}>
        {isBase ? null : <Profit value={row.realised} currency={base} />}
      </Cell>
      <Cell name="figure" label={t("table.unrealised")}>
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
      <span dir="ltr">{shownRate(rate)}</span> <span className={classes["second"]}>{words}</span>
    </>
  );
}
