import { Badge, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { AccountStatement, StatementEntry } from "#contract/reports.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { nameOf, StatementLink } from "#web/features/reports/names.tsx";
import classes from "#web/features/reports/report-table.module.css";
import { Cell } from "#web/features/reports/report-table.tsx";
import { formatDigits, formatRate } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { typeName } from "#web/lib/type-name.ts";
import { paths } from "#web/paths.ts";
import { narrativeWords } from "#web/ui/amount/amount-words.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { useSolarWords } from "#web/ui/date/solar-words.ts";
import scroll from "#web/ui/scroll-aside.module.css";

/** What the entries are of the period's: all, those from its beginning on that have been read, or some from anywhere in it. */
export type StatementExtent = "whole" | "beginning" | "some";

interface StatementTableProps {
  readonly statement: AccountStatement;
  readonly entries: readonly StatementEntry[];
  readonly extent: StatementExtent;
}

/**
 * The entries of a khata between its opening and its closing balance. The roles are written out because a narrow screen lays each
 * row out as a card, which would end its being a table.
 */
export function StatementTable({ statement, entries, extent }: StatementTableProps) {
  const { t } = useTranslation("reports");
  return (
    <div className={scroll["scroll"]}>
      <Table
        withRowBorders={false}
        role="table"
        aria-label={t("statement.table.label")}
        className={`${classes["table"] ?? ""} ${classes["entries"] ?? ""}`}
      >
        <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
          <HeadRow isCompany={statement.account.type === "company"} />
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {extent === "some" ? null : (
            <EdgeRow label={t("statement.opening")} date={statement.fromDate} balance={statement.opening} statement={statement} />
          )}
          {entries.map((entry) => (
            <EntryRow key={`${entry.journalId} ${String(entry.line)}`} entry={entry} statement={statement} />
          ))}
          {extent === "whole" ? (
            <EdgeRow label={t("statement.closing")} date={statement.toDate} balance={statement.closing} statement={statement} />
          ) : null}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** What lowers the balance of a customer raises that of the bank: a company account has columns of its own. */
export function useSides(isCompany: boolean) {
  const { t } = useTranslation("reports");
  const [debit, credit] = isCompany
    ? [t("statement.table.in"), t("statement.table.out")]
    : [t("statement.table.debit"), t("statement.table.credit")];
  const khata = isCompany ? ["", ""] : [t("statement.table.banam"), t("statement.table.jama")];
  // Where the counter's own words are the names already, they stand once.
  const [debitKhata = "", creditKhata = ""] = khata.map((word, nth) => (word === [debit, credit][nth] ? "" : word));
  return { debit, credit, debitKhata, creditKhata };
}

function HeadRow({ isCompany }: { readonly isCompany: boolean }) {
  const { t } = useTranslation("reports");
  const { debit, credit, debitKhata, creditKhata } = useSides(isCompany);
  const words = [
    t("statement.table.date"),
    t("statement.table.entry"),
    t("statement.table.counter"),
    t("statement.table.narrative"),
  ];
  const figures = [
    [debit, debitKhata],
    [credit, creditKhata],
    [t("statement.table.balance"), ""],
  ] as const;
  return (
    <Table.Tr role="row">
      {words.map((word) => (
        <Table.Th key={word} role="columnheader" scope="col">
          {word}
        </Table.Th>
      ))}
      {figures.map(([word, khata]) => (
        <Table.Th key={word} role="columnheader" scope="col" className={classes["amount"] ?? ""}>
          {word}
          {khata === "" ? null : <span className={classes["khata"]}> {khata}</span>}
        </Table.Th>
      ))}
    </Table.Tr>
  );
}

interface EdgeRowProps {
  readonly label: string;
  readonly date: string | null;
  readonly balance: string;
  readonly statement: AccountStatement;
}

/** What a statement begins or ends with. */
function EdgeRow({ label, date, balance, statement }: EdgeRowProps) {
  return (
    <Table.Tr role="row" className={classes["edge"] ?? ""}>
      <Cell name="date">{date === null ? null : <Day date={date} />}</Cell>
      <Cell name="entry">{label}</Cell>
      <Cell name="counter">{null}</Cell>
      <Cell name="narrative">{null}</Cell>
      <Cell name="debit">{null}</Cell>
      <Cell name="credit">{null}</Cell>
      <Cell name="balance">
        <Money value={balance} currency={statement.currency} withoutCode />
      </Cell>
    </Table.Tr>
  );
}

/** A business date, with the day and month of the Solar Hijri calendar under it. */
function Day({ date }: { readonly date: string }) {
  const solarWords = useSolarWords();
  const day = parseBusinessDate(date);
  if (day === undefined) return <span dir="ltr">{date}</span>;
  const { day: solarDay, month, year } = solarWords(day);
  return (
    <>
      <span dir="ltr">{date}</span>
      <span className={classes["second"]}>
        {solarDay} {month} {year}
      </span>
    </>
  );
}

function EntryRow({ entry, statement }: { readonly entry: StatementEntry; readonly statement: AccountStatement }) {
  const { t } = useTranslation("reports");
  const { timeZone } = useOffice();
  const { currency, currencyId, account } = statement;
  const { debit, credit } = useSides(account.type === "company");
  const { transactionId, transType, counterAccount, exchanged } = entry;
  const recorded = t("statement.table.recorded", { when: formatInstant(entry.recordedAt, timeZone), user: entry.recordedBy });
  const amount = (value: string | null) => (value === null ? null : <Money value={value} currency={currency} withoutCode />);
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""} data-state={entry.state}>
      <Cell name="date">
        <Day date={entry.businessDate} />
      </Cell>
      <Cell name="entry">
        <Link
          to={paths.search}
          search={{
            searchWhat: entry.isDeleted ? "Deleted" : "All",
            referenceId: String(transactionId),
            selected: String(transactionId),
          }}
          className={classes["link"]}
          aria-label={t("statement.table.open", { type: typeName(transType), id: transactionId })}
        >
          {typeName(transType)} {transactionId}
        </Link>
        <State entry={entry} />
        <span className={classes["second"]}>{recorded}</span>
      </Cell>
      <Cell name="counter">
        <StatementLink
          account={counterAccount}
          currencyId={currencyId}
          label={t("statement.table.openCounter", { account: nameOf(counterAccount) })}
        />
      </Cell>
      <Cell name="narrative">
        <span dir="auto">{narrativeWords(entry.narrative, entry.debit ?? entry.credit ?? "")}</span>
        {exchanged === null ? null : (
          <span className={classes["second"]} dir="ltr">
            {t("statement.table.exchanged", {
              amount: formatDigits(exchanged.amount),
              currency: exchanged.currency,
              rate: formatRate(exchanged.rate),
            })}
          </span>
        )}
      </Cell>
      <Cell name="debit" label={debit}>
        {amount(entry.debit)}
      </Cell>
      <Cell name="credit" label={credit}>
        {amount(entry.credit)}
      </Cell>
      <Cell name="balance">
        <Money value={entry.balance} currency={currency} withoutCode />
      </Cell>
    </Table.Tr>
  );
}

/** That an entry was corrected, that it corrects one, or that its transaction was deleted; undefined where it stands. */
export function useStateWords(): (entry: StatementEntry) => string | undefined {
  const { t } = useTranslation("reports");
  return ({ state, isDeleted }) => {
    if (state === "standing") return undefined;
    return state === "corrected" && isDeleted ? t("statement.states.deleted") : t(`statement.states.${state}`);
  };
}

function State({ entry }: { readonly entry: StatementEntry }) {
  const words = useStateWords()(entry);
  return words === undefined ? null : (
    <Badge component="span" size="xs" variant="outline" color="gray" tt="none" ms={6}>
      <Text component="span" size="xs" c="var(--mantine-color-text)">
        {words}
      </Text>
    </Badge>
  );
}
