import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { dailyBook, type BookCurrency, type DailyBook } from "#contract/day-closes.ts";
import { formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";
import { useToday } from "#web/ui/business-date-input.tsx";

import { useBookPlace } from "./place.ts";
import classes from "./report-paper.module.css";
import { PaperCell, PaperTable, ReportPaper } from "./report-paper.tsx";
import { StatementSheet } from "./statement-paper.tsx";
import { useWholeStatement } from "./whole-report.ts";

/** The daily book on A4: the cash of each currency, what was counted, and every movement of the day. */
export function PrintedDailyBookPage() {
  const { t } = useTranslation("dailyBook");
  const [place] = useBookPlace();
  const today = useToday();
  const date = place.date === "" ? today : place.date;
  const book = useQuery(read(dailyBook, { query: { date } }));
  const { data } = book;
  return (
    <ReportPaper title={t("printed.title")} subtitle={<BothCalendars date={date} />} reading={book} home={paths.dailyBook}>
      {data === undefined ? undefined : <Sheets book={data} />}
    </ReportPaper>
  );
}

function Sheets({ book }: { readonly book: DailyBook }) {
  const { t } = useTranslation("dailyBook");
  const columns = [t("currency"), t("opening"), t("in"), t("out"), t("closing"), t("movements")];
  return (
    <>
      <PaperTable label={t("summary")} columns={columns} figuresFrom={1}>
        {book.currencies.map((row) => (
          <tr key={row.currencyId}>
            <td>{row.currency}</td>
            {[row.opening, row.in, row.out, row.closing].map((figure, index) => (
              <PaperCell key={columns[index + 1]} isFigure>
                {formatDigits(figure)}
              </PaperCell>
            ))}
            <PaperCell isFigure>{row.movements}</PaperCell>
          </tr>
        ))}
      </PaperTable>
      <Counts book={book} />
      {book.currencies
        .filter(({ movements }) => movements > 0)
        .map((currency) => (
          <Movements key={currency.currencyId} book={book} currency={currency} />
        ))}
    </>
  );
}

function Counts({ book: { close } }: { readonly book: DailyBook }) {
  const { t } = useTranslation("dailyBook");
  if (close === null) return null;
  const columns = [t("count.title"), t("count.reason"), t("count.book"), t("count.counted"), t("count.difference")];
  return (
    <>
      <PaperTable label={t("count.title")} columns={columns} figuresFrom={2}>
        {close.counts.map((count) => (
          <tr key={count.currencyId}>
            <td>{count.currency}</td>
            <td dir="auto">{count.reason}</td>
            <PaperCell isFigure>{formatDigits(count.book)}</PaperCell>
            <PaperCell isFigure>{formatDigits(count.counted)}</PaperCell>
            <PaperCell isFigure>{formatDigits(count.difference)}</PaperCell>
          </tr>
        ))}
      </PaperTable>
      <dl className={classes["facts"]}>
        <div>
          <dt>{t("printed.signature")}</dt>
          <dd>{close.closedBy}</dd>
        </div>
        <div>
          <dt>{t("printed.checked")}</dt>
          <dd>__________________</dd>
        </div>
      </dl>
    </>
  );
}

function Movements({ book, currency }: { readonly book: DailyBook; readonly currency: BookCurrency }) {
  const { t } = useTranslation("dailyBook");
  const { cashAccountId, date } = book;
  const query = { accountId: String(cashAccountId), currencyId: String(currency.currencyId), fromDate: date, toDate: date };
  const report = useWholeStatement(query);
  const [first] = report.data?.pages ?? [];
  return (
    <>
      <h2 className={classes["part"]}>{t("movementsOf", { currency: currency.currency })}</h2>
      {first === undefined ? null : (
        <StatementSheet statement={first} entries={report.data?.pages.flatMap(({ entries }) => entries) ?? []} />
      )}
    </>
  );
}
