import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { partnerSettlement, settlementLists, type PartnerSettlement } from "#contract/partner-settlements.ts";
import { formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";

import { nameOf, useStanding } from "./names.tsx";
import { figuresAsked, hawalasAsked, useSettlementPlace, type SettlementPlace } from "./partner-settlement-place.ts";
import classes from "./report-paper.module.css";
import { PaperCell, PaperTable, ReportPaper } from "./report-paper.tsx";
import { useWholeSettlement } from "./whole-report.ts";

/** What stands with a partner on A4, with the hawalas of the list that was shown. */
export function PrintedPartnerSettlementPage() {
  const { t } = useTranslation("partnerSettlement");
  const [place] = useSettlementPlace();
  const figures = useQuery({ ...read(partnerSettlement, { query: figuresAsked(place) }), enabled: place.partner !== "" });
  const hawalas = useWholeSettlement(hawalasAsked(place));
  const { data } = figures;
  return (
    <ReportPaper
      title={t("title")}
      subtitle={data === undefined ? "" : <span dir="auto">{nameOf(data.partner)}</span>}
      reading={figures.isError ? figures : hawalas}
      home={paths.partnerSettlement}
      isTooLong={hawalas.data?.isTooLong ?? false}
    >
      {data === undefined || hawalas.data === undefined ? undefined : (
        <>
          <Figures figures={data} />
          <Hawalas place={place} rows={hawalas.data.pages.flatMap(({ rows }) => rows)} />
          <dl className={classes["facts"]}>
            {(["signature", "partner"] as const).map((who) => (
              <div key={who}>
                <dt>{t(`printed.${who}`)}</dt>
                <dd>__________________</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </ReportPaper>
  );
}

function Figures({ figures }: { readonly figures: PartnerSettlement }) {
  const { t } = useTranslation("partnerSettlement");
  const standing = useStanding();
  const { partner, balances, lastSettlement } = figures;
  return (
    <>
      <p>{lastSettlement === null ? t("sinceBeginning") : t("since", { date: lastSettlement.transDate })}</p>
      <PaperTable label={t("balances")} columns={[t("figures.currency"), t("balances"), t("figures.rAmount")]} figuresFrom={2}>
        {balances.map(({ currencyId, currency, balance }) => (
          <tr key={currencyId}>
            <td>{currency}</td>
            <td>{standing(partner, balance)}</td>
            <PaperCell isFigure>{formatDigits(balance)}</PaperCell>
          </tr>
        ))}
      </PaperTable>
      <PaperTable
        label={t("figures.table")}
        columns={[t("figures.list"), t("figures.currency"), t("figures.hawalas"), t("figures.rAmount"), t("figures.intoUSD")]}
        figuresFrom={2}
      >
        {settlementLists.flatMap((list) =>
          figures[list].map((sum) => (
            <tr key={`${list} ${sum.currency}`}>
              <td>{t(`lists.${list}`)}</td>
              <td>{sum.currency}</td>
              <PaperCell isFigure>{sum.hawalas.toLocaleString("en-US")}</PaperCell>
              <PaperCell isFigure>{formatDigits(sum.rAmount)}</PaperCell>
              <PaperCell isFigure>{list === "outgoing" ? "" : formatDigits(sum.intoUSD)}</PaperCell>
            </tr>
          )),
        )}
      </PaperTable>
    </>
  );
}

type Rows = NonNullable<ReturnType<typeof useWholeSettlement>["data"]>["pages"][number]["rows"];

function Hawalas({ place, rows }: { readonly place: SettlementPlace; readonly rows: Rows }) {
  const { t } = useTranslation("partnerSettlement");
  const columns = [t("hawalas.number"), t("hawalas.receiver"), t("hawalas.date"), t("hawalas.paidOn")];
  return (
    <>
      <h2 className={classes["part"]}>
        {t(`lists.${hawalasAsked(place).list}`)}
        {place.settlement === "" ? null : ` · ${t("hawalas.covered", { id: place.settlement })}`}
      </h2>
      <PaperTable label={t("hawalas.table")} columns={[...columns, t("hawalas.amount"), t("hawalas.intoUSD")]} figuresFrom={4}>
        {rows.map((row) => (
          <tr key={`${String(row.hawalaId)} ${String(row.transactionId)}`}>
            <td dir="ltr">{row.hawalaNo}</td>
            <td dir="auto">{row.receiverName}</td>
            <td dir="ltr">{row.transactionDate}</td>
            <td dir="ltr">{row.paidOn}</td>
            <PaperCell isFigure>
              {formatDigits(row.rAmount)} {row.currency}
            </PaperCell>
            <PaperCell isFigure>{row.intoUSD === null ? "" : formatDigits(row.intoUSD)}</PaperCell>
          </tr>
        ))}
      </PaperTable>
    </>
  );
}
