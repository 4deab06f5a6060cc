import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { AccountStatement, StatementEntry } from "#contract/reports.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { nameOf } from "#web/features/reports/names.tsx";
import { statementReport } from "#web/features/reports/pages.ts";
import { daysInShort } from "#web/features/reports/periods.ts";
import classes from "#web/features/reports/report-paper.module.css";
import { isWideAmount, PaperCell, PaperTable, ReportPaper } from "#web/features/reports/report-paper.tsx";
import { useWholeReport } from "#web/features/reports/whole-report.ts";
import { formatDigits, formatRate } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice, useToday } from "#web/lib/session.ts";
import { typeName } from "#web/lib/type-name.ts";
import { paths } from "#web/paths.ts";
import { BothCalendars } from "#web/print/paper.tsx";
import { narrativeWords } from "#web/ui/amount/amount-words.ts";
import { useSolarWords } from "#web/ui/date/solar-words.ts";

import { lastDayOf, statementAsked, useStatementPlace, type StatementPlace } from "./place.ts";
import { useFigures } from "./statement-head.tsx";
import { useSides, useStateWords } from "./statement-table.tsx";

/** An account statement on A4. Without an account there is one to be chosen first. */
export function PrintedStatementPage() {
  const [place] = useStatementPlace();
  return place.account === "" ? <Navigate to={paths.accountStatement} replace /> : <PrintedStatement place={place} />;
}

function PrintedStatement({ place }: { readonly place: StatementPlace }) {
  const { t } = useTranslation("reports");
  const today = useToday();
  const report = useWholeReport(statementReport, statementAsked(place, today));
  const [first] = report.data?.pages ?? [];
  const entries = report.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <ReportPaper
      title={first === undefined ? t("statement.title") : `${t("statement.title")} · ${first.currency}`}
      subtitle={first === undefined ? "" : <Whose statement={first} entries={entries} />}
      of={first === undefined ? [] : [nameOf(first.account), daysInShort(first.fromDate, lastDayOf(first, entries, today))]}
      reading={report}
      home={paths.accountStatement}
      ageSeconds={first?.replicaAgeSeconds}
      isTooLong={report.data?.isTooLong ?? false}
    >
      {first === undefined ? undefined : <StatementSheet statement={first} entries={entries} />}
    </ReportPaper>
  );
}

interface SheetProps {
  /** The first page. */
  readonly statement: AccountStatement;
  /** Those of every page. */
  readonly entries: readonly StatementEntry[];
}

/** The account, and the days in both calendars. */
function Whose({ statement, entries }: SheetProps) {
  const { t } = useTranslation("reports");
  const today = useToday();
  const { account, fromDate } = statement;
  return (
    <>
      <div dir="auto">{nameOf(account)}</div>
      {fromDate === null ? null : (
        <div>
          {t("statement.fromDate")}: <BothCalendars date={fromDate} />
        </div>
      )}
      <div>
        {t("statement.toDate")}: <BothCalendars date={lastDayOf(statement, entries, today)} />
      </div>
    </>
  );
}

/** The figures and entries of a statement on paper. */
export function StatementSheet({ statement, entries }: SheetProps) {
  const { t } = useTranslation("reports");
  const { debit, credit } = useSides(statement.account.type === "company");
  const { opening, debits, credits, closing } = useFigures(statement);
  const figures = [opening, debits, credits, closing];
  const words = [
    t("statement.table.date"),
    t("statement.table.entry"),
    t("statement.table.counter"),
    t("statement.table.narrative"),
  ];
  return (
    <>
      <dl className={classes["facts"]}>
        {figures.map(([label, value, note]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span dir="ltr">
                {formatDigits(value)} {statement.currency}
              </span>
              {note === "" ? "" : ` (${note})`}
            </dd>
          </div>
        ))}
      </dl>
      <PaperTable
        label={t("statement.table.label")}
        columns={[...words, debit, credit, `${t("statement.table.balance")} · ${statement.currency}`]}
        figuresFrom={words.length}
        isDense={figures.some(([, value]) => isWideAmount(value))}
      >
        <Edge label={t("statement.opening")} balance={statement.opening} />
        {entries.map((entry) => (
          <Entry key={`${entry.journalId} ${String(entry.line)}`} entry={entry} />
        ))}
        <Edge label={t("statement.closing")} debits={statement.debits} credits={statement.credits} balance={statement.closing} />
      </PaperTable>
    </>
  );
}

interface EdgeProps {
  readonly label: string;
  readonly debits?: string;
  readonly credits?: string;
  readonly balance: string;
}

function Edge({ label, debits, credits, balance }: EdgeProps) {
  return (
    <tr className={classes["edge"]}>
      <td colSpan={4}>{label}</td>
      <PaperCell isFigure>{debits === undefined ? "" : formatDigits(debits)}</PaperCell>
      <PaperCell isFigure>{credits === undefined ? "" : formatDigits(credits)}</PaperCell>
      <PaperCell isFigure>{formatDigits(balance)}</PaperCell>
    </tr>
  );
}

function Entry({ entry }: { readonly entry: StatementEntry }) {
  const { t } = useTranslation("reports");
  const { timeZone } = useOffice();
  const stateWords = useStateWords()(entry);
  const solarWords = useSolarWords();
  const { businessDate, exchanged, state, transType, transactionId, counterAccount } = entry;
  const day = parseBusinessDate(businessDate);
  const solar = day === undefined ? undefined : solarWords(day);
  const struck = state === "corrected" ? classes["struck"] : undefined;
  return (
    <tr>
      <td className={classes["oneLine"]}>
        <span dir="ltr">{businessDate}</span>
        {solar === undefined ? null : (
          <span className={classes["second"]}>
            {solar.day} {solar.month} {solar.year}
          </span>
        )}
      </td>
      <td className={classes["oneLine"]}>
        {typeName(transType)} {transactionId}
        {stateWords === undefined ? "" : ` (${stateWords})`}
        <span className={classes["second"]}>
          {t("statement.table.recorded", { when: formatInstant(entry.recordedAt, timeZone), user: entry.recordedBy })}
        </span>
      </td>
      <td dir="auto">{nameOf(counterAccount)}</td>
      <td>
        <span dir="auto" className={struck}>
          {narrativeWords(entry.narrative, entry.debit ?? entry.credit ?? "")}
        </span>
        {exchanged === null ? null : (
          <span className={classes["second"]} dir="ltr">
            {t("statement.table.exchanged", {
              amount: formatDigits(exchanged.amount),
              currency: exchanged.currency,
              rate: formatRate(exchanged.rate),
            })}
          </span>
        )}
      </td>
      <PaperCell isFigure>{entry.debit === null ? "" : formatDigits(entry.debit)}</PaperCell>
      <PaperCell isFigure>{entry.credit === null ? "" : formatDigits(entry.credit)}</PaperCell>
      <PaperCell isFigure>{formatDigits(entry.balance)}</PaperCell>
    </tr>
  );
}
