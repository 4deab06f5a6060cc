import type { Kysely } from "kysely";
import type { z } from "zod";

import { largestExport } from "#contract/file.ts";
import type { exportPartnerSettlement, SettlementHawala } from "#contract/partner-settlements.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { officeToday } from "#server/office.ts";
import { headOf, rowOf, type ColumnOf } from "#server/spreadsheet/columns.ts";
import { exportAnswer, fileNameOf, onlyCurrency, refuseLargeExport } from "#server/spreadsheet/export.ts";
import { said } from "#server/spreadsheet/said.ts";

import { hawalasOf, scopeOf } from "./hawalas.ts";

type Asked = z.output<NonNullable<typeof exportPartnerSettlement.query>>;

const columns: readonly ColumnOf<SettlementHawala>[] = [
  ["Hawala No", "text", (row) => row.hawalaNo],
  ["Direction", "text", (row) => said(row.direction === "incoming" ? "Incoming" : "Outgoing")],
  ["Status", "text", (row) => said(row.hawalaStatus)],
  ["Date", "date", (row) => row.transactionDate],
  ["Paid On", "date", (row) => row.paidOn],
  ["Sender Name", "text", (row) => row.senderName],
  ["Receiver Name", "text", (row) => row.receiverName],
  ["Currency", "text", (row) => row.currency],
  ["R Amount", "amount", (row) => row.rAmount],
  ["Into USD", "amount", (row) => row.intoUSD],
];

/** Every hawala behind a figure. Refuses more of them than a file may have. */
export function exportedHawalas(db: Kysely<DB>, asked: Asked, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "partner-settlement",
    sheet: "Partner Settlement",
    asked,
    content: async (snapshot) => {
      const { list, currencyId, settlementId, fromDate, toDate } = asked;
      const wanted = { list, scope: await scopeOf(snapshot, asked), currencyId };
      const rows = await hawalasOf(snapshot, wanted, { before: undefined, limit: largestExport + 1 });
      refuseLargeExport(rows.length);
      const { code } = wanted.scope.partner;
      const covered = settlementId === undefined ? undefined : `settlement-${String(settlementId)}`;
      const only = await onlyCurrency(snapshot, asked);
      const lastDay = toDate || (await officeToday(snapshot));
      return {
        name: fileNameOf(["partner-settlement", code, list, only, covered, fromDate, lastDay]),
        columns: headOf(columns),
        rows: rows.map((row) => rowOf(columns, row)),
      };
    },
  });
}
