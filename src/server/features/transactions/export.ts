import type { Kysely } from "kysely";
import type { z } from "zod";

import { largestExport } from "#contract/file.ts";
import type { exportTransactions } from "#contract/transaction-exports.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { headOf, rowOf, type ColumnOf, type ListRow } from "#server/spreadsheet/columns.ts";
import { exportAnswer, refuseLargeExport, type ListContent } from "#server/spreadsheet/export.ts";
import { officeClock } from "#server/spreadsheet/office-clock.ts";

import { deletedColumns, transactionColumns, type ColumnContext } from "./columns.ts";
import { deletedQuestion, liveQuestion, type Question } from "./filters.ts";
import { deletedRows, listedRows } from "./queries.ts";
import { findMatches } from "./search.ts";

type ExportQuery = z.output<NonNullable<(typeof exportTransactions)["query"]>>;

const rowsAtOnce = 1_000;

/** The live transactions that meet every filter, as a file. Refuses more than a file may hold. */
export function exportedTransactions(db: Kysely<DB>, asked: ExportQuery, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "transactions",
    sheet: "Transactions",
    content: async (snapshot) =>
      contentOf(snapshot, liveQuestion(asked), { columns: transactionColumns(await contextOf(snapshot)), rowsAt: listedRows }),
  });
}

/** The same of the deleted ones. */
export function exportedDeletions(db: Kysely<DB>, asked: ExportQuery, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "deleted-transactions",
    sheet: "Deleted Transactions",
    content: async (snapshot) =>
      contentOf(snapshot, deletedQuestion(asked), { columns: deletedColumns(await contextOf(snapshot)), rowsAt: deletedRows }),
  });
}

interface Shown<Row> {
  readonly columns: readonly ColumnOf<Row>[];
  readonly rowsAt: (tx: Tx, ids: readonly number[]) => Promise<Row[]>;
}

function contentOf<Row>(tx: Tx, question: Question | undefined, { columns, rowsAt }: Shown<Row>): ListContent {
  const cellsAt = async (ids: readonly number[]) => (await rowsAt(tx, ids)).map((row) => rowOf(columns, row));
  return { columns: headOf(columns), rows: rowsOfExport(tx, question, cellsAt) };
}

/** A thousand rows at a time, so that nobody's request waits behind all of them. */
async function* rowsOfExport(
  tx: Tx,
  question: Question | undefined,
  cellsAt: (ids: readonly number[]) => Promise<ListRow[]>,
): AsyncGenerator<ListRow, void, undefined> {
  if (question === undefined) return;
  const { places, next } = await findMatches(tx, question, { limit: largestExport, after: undefined, patienceMs: Infinity });
  refuseLargeExport(places.length + (next === undefined ? 0 : 1));
  for (let from = 0; from < places.length; from += rowsAtOnce) {
    yield* await cellsAt(places.slice(from, from + rowsAtOnce).map(({ id }) => id));
  }
}

async function contextOf(db: Kysely<DB>): Promise<ColumnContext> {
  const [currencies, clock] = await Promise.all([db.selectFrom("currencies").select(["id", "code"]).execute(), officeClock(db)]);
  return { currencies: new Map(currencies.map(({ id, code }) => [id, code])), clock };
}
