import type { Kysely } from "kysely";
import type { z } from "zod";

import { largestExport } from "#contract/file.ts";
import type { exportHawalas } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditActor } from "#server/audit.ts";
import { hawalasAt } from "#server/hawala/page.ts";
import { findMatches, type Question } from "#server/hawala/search.ts";
import type { Answer } from "#server/http/answer.ts";
import { headOf, rowOf, type ColumnOf, type ListRow } from "#server/spreadsheet/columns.ts";
import { exportAnswer, refuseLargeExport } from "#server/spreadsheet/export.ts";
import { said } from "#server/spreadsheet/said.ts";

import { questionAsked } from "./queries.ts";

type Asked = z.output<NonNullable<typeof exportHawalas.query>>;

const rowsAtOnce = 1_000;

/** The columns, under the names the screens have for them. An incoming hawala was taken in pounds. */
const columns: readonly ColumnOf<Hawala>[] = [
  ["ID", "number", (hawala) => hawala.id],
  ["Hawala No", "text", (hawala) => hawala.hawalaNo],
  ["Direction", "text", (hawala) => said(hawala.direction === "incoming" ? "Incoming" : "Outgoing")],
  ["Status", "text", (hawala) => said(hawala.hawalaStatus)],
  ["Transaction Date", "date", (hawala) => hawala.transactionDate],
  ["Sender", "text", (hawala) => hawala.senderName],
  ["Sender Code", "text", (hawala) => hawala.senderCode],
  ["Sender Location", "text", (hawala) => hawala.senderLocation],
  ["Sender Phone", "text", (hawala) => hawala.senderPhone],
  ["Receiver", "text", (hawala) => hawala.receiverName],
  ["Destination", "text", (hawala) => hawala.receiverLocation],
  ["Receiver Phone", "text", (hawala) => hawala.receiverPhone],
  ["Partner Code", "text", (hawala) => hawala.partnerCode],
  ["Partner", "text", (hawala) => hawala.partnerName],
  ["Amount", "amount", (hawala) => hawala.amount],
  ["Amount Currency", "text", (hawala) => hawala.amountCurrency ?? "GBP"],
  ["Exchange Rate", "rate", (hawala) => hawala.exchangeRate],
  ["Commission", "amount", (hawala) => (hawala.direction === "incoming" ? null : hawala.commission)],
  ["Receiver Amount", "amount", (hawala) => hawala.rAmount],
  ["Currency", "text", (hawala) => hawala.currency],
  ["Rate", "rate", (hawala) => hawala.rate],
  ["Into USD", "amount", (hawala) => hawala.intoUSD],
  ["Passed Date", "date", (hawala) => hawala.passedDate],
  ["Paid From", "text", (hawala) => hawala.paidFromCode],
  ["Transaction ID", "number", (hawala) => hawala.transactionId],
  ["Import Batch", "number", (hawala) => hawala.importBatchId],
  ["Entered By", "text", (hawala) => hawala.processedBy],
  ["Remarks", "text", (hawala) => hawala.remarks],
];

/** The hawalas that meet every filter, as a file. Refuses more than a file may hold; who took it out of the office is audited. */
export function exportedHawalas(db: Kysely<DB>, asked: Asked, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "hawalas",
    sheet: "Hawalas",
    content: async (snapshot) => ({
      columns: headOf(columns),
      rows: rowsOf(snapshot, await questionAsked(snapshot, asked)),
    }),
  });
}

/** A thousand rows at a time, so that nobody's request waits behind all of them. */
async function* rowsOf(tx: Tx, question: Question | undefined): AsyncGenerator<ListRow, void, undefined> {
  if (question === undefined) return;
  const { places, next } = await findMatches(tx, question, { limit: largestExport, after: undefined, patienceMs: Infinity });
  refuseLargeExport(places.length + (next === undefined ? 0 : 1));
  for (let from = 0; from < places.length; from += rowsAtOnce) {
    const ids = places.slice(from, from + rowsAtOnce).map(({ id }) => id);
    for (const hawala of await hawalasAt(tx, ids)) yield rowOf(columns, hawala);
  }
}
