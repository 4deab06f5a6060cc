import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import {
  partnerSettlement,
  settlementLists,
  type PartnerSettlement,
  type SettlementHawala,
} from "#contract/partner-settlements.ts";
import { amountText } from "#kernel/amount.ts";
import { useCodeOf } from "#web/features/reports/currency-filter.tsx";
import { nameOf, useStanding } from "#web/features/reports/names.tsx";
import { settlementReport } from "#web/features/reports/pages.ts";
import { daysInShort } from "#web/features/reports/periods.ts";
import classes from "#web/features/reports/report-paper.module.css";
import { PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { readTogether } from "#web/features/reports/report-states.tsx";
import { useWholeReport } from "#web/features/reports/whole-report.ts";
import { formatCount, formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars, Signatures } from "#web/print/paper.tsx";

import { figuresAsked, hawalasAsked, useSettlementPlace, type SettlementPlace } from "./place.ts";
import { sumsOf } from "./rules.ts";

/** What stands with a partner on A4, with the hawalas of the list that was shown. Without a partner there is one to be chosen first. */
export function PrintedPartnerSettlementPage() {
  const [place] = useSettlementPlace();
  return place.partner === "" ? <Navigate to={paths.partnerSettlement} replace /> : <PrintedSettlement place={place} />;
}

function PrintedSettlement({ place }: { readonly place: SettlementPlace }) {
  const { t } = useTranslation("partnerSettlement");
  const figures = useQuery(read(partnerSettlement, { query: figuresAsked(place) }));
  const hawalas = useWholeReport(settlementReport, hawalasAsked(place));
  const { data } = figures;
  const rows = hawalas.data?.pages.flatMap((page) => page.rows) ?? [];
  const listed = useListWords(place, rows);
  const days = daysInShort(place.from, place.to);
  return (
    <ReportPaper
      title={t("title")}
      subtitle={data === undefined ? "" : <Whose figures={data} place={place} />}
      of={data === undefined ? [] : [nameOf(data.partner), days, listed].filter((part) => part !== "")}
      reading={readTogether(figures, [hawalas])}
      home={paths.partnerSettlement}
      isTooLong={hawalas.data?.isTooLong ?? false}
    >
      {data === undefined || hawalas.data === undefined ? undefined : (
        <>
          <Figures figures={data} />
          <Hawalas title={listed} rows={rows} />
          <Signatures signers={[t("printed.signature"), t("printed.partner")]} />
        </>
      )}
    </ReportPaper>
  );
}

interface WhoseProps {
  readonly figures: PartnerSettlement;
  readonly place: SettlementPlace;
}

/**
 * The partner, and the days that the hawalas are of in both calendars. Without an end date there are those of tomorrow among
 * them, too: then the paper says only when its figures were read.
 */
function Whose({ figures: { partner }, place: { from, to } }: WhoseProps) {
  const { t } = useTranslation("partnerSettlement");
  return (
    <>
      <div dir="auto">{nameOf(partner)}</div>
      {from === "" ? null : (
        <div>
          {t("fromDate")}: <BothCalendars date={from} />
        </div>
      )}
      {to === "" ? null : (
        <div>
          {t("toDate")}: <BothCalendars date={to} />
        </div>
      )}
    </>
  );
}

function Figures({ figures }: { readonly figures: PartnerSettlement }) {
  const { t } = useTranslation("partnerSettlement");
  const standing = useStanding();
  const { partner, balances, since } = figures;
  return (
    <>
      <p>{since === null ? t("sinceBeginning") : t("since", { date: since.transDate })}</p>
      <PaperTable label={t("balances")} columns={[t("figures.currency"), t("balances"), t("figures.rAmount")]} figuresFrom={2}>
        {balances.map(({ currencyId, currency, balance }) => (
          <tr key={currencyId}>
            <td>{currency}</td>
            <td>{standing(partner, balance)}</td>
            <PaperCell isFigure>{formatDigits(balance)}</PaperCell>
          </tr>
        ))}
      </PaperTable>
      <HawalaFigures figures={figures} />
    </>
  );
}

function HawalaFigures({ figures }: { readonly figures: PartnerSettlement }) {
  const { t } = useTranslation(["partnerSettlement", "ui"]);
  const rows = settlementLists.flatMap((list) => figures[list].map((sum) => ({ list, sum })));
  if (rows.length === 0) return <p>{t("figures.empty")}</p>;
  return (
    <PaperTable
      label={t("figures.table")}
      columns={[t("figures.list"), t("figures.currency"), t("figures.hawalas"), t("figures.rAmount"), t("figures.intoUSD")]}
      figuresFrom={2}
    >
      {rows.map(({ list, sum }) => (
        <tr key={`${list} ${sum.currency}`}>
          <td>{t(`lists.${list}`)}</td>
          <td>{sum.currency}</td>
          <PaperCell isFigure>{formatCount(sum.hawalas)}</PaperCell>
          <PaperCell isFigure>{formatDigits(sum.rAmount)}</PaperCell>
          <PaperCell isFigure>
            {list === "outgoing" ? "" : formatDigits(sum.intoUSD)}
            {list === "outgoing" || sum.withoutUSD === 0 ? null : (
              <span className={classes["second"]}>{t("ui:withoutUSD", { count: sum.withoutUSD })}</span>
            )}
          </PaperCell>
        </tr>
      ))}
    </PaperTable>
  );
}

/** Which hawalas are listed, and what they are narrowed to. */
function useListWords(place: SettlementPlace, rows: readonly SettlementHawala[]): string {
  const { t } = useTranslation("partnerSettlement");
  const called = useCodeOf(place.currency);
  const code = place.currency === "" ? undefined : (rows[0]?.currency ?? called);
  return [
    t(`lists.${hawalasAsked(place).list}`),
    ...(code === undefined ? [] : [t("hawalas.ofCurrency", { currency: code })]),
    ...(place.settlement === "" ? [] : [t("hawalas.covered", { id: place.settlement })]),
  ].join(" · ");
}

/** The hawalas and what they come to: of those that a settlement covers, the figures above say nothing. */
function Hawalas({ title, rows }: { readonly title: string; readonly rows: readonly SettlementHawala[] }) {
  const { t } = useTranslation("partnerSettlement");
  const columns = [t("hawalas.number"), t("hawalas.receiver"), t("hawalas.date"), t("hawalas.paidOn")];
  const heading = <h2 className={classes["part"]}>{title}</h2>;
  if (rows.length === 0) {
    return (
      <>
        {heading}
        <p>{t("hawalas.none")}</p>
      </>
    );
  }
  return (
    <>
      {heading}
      <PaperTable label={t("hawalas.table")} columns={[...columns, t("hawalas.amount"), t("hawalas.intoUSD")]} figuresFrom={4}>
        {rows.map((row) => (
          <tr key={`${String(row.hawalaId)} ${String(row.transactionId)}`}>
            <td>
              <span dir="ltr">{row.hawalaNo}</span>
            </td>
            <td dir="auto">{row.receiverName}</td>
            <td>
              <span dir="ltr">{row.transactionDate}</span>
            </td>
            <td>
              <span dir="ltr">{row.paidOn}</span>
            </td>
            <PaperCell isFigure>
              {formatDigits(row.rAmount)} {row.currency}
            </PaperCell>
            <PaperCell isFigure>{row.intoUSD === null ? "" : formatDigits(row.intoUSD)}</PaperCell>
          </tr>
        ))}
        <Sums rows={rows} before={columns.length} />
      </PaperTable>
    </>
  );
}

interface SumsProps {
  readonly rows: readonly SettlementHawala[];
  /** How many columns stand before the figures. */
  readonly before: number;
}

function Sums({ rows, before }: SumsProps) {
  const { t } = useTranslation(["reports", "ui"]);
  return sumsOf(rows).map(({ currencyId, currency, amount, dollars, withoutDollars }) => (
    <tr key={currencyId} className={classes["edge"]}>
      <td colSpan={before}>{t("reports:trial.total", { currency })}</td>
      <PaperCell isFigure>
        {formatDigits(amountText(amount))} {currency}
      </PaperCell>
      <PaperCell isFigure>
        {dollars === undefined ? "" : formatDigits(amountText(dollars))}
        {dollars === undefined || withoutDollars === 0 ? null : (
          <span className={classes["second"]}>{t("ui:withoutUSD", { count: withoutDollars })}</span>
        )}
      </PaperCell>
    </tr>
  ));
}
