import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { currencyPositionReport, type CurrencyPosition, type PositionReport } from "#contract/currency-position.ts";
import { daysInShort } from "#web/features/reports/periods.ts";
import classes from "#web/features/reports/report-paper.module.css";
import { isWideAmount, PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { formatCount, formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { nameOf, useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";

import { askedOf, usePositionPlace, type Asked } from "./place.ts";
import { shownRate, sideOf } from "./rules.ts";

/** The currency position on A4, by the filters of the screen. */
export function PrintedCurrencyPositionPage() {
  const { t } = useTranslation("currencyPosition");
  const [place] = usePositionPlace();
  const asked = askedOf(place, useToday());
  const report = useQuery(read(currencyPositionReport, { query: asked }));
  const { data } = report;
  return (
    <ReportPaper
      title={t("title")}
      subtitle={data === undefined ? "" : <Period asked={asked} report={data} />}
      of={data === undefined ? [] : footOf(asked, data)}
      reading={{ ...report, failed: t("failed") }}
      home={paths.currencyPosition}
    >
      {data === undefined ? undefined : data.currencies.length === 0 ? (
        <p>{asked.toDate === "" ? t("empty") : t("emptyUntil")}</p>
      ) : (
        <>
          <Facts report={data} />
          <Positions report={data} />
          <People report={data} />
        </>
      )}
    </ReportPaper>
  );
}

/** Whose deals, and of which days; an end that was left open stays open. */
function footOf({ fromDate, toDate }: Asked, { chosen }: PositionReport): readonly string[] {
  return [chosen === null ? "" : nameOf(chosen), daysInShort(fromDate, toDate)].filter((part) => part !== "");
}

/**
 * The days in both calendars, and whose deals are counted. Without an end date tomorrow's are counted, too: today is then the day of
 * the board's rates, and not the last one.
 */
function Period({ asked: { fromDate, toDate }, report }: { readonly asked: Asked; readonly report: PositionReport }) {
  const { t } = useTranslation("currencyPosition");
  return (
    <>
      {fromDate === "" ? (
        <div>{t("paper.allDays")}</div>
      ) : (
        <div>
          {t("filters.fromDate")}: <BothCalendars date={fromDate} />
        </div>
      )}
      <div>
        {toDate === "" ? t("paper.noEnd") : t("paper.until")}: <BothCalendars date={toDate === "" ? report.today : toDate} />
      </div>
      {report.chosen === null ? null : <div dir="auto">{t("paper.recordedBy", { user: nameOf(report.chosen) })}</div>}
    </>
  );
}

function Facts({ report: { totals, baseCurrency } }: { readonly report: PositionReport }) {
  const { t } = useTranslation("currencyPosition");
  const facts = ["realised", "unrealised", "cost", "value"] as const;
  return (
    <dl className={classes["facts"]}>
      {facts.map((fact) => (
        <div key={fact}>
          <dt>{t(`summary.${fact}`)}</dt>
          <dd dir="ltr">
            {formatDigits(totals[fact])} {baseCurrency}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Figure({ first, second }: { readonly first: string; readonly second?: string }) {
  return (
    <PaperCell isFigure>
      {first}
      {second === undefined ? null : <span className={classes["below"]}>{second}</span>}
    </PaperCell>
  );
}

const amounts = ["openingQuantity", "closingQuantity", "bought", "sold", "cost", "value", "realised", "unrealised"] as const;

/** The amounts of a line; the totals have the last four. */
const amountsOf = (row: Partial<Pick<CurrencyPosition, (typeof amounts)[number]>>): string[] =>
  amounts.flatMap((amount) => row[amount] ?? []);

function Positions({ report }: { readonly report: PositionReport }) {
  const { t } = useTranslation("currencyPosition");
  const { totals, baseCurrency, currencies } = report;
  const pairs = ["openingClosing", "boughtSold", "rates", "costValue"] as const;
  const words = [t("table.currency"), ...pairs.map((pair) => t(`paper.${pair}`)), t("table.realised"), t("table.unrealised")];
  return (
    <PaperTable
      label={t("table.label")}
      columns={words}
      figuresFrom={1}
      isDense={[totals, ...currencies].some((row) => amountsOf(row).some(isWideAmount))}
    >
      {currencies
        .toSorted((left, right) => Number(left.isBase) - Number(right.isBase))
        .map((row) => (
          <Position key={row.currencyId} row={row} />
        ))}
      <tr className={classes["edge"]}>
        <td colSpan={4}>{t("table.total", { currency: baseCurrency })}</td>
        <Figure first={formatDigits(totals.cost)} second={formatDigits(totals.value)} />
        <Figure first={formatDigits(totals.realised)} />
        <Figure first={formatDigits(totals.unrealised)} />
      </tr>
    </PaperTable>
  );
}

function Position({ row }: { readonly row: CurrencyPosition }) {
  const { t } = useTranslation("currencyPosition");
  const rate = (text: string | null): string => (text === null ? t("nothing") : shownRate(text));
  const note = row.quote === null ? t("table.base") : t("table.quote", row.quote);
  return (
    <tr>
      <td>
        {row.currency} {row.isBase ? null : <span>{t(`sides.${sideOf(row.closingQuantity)}`)}</span>}
        <span className={classes["second"]}>{note}</span>
      </td>
      <Figure first={formatDigits(row.openingQuantity)} second={formatDigits(row.closingQuantity)} />
      <Figure first={formatDigits(row.bought)} second={formatDigits(row.sold)} />
      {row.isBase ? (
        <td colSpan={4}>{t("nothing")}</td>
      ) : (
        <>
          <Figure first={rate(row.averageRate)} second={rate(row.boardRate)} />
          <Figure first={formatDigits(row.cost)} second={formatDigits(row.value)} />
          <Figure first={formatDigits(row.realised)} />
          <Figure first={formatDigits(row.unrealised)} />
        </>
      )}
    </tr>
  );
}

function People({ report: { users, baseCurrency } }: { readonly report: PositionReport }) {
  const { t } = useTranslation("currencyPosition");
  if (users.length === 0) return null;
  return (
    <PaperTable
      label={t("paper.people")}
      columns={[t("users.user"), t("users.deals"), t("users.total", { currency: baseCurrency })]}
      figuresFrom={1}
    >
      {users.map((user) => (
        <tr key={user.userId}>
          <td dir="auto">{nameOf(user)}</td>
          <Figure first={formatCount(user.deals)} />
          <Figure first={formatDigits(user.realised)} />
        </tr>
      ))}
    </PaperTable>
  );
}
