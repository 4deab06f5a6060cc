import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import { dailyBook, type DailyBook } from "#contract/day-closes.ts";
import type { AccountStatement } from "#contract/reports.ts";
import { bookReport } from "#web/features/reports/pages.ts";
import classes from "#web/features/reports/report-paper.module.css";
import { PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { readTogether } from "#web/features/reports/report-states.tsx";
import { StatementSheet } from "#web/features/reports/statement/statement-paper.tsx";
import { useWholeReports } from "#web/features/reports/whole-report.ts";
import { formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { useToday } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";

import { usePiecesText } from "./close-day-counts.tsx";
import { useBookPlace } from "./place.ts";

/** The daily book on A4: the cash of each currency, what was counted, and every movement of the day; whole, or not at all. */
export function PrintedDailyBookPage() {
  const { t } = useTranslation("dailyBook");
  const [place] = useBookPlace();
  const today = useToday();
  const date = place.date === "" ? today : place.date;
  const book = useQuery(read(dailyBook, { query: { date } }));
  const { data } = book;
  const moved = data?.currencies.filter(({ movements }) => movements > 0) ?? [];
  const statements = useWholeReports(
    bookReport,
    moved.map(({ currencyId }) => ({
      accountId: String(data?.cashAccountId),
      currencyId: String(currencyId),
      date,
    })),
  );
  const isThere = data !== undefined && statements.every((statement) => statement.data !== undefined);
  return (
    <ReportPaper
      title={t("printed.title")}
      subtitle={<BothCalendars date={date} />}
      of={[date]}
      reading={readTogether(book, statements)}
      home={paths.dailyBook}
      isTooLong={statements.some((statement) => statement.data?.isTooLong)}
    >
      {isThere ? <Sheets book={data} statements={statements.map((statement) => statement.data?.pages ?? [])} /> : undefined}
    </ReportPaper>
  );
}

interface SheetsProps {
  readonly book: DailyBook;
  /** The pages of each currency that moved. */
  readonly statements: readonly (readonly AccountStatement[])[];
}

function Sheets({ book, statements }: SheetsProps) {
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
      {statements.map(([first, ...more]) =>
        first === undefined ? null : (
          <Fragment key={first.currencyId}>
            <h2 className={classes["part"]}>{t("movementsOf", { currency: first.currency })}</h2>
            <StatementSheet statement={first} entries={[first, ...more].flatMap(({ entries }) => entries)} />
          </Fragment>
        ),
      )}
    </>
  );
}

function Counts({ book: { close } }: { readonly book: DailyBook }) {
  const { t } = useTranslation("dailyBook");
  const piecesText = usePiecesText();
  if (close === null) return null;
  const columns = [t("count.title"), t("count.reason"), t("count.book"), t("count.counted"), t("count.difference")];
  return (
    <>
      <PaperTable label={t("count.title")} columns={columns} figuresFrom={2}>
        {close.counts.map((count) => (
          <tr key={count.currencyId}>
            <td>
              {count.currency}
              {piecesText(count) === "" ? null : (
                <span dir="ltr" className={classes["second"]}>
                  {piecesText(count)}
                </span>
              )}
            </td>
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
