import type { Kysely } from "kysely";

import type { ExportFormat } from "#contract/file.ts";
import type { ReconciledField, ReconciledRow, Reconciliation, ReconcileVerdict } from "#contract/partner-reconciliations.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { officeToday } from "#server/office.ts";
import type { SheetRow } from "#server/spreadsheet/cells.ts";
import { headOf, rowOf, rowUnder, type ColumnOf } from "#server/spreadsheet/columns.ts";
import { exportAnswer, fileNameOf } from "#server/spreadsheet/export.ts";

import { partnerOf } from "./partners.ts";
import { reconcileSheet, type ReconcileOrder } from "./reconcile.ts";

const verdicts: Readonly<Record<ReconcileVerdict, string>> = {
  matched: "Matched",
  different: "Different",
  missingHere: "Missing here",
  missingThere: "Missing there",
  repeated: "Repeated on the sheet",
  faulty: "Cannot be read",
};

const fields: Readonly<Record<ReconciledField, string>> = {
  currency: "Currency",
  rAmount: "R Amount",
  amount: "Amount",
  exchangeRate: "Exchange Rate",
  intoUSD: "Into USD",
  status: "Status",
};

const columns: readonly ColumnOf<ReconciledRow>[] = [
  ["Verdict", "text", (row) => verdicts[row.verdict]],
  ["Sheet Row", "text", (row) => (row.row === null ? null : String(row.row))],
  ["Hawala No", "text", (row) => row.hawalaNo],
  ["Receiver Name", "text", (row) => row.receiverName],
  ["Status", "text", (row) => row.hawalaStatus],
  ["Date", "date", (row) => row.transactionDate],
  ["Currency", "text", (row) => row.currency],
  // An amount is not to be read, or summed, in the other side's currency.
  ["Our Currency", "text", (row) => row.hereCurrency],
  ["Our Amount", "amount", (row) => row.here],
  ["Their Amount", "amount", (row) => row.there],
  ["Differences", "text", (row) => wordsOf(row)],
];

function wordsOf({ differences, faults }: ReconciledRow): string {
  return [
    ...differences.map(({ field, here, there }) => `${fields[field]}: ours ${here ?? "none"}, theirs ${there ?? "none"}`),
    ...faults.map(({ cell, message }) => `${cell}: ${message}`),
  ].join("; ");
}

/** The lines of his sheet that are no hawalas, each with what stands in it; and how many more there are. */
function leftOutRows({ skipped, skippedLines }: Pick<Reconciliation, "skipped" | "skippedLines">): SheetRow[] {
  const rest = skippedLines - skipped.length;
  const told = skipped.map(({ row, text }) => leftOutRow(String(row), text));
  return rest === 0 ? told : [...told, leftOutRow(null, `and ${String(rest)} more`)];
}

function leftOutRow(row: string | null, text: string): SheetRow {
  return rowUnder(columns, { Verdict: "Left out", "Sheet Row": row, Differences: text });
}

/** A reconciliation as a file. */
export async function exportedReconciliation(
  db: Kysely<DB>,
  { format, ...order }: ReconcileOrder & { readonly format: ExportFormat },
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  // Read before the file's turn: sheets have turns of their own.
  const { fileName, rows, ...leftOut } = await reconcileSheet(db, order);
  return exportAnswer(db, actor, {
    list: "partner-reconciliation",
    sheet: "Reconciliation",
    format,
    filter: { ...order.fields, fileName },
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
