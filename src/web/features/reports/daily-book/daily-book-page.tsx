import { Card, Group, Text } from "@mantine/core";
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { dailyBook, type BookCurrency, type DailyBook } from "#contract/day-closes.ts";
import { exportDailyBook } from "#contract/reports.ts";
import { bookReport, useReport } from "#web/features/reports/pages.ts";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { MoreLines, NothingThere, PrintLink, ReadingFailed, ReportLoading } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/reports.module.css";
import { StatementTable, type StatementExtent } from "#web/features/reports/statement/statement-table.tsx";
import { callFile } from "#web/lib/api.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice, useToday } from "#web/lib/session.ts";
import { typeName } from "#web/lib/type-name.ts";
import { paths } from "#web/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import badges from "#web/ui/status-badge.module.css";

import { CountTable } from "./close-day-counts.tsx";
import { isShut } from "./close-day-rules.ts";
import { CloseDayButton } from "./close-day.tsx";
import { DayChoice } from "./daily-book-day.tsx";
import { SummaryTable, TypeTotals } from "./daily-book-summary.tsx";
import { useBookPlace, type BookPlace } from "./place.ts";
import { ReopenDayButton } from "./reopen-day.tsx";

/** Daily Book (roznamcha): the cash of a business date, each movement of it, and the close of the day. */
export function DailyBookPage() {
  const { t } = useTranslation("dailyBook");
  const [place, setPlace] = useBookPlace();
  const today = useToday();
  // The day that is being counted or reopened stays under the hand that does so, also over midnight.
  const [held, setHeld] = useState<string>();
  const date = held ?? (place.date === "" ? today : place.date);
  const book = useQuery({ ...read(dailyBook, { query: { date } }), refetchOnWindowFocus: "always" });
  const { data } = book;
  const chosen = data === undefined ? undefined : chosenOf(data, place.currency);
  return (
    <Page
      title={t("title")}
      description={data === undefined ? undefined : <DayState book={data} />}
      actions={
        data === undefined || chosen === undefined ? null : (
          <>
            <PrintLink to={paths.printedDailyBook} search={{ date }} />
            <ReportExport
              make={(format) =>
                callFile(exportDailyBook, { query: { ...movementsOf(data, chosen), transType: place.type, format } })
              }
            />
            <Fragment key={date}>
              <CloseDayButton book={data} onCount={setHeld} />
              <ReopenDayButton book={data} onAsk={setHeld} />
            </Fragment>
          </>
        )
      }
    >
      <DayChoice date={date} onChange={(day) => setPlace({ date: day === today ? "" : day, type: "" })} />
      <ReadingFailed {...book} />
      {book.isPending ? (
        <Card withBorder padding={0}>
          <ReportLoading />
        </Card>
      ) : null}
      {data === undefined || chosen === undefined ? null : (
        <>
          <Card withBorder padding={0} component="section" aria-label={t("summary")}>
            <SummaryTable book={data} chosen={chosen} onChoose={(id) => setPlace({ currency: String(id), type: "" })} />
          </Card>
          {data.close === null ? null : <CountTable close={data.close} />}
          <Movements book={data} currency={chosen} type={place.type} onType={(type) => setPlace({ type })} />
        </>
      )}
    </Page>
  );
}

/** The currency whose movements are shown: the one that is asked for, else the first that moved. */
function chosenOf({ currencies }: DailyBook, asked: string): BookCurrency | undefined {
  return (
    currencies.find(({ currencyId }) => String(currencyId) === asked) ??
    currencies.find(({ movements }) => movements > 0) ??
    currencies[0]
  );
}

/** The movements in a currency. */
function movementsOf({ cashAccountId, date }: DailyBook, { currencyId }: BookCurrency) {
  return { accountId: String(cashAccountId), currencyId: String(currencyId), date };
}

function DayState({ book }: { readonly book: DailyBook }) {
  const { t } = useTranslation("dailyBook");
  const { timeZone } = useOffice();
  const { close, closedThrough } = book;
  const isClosed = isShut(book);
  const Icon = isClosed ? IconLock : IconLockOpen;
  return (
    <Group gap={8}>
      <span className={badges["badge"]} data-colour={isClosed ? "green" : "grey"}>
        <Icon size={12} aria-hidden /> {isClosed ? t("closed") : t("open")}
      </span>
      {close !== null ? (
        <span>{t("closedBy", { user: close.closedBy, when: formatInstant(close.closedAt, timeZone) })}</span>
      ) : closedThrough === null ? null : (
        <span>
          <WholeDates>{t("closedThrough", { date: closedThrough })}</WholeDates>
        </span>
      )}
    </Group>
  );
}

interface MovementsProps {
  readonly book: DailyBook;
  readonly currency: BookCurrency;
  readonly type: BookPlace["type"];
  readonly onType: (type: BookPlace["type"]) => void;
}

function Movements({ book, currency, type, onType }: MovementsProps) {
  const { t } = useTranslation("dailyBook");
  const report = useReport(bookReport, movementsOf(book, currency));
  useWhole(report, type !== "");
  const [first] = report.data?.pages ?? [];
  const all = report.data?.pages.flatMap((page) => page.entries) ?? [];
  const entries = type === "" ? all : all.filter(({ transType }) => transType === type);
  return (
    <>
      <TypeTotals currency={currency} chosen={type} onChoose={onType} />
      <ReadingFailed {...report} />
      <Card withBorder padding={0} component="section" aria-busy={report.isPlaceholderData}>
        <Text component="h2" size="sm" fw={600} className={classes["count"] ?? ""}>
          {type === ""
            ? t("movementsOf", { currency: currency.currency })
            : t("movementsOfType", { currency: currency.currency, type: typeName(type) })}
        </Text>
        {report.isPending ? <ReportLoading /> : null}
        {first === undefined ? null : entries.length === 0 && !report.hasNextPage ? (
          <NothingThere title={t("empty", { currency: currency.currency })} next={t("emptyNext")} />
        ) : (
          <StatementTable statement={first} entries={entries} extent={extentOf(type, report.hasNextPage)} />
        )}
      </Card>
      <MoreLines report={report} />
    </>
  );
}

function extentOf(type: BookPlace["type"], hasNextPage: boolean): StatementExtent {
  if (type !== "") return "some";
  return hasNextPage ? "beginning" : "whole";
}

/** Reads on to the end: the movements of a type stand anywhere in the day. */
function useWhole(report: ReturnType<typeof useReport>, isWanted: boolean): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = report;
  // A page that comes at once leaves everything but the number of pages as it was before.
  const pagesRead = data?.pages.length ?? 0;
  useEffect(() => {
    if (isWanted && pagesRead > 0 && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, pagesRead, hasNextPage, isFetching, isError, fetchNextPage]);
}
