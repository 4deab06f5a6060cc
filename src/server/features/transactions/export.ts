import type { Kysely } from "kysely";
import type { z } from "zod";

import { largestExport } from "#contract/file.ts";
import type { exportTransactions } from "#contract/transaction-exports.ts";
import { allowLongStatements, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { Answer } from "#server/http/answer.ts";
import type { AuditActor } from "#server/http/audit.ts";
import type { SheetRow } from "#server/spreadsheet/cells.ts";
import { exportAnswer, refuseLargeExport } from "#server/spreadsheet/export.ts";

import { deletedColumns, transactionColumns, type Column, type ColumnContext } from "./columns.ts";
import { deletedQuestion, liveQuestion, type Question } from "./filters.ts";
import { deletedRows, listedRows } from "./queries.ts";
import { findMatches } from "./search.ts";

type ExportQuery = z.output<NonNullable<(typeof exportTransactions)["query"]>>;

const rowsAtOnce = 1_000;
const longStatementMs = 60_000;

/** The live transactions that meet every filter, as a file. Refuses more than a file may hold. */
export async function exportedTransactions(db: Kysely<DB>, query: ExportQuery, actor: AuditActor): Promise<Answer<Buffer>> {
  const columns = transactionColumns(await contextOf(db));
  const rows = rowsOfExport(db, liveQuestion(query), async (tx, ids) => cellsOf(columns, await listedRows(tx, ids)));
  return answer(db, actor, { query, columns, rows, list: "transactions", sheet: "Transactions" });
}

/** The same of the deleted ones. */
export async function exportedDeletions(db: Kysely<DB>, query: ExportQuery, actor: AuditActor): Promise<Answer<Buffer>> {
  const columns = deletedColumns(await contextOf(db));
  const rows = rowsOfExport(db, deletedQuestion(query), async (tx, ids) => cellsOf(columns, await deletedRows(tx, ids)));
  return answer(db, actor, { query, columns, rows, list: "deleted-transactions", sheet: "Deleted Transactions" });
}

interface Exported<Row> {
  readonly query: ExportQuery;
  readonly columns: readonly Column<Row>[];
  readonly rows: AsyncIterable<SheetRow>;
  readonly list: string;
  readonly sheet: string;
}

function answer<Row>(db: Kysely<DB>, actor: AuditActor, { query, columns, ...rest }: Exported<Row>): Promise<Answer<Buffer>> {
  const { format, ...filters } = query;
  const filter = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""));
  // What a thread is sent is copied, and a function cannot be.
  const headings = columns.map(({ cell: _cell, ...heading }) => heading);
  return exportAnswer(db, actor, { ...rest, format, filter, columns: headings });
}

function cellsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetRow[] {
  return rows.map((row) => columns.map(({ cell }) => cell(row)));
}

/** All rows from one snapshot of the books, a thousand at a time, so that nobody's request waits behind all of them. */
async function* rowsOfExport(
  db: Kysely<DB>,
  question: Question | undefined,
  cellsAt: (tx: Tx, ids: readonly number[]) => Promise<SheetRow[]>,
): AsyncGenerator<SheetRow, void, undefined> {
  if (question === undefined) return;
  const tx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await allowLongStatements(tx, longStatementMs);
    const { places, next } = await findMatches(tx, question, { limit: largestExport, after: undefined, patienceMs: Infinity });
    refuseLargeExport(places.length + (next === undefined ? 0 : 1));
    for (let from = 0; from < places.length; from += rowsAtOnce) {
      yield* await cellsAt(
        tx,
        places.slice(from, from + rowsAtOnce).map(({ id }) => id),
      );
    }
  } finally {
    await tx.rollback().execute();
  }
}

async function contextOf(db: Kysely<DB>): Promise<ColumnContext> {
  const [currencies, { time_zone: timeZone }] = await Promise.all([
    db.selectFrom("currencies").select(["id", "code"]).execute(),
    db.selectFrom("business_settings").select("time_zone").executeTakeFirstOrThrow(),
  ]);
  // The Swedish way of writing an instant is the one that sorts: 2026-03-05 14:33.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  return {
    currencies: new Map(currencies.map(({ id, code }) => [id, code])),
    clock: (instant) => clock.format(new Date(instant)),
  };
}
