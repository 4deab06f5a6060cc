import { sql, type Kysely } from "kysely";

import type { SheetImport } from "#contract/import-batches.ts";
import { allowLongStatements, transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { constraintOf } from "#kernel/error-code.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { audit } from "#server/audit.ts";
import { carryOutOnce } from "#server/carry-out-once.ts";
import type { HawalaSheet } from "#server/hawala-sheet/sheet.ts";
import type { UploadedFile } from "#server/http/upload.ts";
import { announce } from "#server/live/announce.ts";
import { defaultSenderCode, hawalaDay } from "#server/office.ts";
import { textArray } from "#server/text-array.ts";

import { refuseSecondCopies } from "./elsewhere.ts";
import { countsOf, importable, judgeRows, repeatedIn, type JudgedRow } from "./judge.ts";
import { knownFile, readSheet, rowsImportedWhole, type KnownFile } from "./read.ts";
import { totalsOf } from "./totals.ts";

/** What is asked of an import. */
export interface ImportOrder {
  readonly file: UploadedFile;
  readonly senderCode: string | undefined;
  readonly transactionDate: string | undefined;
  /** Leave faulty rows out instead of refusing the file. */
  readonly skipInvalid: boolean;
  /** Import rows that stand under another sender code or number all the same. */
  readonly secondCopies: boolean;
  /** Gives the reading up when whoever asked is gone; what has been read is imported all the same. */
  readonly gone?: AbortSignal | undefined;
}

const longestImportMs = 60_000;
/** A person mends a sheet by its first faults; thousands of them would say no more. */
const mostFaultsTold = 200;

/**
 * Imports a sheet: all its new rows as Pending hawalas, in one database transaction. Rows that are there already are counted
 * and left alone. Refuses a file with a faulty row unless those are to be skipped. A file whose rows all stand as
 * one import wrote them is known before it is read.
 */
export async function importSheet(db: Kysely<DB>, order: ImportOrder, by: AskedBy): Promise<SheetImport> {
  const file = knownFile(order.file);
  const sender = order.senderCode ?? (await transaction(db, defaultSenderCode));
  const known = await rowsImportedWhole(db, file, sender);
  const sheet = known === undefined ? await readSheet(db, file, { who: by.actor.userId, gone: order.gone }) : undefined;
  return carryOutOnce(db, by, async (tx) => {
    // Two imports of one partner wait for each other, so that each sees the other's rows.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import of ${sender}`}, 0))`.execute(tx);
    if (sheet !== undefined) return importRead(tx, { ...order, file, sheet, sender }, by);
    // Undone or changed at this moment: then it is to be read after all, which the next request does.
    const still = await rowsImportedWhole(tx, file, sender);
    if (still === undefined)
      throw new Refusal("conflict", "The earlier import of this file was undone or changed just now. Import it again");
    return nothingNew(still);
  });
}

function nothingNew(duplicates: number): SheetImport {
  const message = "This file was imported before; nothing in it is new";
  return {
    message,
    importedCount: 0,
    duplicateCount: duplicates,
    changed: 0,
    errors: [],
    batchId: null,
    skipped: [],
    skippedLines: 0,
  };
}

/** An import whose file has been read. */
export interface ReadOrder extends ImportOrder {
  readonly file: KnownFile;
  readonly sheet: HawalaSheet;
  readonly sender: string;
}

/**
 * Writes what was read from a file. Refuses faulty rows unless they are to be skipped, and rows that stand under another sender code or
 * number where second copies are not wanted.
 */
export async function importRead(tx: Tx, order: ReadOrder, by: AskedBy): Promise<SheetImport> {
  await allowLongStatements(tx, longestImportMs);
  const day = await hawalaDay(tx, order.transactionDate);
  const rows = await judgeRows(tx, order.sheet.rows, order.sender);
  const errors = rows.flatMap((row) => row.errors);
  if (errors.length > 0 && !order.skipInvalid) throw faultyRows(rows);
  const fresh = importable(rows);
  if (!order.secondCopies) await refuseSecondCopies(tx, { ...order, rows });
  await holdCurrencies(tx, fresh);
  const counts = countsOf(rows);
  const duplicates = counts.duplicateInFile + counts.duplicateStored + counts.changed;
  const repeated = repeatedIn(rows);
  const batchId =
    fresh.length === 0 ? null : await writeBatch(tx, { ...order, day, fresh, counts: { ...counts, duplicates } }, by);
  if (batchId !== null && !order.secondCopies) {
    // Imports of other partners go on beside this one until here, where the later of two finds what the other has written.
    await sql`select pg_advisory_xact_lock(hashtextextended('end of an import', 0))`.execute(tx);
    await refuseSecondCopies(tx, { ...order, rows, ownBatch: batchId });
  }
  return {
    message: summary({ imported: fresh.length, repeated, there: duplicates - repeated, skipped: counts.error }),
    importedCount: fresh.length,
    duplicateCount: duplicates,
    changed: counts.changed,
    errors: errors.slice(0, mostFaultsTold),
    batchId,
    skipped: [...order.sheet.skipped],
    skippedLines: order.sheet.skippedLines,
  };
}

/** Of the rows of a file: how many there are of each kind that is told. */
interface Told {
  readonly imported: number;
  readonly repeated: number;
  readonly there: number;
  readonly skipped: number;
}

function summary({ imported, repeated, there, skipped }: Told): string {
  const parts = [`${String(imported)} ${imported === 1 ? "hawala" : "hawalas"} imported`];
  if (there > 0) parts.push(`${String(there)} ${there === 1 ? "was" : "were"} there already`);
  if (repeated > 0) parts.push(`${String(repeated)} repeated in the file`);
  if (skipped > 0) parts.push(`${String(skipped)} faulty ${skipped === 1 ? "row was" : "rows were"} left out`);
  return parts.join(", ");
}

function faultyRows(rows: readonly JudgedRow[]): Refusal {
  const faulty = rows.filter(({ verdict }) => verdict === "error");
  const faults = faulty.flatMap((row) => row.errors);
  const [first] = faults;
  const words = `${String(faulty.length)} ${faulty.length === 1 ? "row is" : "rows are"} faulty, nothing was imported. ${first?.cell ?? ""}: ${first?.message ?? ""}`;
  return new Refusal("invalid", words, {
    issues: faults.slice(0, mostFaultsTold).map(({ cell, message }) => ({ path: cell, message })),
  });
}

/**
 * Keeps the currencies of these rows until they are written. Refuses where one is no longer there or in use: they were looked up before
 * the file was read, and an import of the same partner may have been waited for since.
 */
async function holdCurrencies(tx: Tx, rows: readonly JudgedRow[]): Promise<void> {
  const wanted = [...new Set(rows.map(({ currency }) => currency))];
  if (wanted.length === 0) return;
  const held = await tx
    .selectFrom("currencies")
    .select(["code", "is_active"])
    .where("code", "in", wanted)
    .orderBy("id")
    .forKeyShare()
    .execute();
  const usable = new Set(held.filter(({ is_active }) => is_active).map(({ code }) => code));
  const givenUp = wanted.filter((code) => !usable.has(code));
  if (givenUp.length === 0) return;
  throw new Refusal(
    "conflict",
    `The office gave up ${givenUp.join(", ")} just now. Choose the file again to see which of its rows are faulty`,
  );
}

interface Batch extends ReadOrder {
  readonly day: string;
  readonly fresh: readonly JudgedRow[];
  readonly counts: { readonly error: number; readonly changed: number; readonly duplicates: number };
}

async function writeBatch(tx: Tx, batch: Batch, { actor }: AskedBy): Promise<number> {
  const { file, sheet, fresh, counts } = batch;
  const row = await tx
    .insertInto("import_batches")
    .values({
      file_name: file.name,
      file_size: file.bytes.length,
      sha256: file.sha256,
      format: sheet.format,
      sheet_name: sheet.sheetName,
      sender_code: batch.sender,
      transaction_date: batch.day,
      imported_count: fresh.length,
      duplicate_count: counts.duplicates,
      changed_count: counts.changed,
      skipped_count: counts.error,
      totals: JSON.stringify(totalsOf(fresh)),
      imported_by: actor.userId,
    })
    .returning(["id", "totals"])
    .executeTakeFirstOrThrow();
  const digest = await insertHawalas(tx, batch, { batchId: row.id, userId: actor.userId });
  await audit(tx, actor, {
    action: "import_batch.imported",
    objectType: "import_batch",
    objectId: row.id,
    new: {
      fileName: file.name,
      sha256: file.sha256.toString("hex"),
      senderCode: batch.sender,
      transactionDate: batch.day,
      imported: fresh.length,
      duplicates: counts.duplicates,
      changed: counts.changed,
      skipped: counts.error,
      totals: row.totals,
      digest,
    },
  });
  await announce(tx, ["hawalas"]);
  return row.id;
}

/**
 * Writes the rows and a digest of each in one statement, and answers the digest of these. A number that was entered by hand at
 * the same moment stops the import: what was counted would no longer be what is written.
 */
async function insertHawalas(
  tx: Tx,
  { fresh, sender, day }: Batch,
  { batchId, userId }: { readonly batchId: number; readonly userId: string },
): Promise<string> {
  const column = (read: (row: JudgedRow) => string | null) => textArray(fresh.map(read));
  try {
    const { rows } = await sql<{ digest: string; written: number }>`
      with made as (
        insert into hawalas (direction, status, hawala_no, normal_no, sender_code, sender_name, receiver_name, receiver_location, amount,
            exchange_rate, currency_id, r_amount, rate, into_usd, transaction_date, import_batch_id, created_by)
          select 'incoming', 'Pending', s.hawala_no, s.normal_no, ${sender}, s.sender_name, s.receiver_name, s.receiver_location, s.amount,
            s.exchange_rate, c.id, s.r_amount, s.rate, s.into_usd, ${day}::date, ${batchId}::integer, ${userId}::uuid
          from unnest(${column((row) => row.hawalaNo)}, ${column((row) => row.normalNo)}, ${column((row) => row.senderName)},
            ${column((row) => row.receiverName)}, ${column((row) => row.receiverLocation)}, ${column((row) => row.amount)}::numeric[],
            ${column((row) => row.exchangeRate)}::numeric[], ${column((row) => row.currency)}, ${column((row) => row.rAmount)}::numeric[],
            ${column((row) => row.rate)}::numeric[], ${column((row) => row.intoUSD)}::numeric[]) with ordinality
            s (hawala_no, normal_no, sender_name, receiver_name, receiver_location, amount, exchange_rate, currency, r_amount, rate, into_usd, place)
          join currencies c on c.code = s.currency
          order by s.place
          returning id, hawala_digest(hawalas) as digest
      ), kept as (
        insert into imported_states (batch_id, hawala_ids, digests)
          select ${batchId}::integer, array_agg(id), array_agg(digest) from made
          returning imported_digest(imported_states) as digest, cardinality(hawala_ids) as written
      )
      select digest, written from kept`.execute(tx);
    const [kept] = rows;
    assert(kept !== undefined, "an import keeps its digests");
    assert(kept.written === fresh.length, "an import writes each of its new rows");
    return kept.digest;
  } catch (error) {
    if (constraintOf(error) !== "hawalas_incoming_number") throw error;
    throw new Refusal("conflict", "A hawala of this file was entered at another desk just now. Import the file again");
  }
}
