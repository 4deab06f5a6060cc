import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { ImportBatch, undoImportBatch } from "#contract/import-batches.ts";
import { allowLongStatements, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { audit } from "#server/audit.ts";
import { carryOutOnce } from "#server/carry-out-once.ts";
import { cutPage, idInCursor, type PageAsked } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";
import { announce } from "#server/live/announce.ts";

import { isTouched } from "./touched.ts";

interface BatchRow extends Omit<ImportBatch, "importedAt" | "undoneAt" | "pendingCount" | "correctedCount"> {
  readonly pendingAndCorrected: readonly [pending: number, corrected: number];
  readonly importedAt: Date;
  readonly undoneAt: Date | null;
}

const longestUndoMs = 60_000;

/** The imports, the latest first; the cursor is the id of the last one. */
export async function listBatches(db: Kysely<DB>, { limit, cursor }: PageAsked): Promise<Page<ImportBatch>> {
  const before = cursor === undefined ? null : idInCursor(cursor);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from import_batches`.execute(db);
  const { rows } =
    await sql<BatchRow>`${columns} where ${before}::integer is null or b.id < ${before} order by b.id desc limit ${limit + 1}`.execute(
      db,
    );
  const { shown, next } = cutPage(rows, limit);
  return { rows: shown.map(batchReply), total: counted[0]?.total ?? 0, nextCursor: next && String(next.id) };
}

const columns = sql`
  select b.id, b.file_name as "fileName", b.file_size as "fileSize", encode(b.sha256, 'hex') as sha256, b.format, b.sheet_name as "sheetName",
    b.sender_code as "senderCode", b.transaction_date as "transactionDate", b.imported_count as "importedCount",
    b.duplicate_count as "duplicateCount", b.changed_count as "changedCount", b.skipped_count as "skippedCount", b.totals,
    -- Corrections are told where the import can be undone: of one that is paid nearly every row would be looked up in the log.
    (select array[c.pending, case when c.pending = c.hawalas then (select count(*) from hawalas h
        where h.import_batch_id = b.id and h.version > 1 and exists (select from audit_log a
          where a.object_type = 'hawala' and a.object_id = h.id::text and a.action = 'hawala.edited' offset 0)) else 0 end]::integer[]
      from (select count(*) filter (where h.status = 'Pending') as pending, count(*) as hawalas
        from hawalas h where h.import_batch_id = b.id) c) as "pendingAndCorrected",
    i.username as "importedBy", b.imported_at as "importedAt", u.username as "undoneBy", b.undone_at as "undoneAt"
  from import_batches b join users i on i.id = b.imported_by left join users u on u.id = b.undone_by`;

function batchReply({ pendingAndCorrected: [pendingCount, correctedCount], ...row }: BatchRow): ImportBatch {
  const [importedAt, undoneAt] = [row.importedAt.toISOString(), row.undoneAt?.toISOString() ?? null];
  return { ...row, pendingCount, correctedCount, importedAt, undoneAt };
}

async function batchById(tx: Tx, id: number): Promise<ImportBatch> {
  const { rows } = await sql<BatchRow>`${columns} where b.id = ${id}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Refusal("not_found", `There is no import ${String(id)}`);
  return batchReply(row);
}

/** What is asked of an undoing. */
interface UndoOrder {
  readonly id: number;
  /** How many corrections were said to go with it; left out by whoever was not told. */
  readonly correctedCount: number | undefined;
}

/**
 * Takes an import back: its hawalas are removed, what they were stays in the audit log. Refuses one that was undone already,
 * one of which a hawala is no longer Pending or was ever paid, and one with other corrections than were said to go with it.
 */
export function undoBatch(
  db: Kysely<DB>,
  { id, correctedCount }: UndoOrder,
  by: AskedBy,
): Promise<z.input<(typeof undoImportBatch)["reply"]>> {
  return carryOutOnce(db, by, async (tx) => {
    await allowLongStatements(tx, longestUndoMs);
    await sql`select from import_batches where id = ${id} for no key update`.execute(tx);
    // Whoever pays or corrects one of them at this moment is waited for, and seen.
    await sql`select from hawalas where import_batch_id = ${id} order by id for update`.execute(tx);
    const batch = await batchById(tx, id);
    if (batch.undoneAt !== null) throw new Refusal("conflict", "This import has been undone already");
    await refuseTouched(tx, id);
    if (correctedCount !== undefined && correctedCount !== batch.correctedCount) throw correctedSince(batch);
    await removeHawalas(tx, id, by);
    await tx
      .updateTable("import_batches")
      .set({ undone_by: by.actor.userId, undone_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    await audit(tx, by.actor, {
      action: "import_batch.undone",
      objectType: "import_batch",
      objectId: id,
      old: { fileName: batch.fileName, imported: batch.importedCount },
    });
    await announce(tx, ["hawalas"]);
    return { message: `The import of ${batch.fileName} was undone`, batch: await batchById(tx, id) };
  });
}

function correctedSince({ correctedCount }: ImportBatch): Refusal {
  const are = correctedCount === 1 ? "1 hawala of it is" : `${String(correctedCount)} hawalas of it are`;
  return new Refusal(
    "conflict",
    `This import was corrected meanwhile: ${are} corrected by hand now. Look again before you undo it`,
  );
}

async function refuseTouched(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ hawala_no: string; status: string; touched: number }>`
    select h.hawala_no, h.status, (count(*) over ())::integer as touched from hawalas h
    where h.import_batch_id = ${id} and ${isTouched}
    order by h.id limit 1`.execute(tx);
  const [touched] = rows;
  if (touched === undefined) return;
  const what = touched.status === "Pending" ? "was paid before" : `is ${touched.status}`;
  const more = touched.touched > 1 ? ` and ${String(touched.touched - 1)} more are touched` : "";
  throw new Refusal("conflict", `This import cannot be undone: hawala ${touched.hawala_no} ${what}${more}`);
}

async function removeHawalas(tx: Tx, id: number, { actor }: AskedBy): Promise<void> {
  await sql`
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, old)
      select ${actor.userId}, ${actor.username}, ${actor.ip}, ${actor.requestId}, 'hawala.removed', 'hawala', h.id::text, hawala_json(h)
      from hawalas h where h.import_batch_id = ${id}`.execute(tx);
  await sql`delete from hawalas where import_batch_id = ${id}`.execute(tx);
}
