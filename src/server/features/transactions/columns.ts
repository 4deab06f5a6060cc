import type { DeletedTransaction, ListedTransaction } from "#contract/transactions.ts";
import type { CellKind, SheetCell, SheetColumn } from "#server/spreadsheet/cells.ts";
import type { OfficeClock } from "#server/spreadsheet/office-clock.ts";

/** A column of an exported list: its heading, what its cells hold, and how a row fills it. */
export interface Column<Row> extends SheetColumn {
  readonly cell: (row: Row) => SheetCell;
}

/** What cells need beside their row: the codes of currencies by id, and instants by the office's clock. */
export interface ColumnContext {
  readonly currencies: ReadonlyMap<number, string>;
  readonly clock: OfficeClock;
}

type EitherRow = ListedTransaction | DeletedTransaction;

function column<Row>(header: string, kind: CellKind, cell: (row: Row) => SheetCell): Column<Row> {
  return { header, kind, cell };
}

/** The columns of both lists, under the names the screen has for them. */
function shared<Row extends EitherRow>({ currencies }: ColumnContext): Column<Row>[] {
  return [
    column("ID", "number", (row) => row.id),
    column("Type", "text", (row) => row.transType),
    column("Transaction Date", "date", (row) => row.transDate),
    column("Debit Account Code", "text", (row) => row.outAccountCode),
    column("Debit Account", "text", (row) => row.outAccountName),
    column("Debit Amount", "amount", (row) => row.dAmount),
    column("Debit Currency", "text", (row) => currencies.get(row.currencyId)),
    column("Credit Account Code", "text", (row) => row.inAccountCode),
    column("Credit Account", "text", (row) => row.inAccountName),
    column("Credit Amount", "amount", (row) => row.cAmount),
    column("Credit Currency", "text", (row) => currencies.get(row.cCurrencyId)),
    column("Exchange Rate", "rate", (row) => row.exRate),
    { ...column("Description", "text", (row: Row) => row.transDescription), width: 40 },
    { ...column("Credit Description", "text", (row: Row) => row.cTransDescription), width: 40 },
    column("Reference ID", "number", (row) => (row.referenceId === 0 ? null : row.referenceId)),
  ];
}

export function transactionColumns(context: ColumnContext): Column<ListedTransaction>[] {
  const { clock } = context;
  return [
    ...shared<ListedTransaction>(context),
    column("Recorded By", "text", (row) => row.userCreated),
    column("Recorded At", "text", (row) => clock(row.dateCreated)),
    column("Modified By", "text", (row) => row.userModified),
    column("Modified At", "text", (row) => (row.dateModified === null ? null : clock(row.dateModified))),
  ];
}

export function deletedColumns(context: ColumnContext): Column<DeletedTransaction>[] {
  const { clock } = context;
  return [
    ...shared<DeletedTransaction>(context),
    column("Recorded At", "text", (row) => clock(row.originalCreatedAt)),
    column("Deleted Date", "text", (row) => clock(row.deletedDate)),
    column("Deleted By", "text", (row) => row.deletedBy),
    column("Reason", "text", (row) => row.deletionReason),
  ];
}
