import type { Kysely } from "kysely";

import type { ReconciledField, ReconciledRow, Reconciliation, ReconcileVerdict } from "#contract/partner-reconciliations.ts";
import type { DB } from "#db/types.gen.ts";
import { hawalaStatuses } from "#kernel/hawala.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { officeToday } from "#server/office.ts";
import { headOf, rowOf, rowUnder, type ColumnOf, type ListCell, type ListRow } from "#server/spreadsheet/columns.ts";
import { exportAnswer, fileNameOf, type FileAsked } from "#server/spreadsheet/export.ts";
import { said, type PlainWord, type Said, type Word } from "#server/spreadsheet/said.ts";

import { partnerOf } from "./partners.ts";
import { reconcileSheet, type ReconcileOrder } from "./reconcile.ts";

const verdicts: Readonly<Record<ReconcileVerdict, PlainWord>> = {
  matched: "Matched",
  different: "Different",
  missingHere: "Missing here",
  missingThere: "Missing there",
  repeated: "Repeated on the sheet",
  faulty: "Cannot be read",
};

const fields: Readonly<Record<ReconciledField, PlainWord>> = {
  currency: "Currency",
  rAmount: "R Amount",
  amount: "Amount",
  exchangeRate: "Exchange Rate",
  intoUSD: "Into USD",
  status: "Status",
};

const columns: readonly ColumnOf<ReconciledRow>[] = [
  ["Verdict", "text", (row) => said(verdicts[row.verdict])],
  ["Sheet Row", "number", (row) => row.row],
  ["Hawala No", "text", (row) => row.hawalaNo],
  ["Receiver Name", "text", (row) => row.receiverName],
  ["Status", "text", (row) => (row.hawalaStatus === null ? null : said(row.hawalaStatus))],
  ["Date", "date", (row) => row.transactionDate],
  ["Currency", "text", (row) => row.currency],
  // An amount is not to be read, or summed, in the other side's currency.
  ["Our Currency", "text", (row) => row.hereCurrency],
  ["Our Amount", "amount", (row) => row.here],
  ["Their Amount", "amount", (row) => row.there],
  ["Differences", "text", (row) => wordsOf(row)],
];

function wordsOf({ differences, faults }: ReconciledRow): ListCell {
  const parts: readonly (string | Said<Word>)[] = [
    ...differences.map(differenceOf),
    ...faults.map(({ cell, message }) => `${cell}: ${message}`),
  ];
  return parts.length === 0 ? null : parts.reduce((first, next) => said("{first}; {next}", { first, next }));
}

function differenceOf({ field, here, there }: ReconciledRow["differences"][number]): Said<Word> {
  const status = field === "status" ? hawalaStatuses.find((known) => known === here) : undefined;
  return said("{field}: ours {here}, theirs {there}", {
    field: said(fields[field]),
    here: status === undefined ? (here ?? said("none")) : said(status),
    there: there ?? said("none"),
  });
}

/** The lines of his sheet that are no hawalas, each with what stands in it; and how many more there are. */
function leftOutRows({ skipped, skippedLines }: Pick<Reconciliation, "skipped" | "skippedLines">): ListRow[] {
  const rest = skippedLines - skipped.length;
  const told = skipped.map(({ row, text }) => leftOutRow(row, text));
  return rest === 0 ? told : [...told, leftOutRow(null, said("and {count} more", { count: String(rest) }))];
}

function leftOutRow(row: number | null, text: ListCell): ListRow {
  return rowUnder(columns, { Verdict: said("Left out"), "Sheet Row": row, Differences: text });
}

/** A reconciliation as a file. */
export async function exportedReconciliation(
  db: Kysely<DB>,
  { asked, ...order }: ReconcileOrder & { readonly asked: FileAsked },
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  // Read before the file's turn: sheets have turns of their own.
  const { fileName, rows, ...leftOut } = await reconcileSheet(db, order);
  return exportAnswer(db, actor, {
    list: "partner-reconciliation",
    sheet: "Reconciliation",
    asked: { ...asked, ...order.fields, fileName },
    ownContent: async () => {
      const { code } = await partnerOf(db, order.fields);
      const { fromDate, toDate } = order.fields;
      return {
        name: fileNameOf(["partner-reconciliation", code, fromDate, toDate || (await officeToday(db))]),
        columns: headOf(columns),
        rows: [...rows.map((row) => rowOf(columns, row)), ...leftOutRows(leftOut)],
      };
    },
  });
}
