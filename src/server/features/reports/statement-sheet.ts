import { largestExport } from "#contract/file.ts";
import { largestReportPage, type ReportAccount, type StatementEntry } from "#contract/reports.ts";
import type { Tx } from "#db/client.ts";
import type { TransactionType } from "#kernel/transaction-type.ts";
import { headOf, rowOf, rowUnder, type ColumnOf, type ListCell, type ListRow } from "#server/spreadsheet/columns.ts";
import { refuseLargeExport, type ListContent } from "#server/spreadsheet/export.ts";
import { officeClock, type OfficeClock } from "#server/spreadsheet/office-clock.ts";
import { said, type Head } from "#server/spreadsheet/said.ts";

import { pageOf, type StatementHead } from "./statement.ts";

type Column = ColumnOf<StatementEntry>;

const states: Readonly<Record<StatementEntry["state"], ListCell>> = {
  standing: null,
  corrected: said("Corrected"),
  correction: said("Correction"),
};

const stateColumn: Column = ["State", "text", (entry) => states[entry.state], 12];

/** What a company account is debited with has come in; any other account's debit has gone out. */
function sideHeadings({ type }: ReportAccount): readonly [debit: Head, credit: Head] {
  return type === "company" ? ["In (debit)", "Out (credit)"] : ["Debit", "Credit"];
}

function columnsOf({ khata, reply: { account } }: StatementHead, clock: OfficeClock): readonly Column[] {
  const [debit, credit] = sideHeadings(account);
  return [
    ["Date", "date", (entry) => entry.businessDate],
    ["Recorded At", "text", (entry) => clock(entry.recordedAt), 18],
    ["Recorded By", "text", (entry) => entry.recordedBy, 14],
    ["Transaction ID", "number", (entry) => entry.transactionId],
    ["Type", "text", (entry) => said(entry.transType), 12],
    ["Counter Account Code", "text", (entry) => entry.counterAccount.code, 18],
    ["Counter Account", "text", (entry) => entry.counterAccount.name],
    ["Narrative", "text", (entry) => entry.narrative, 40],
    ["Exchanged", "amount", (entry) => entry.exchanged?.amount],
    ["Exchanged Currency", "text", (entry) => entry.exchanged?.currency, 12],
    ["Rate", "rate", (entry) => entry.exchanged?.rate],
    [debit, "amount", (entry) => entry.debit],
    [credit, "amount", (entry) => entry.credit],
    ["Balance", "amount", (entry) => entry.balance],
    ...(khata.corrected ? [stateColumn] : []),
  ];
}

/**
 * A statement as a file: the opening balance, every entry, and the closing balance with what the entries come to; or the entries of one
 * type alone, each with the balance that it made. Refuses too many of them.
 */
export async function statementContent(tx: Tx, head: StatementHead, only?: TransactionType): Promise<ListContent> {
  const columns = columnsOf(head, await officeClock(tx));
  const rows = only === undefined ? rowsOf(tx, head, columns) : entryRows(tx, head, { columns, only });
  return { columns: headOf(columns), rows };
}

async function* rowsOf(tx: Tx, head: StatementHead, columns: readonly Column[]): AsyncGenerator<ListRow, void, undefined> {
  const { account, currency, fromDate, toDate, opening, closing, debits, credits } = head.reply;
  const [debit, credit] = sideHeadings(account);
  const { code, name } = account;
  const opened = said("Opening balance: {code} - {name}, {currency}", { code, name, currency });
  yield rowUnder(columns, { Date: fromDate, Narrative: opened, Balance: opening });
  yield* entryRows(tx, head, { columns, only: undefined });
  yield rowUnder(columns, {
    Date: toDate,
    Narrative: said("Closing balance"),
    [debit]: debits,
    [credit]: credits,
    Balance: closing,
  });
}

interface Wanted {
  readonly columns: readonly Column[];
  /** The type whose entries alone are wanted; undefined for all. */
  readonly only: TransactionType | undefined;
}

async function* entryRows(tx: Tx, head: StatementHead, { columns, only }: Wanted): AsyncGenerator<ListRow, void, undefined> {
  let count = 0;
  for (let cursor: string | undefined; ;) {
    const page = await pageOf(tx, head, { limit: largestReportPage, cursor });
    const entries = page.entries.filter(({ transType }) => only === undefined || transType === only);
    count += entries.length;
    refuseLargeExport(count, largestExport);
    for (const entry of entries) yield rowOf(columns, entry);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
}
