import type { DeletedTransaction, ListedTransaction } from "#contract/transactions.ts";
import type { ColumnOf } from "#server/spreadsheet/columns.ts";
import type { OfficeClock } from "#server/spreadsheet/office-clock.ts";
import { said } from "#server/spreadsheet/said.ts";

/** What cells need beside their row: the codes of currencies by id, and instants by the office's clock. */
export interface ColumnContext {
  readonly currencies: ReadonlyMap<number, string>;
  readonly clock: OfficeClock;
}

type EitherRow = ListedTransaction | DeletedTransaction;

/** The columns of both lists, under the names the screen has for them. */
function shared<Row extends EitherRow>({ currencies }: ColumnContext): readonly ColumnOf<Row>[] {
  return [
    ["ID", "number", (row) => row.id],
    ["Type", "text", (row) => said(row.transType)],
    ["Transaction Date", "date", (row) => row.transDate],
    ["Debit Account Code", "text", (row) => row.outAccountCode],
    ["Debit Account", "text", (row) => row.outAccountName],
    ["Debit Amount", "amount", (row) => row.dAmount],
    ["Debit Currency", "text", (row) => currencies.get(row.currencyId)],
    ["Credit Account Code", "text", (row) => row.inAccountCode],
    ["Credit Account", "text", (row) => row.inAccountName],
    ["Credit Amount", "amount", (row) => row.cAmount],
    ["Credit Currency", "text", (row) => currencies.get(row.cCurrencyId)],
    ["Exchange Rate", "rate", (row) => row.exRate],
    ["Description", "text", (row) => row.transDescription, 40],
    ["Credit Description", "text", (row) => ({ narrative: row.cTransDescription, amount: row.dAmount }), 40],
    ["Reference ID", "number", (row) => (row.referenceId === 0 ? null : row.referenceId)],
  ];
}

/** The columns of the transactions that stand. */
export function transactionColumns(context: ColumnContext): readonly ColumnOf<ListedTransaction>[] {
  const { clock } = context;
  return [
    ...shared<ListedTransaction>(context),
    ["Recorded By", "text", (row) => row.userCreated],
    ["Recorded At", "text", (row) => clock(row.dateCreated)],
    ["Modified By", "text", (row) => row.userModified],
    ["Modified At", "text", (row) => (row.dateModified === null ? null : clock(row.dateModified))],
  ];
}

/** The columns of those that were deleted. */
export function deletedColumns(context: ColumnContext): readonly ColumnOf<DeletedTransaction>[] {
  const { clock } = context;
  return [
    ...shared<DeletedTransaction>(context),
    ["Recorded At", "text", (row) => clock(row.originalCreatedAt)],
    ["Deleted Date", "text", (row) => clock(row.deletedDate)],
    ["Deleted By", "text", (row) => row.deletedBy],
    ["Reason", "text", (row) => row.deletionReason],
  ];
}
