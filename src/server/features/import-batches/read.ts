import { createHash } from "node:crypto";

import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { readHawalaSheet, requireSheetName } from "#server/hawala-sheet/read.ts";
import type { HawalaSheet } from "#server/hawala-sheet/sheet.ts";
import type { UploadedFile } from "#server/http/upload.ts";

/** A file as it is known before it is read. */
export interface KnownFile extends UploadedFile {
  readonly sha256: Buffer;
}

/** Refuses a file whose name is none of a spreadsheet; what is in it is looked at when it is read. */
export function knownFile(file: UploadedFile): KnownFile {
  requireSheetName(file.name);
  return { ...file, sha256: createHash("sha256").update(file.bytes).digest() };
}

/** A batch that stands and was imported from the same bytes. */
export interface EarlierImport {
  readonly id: number;
  readonly sender_code: string;
  readonly file_name: string;
  readonly imported_by: string;
  readonly imported_at: Date;
}

/** A file whose earlier imports are looked for. */
interface FileToFind extends Pick<KnownFile, "sha256"> {
  /** The batch that is being written of it, which is no earlier one. */
  readonly ownBatch?: number | undefined;
}

/**
 * The earlier import of a file, where it stands: one for the same sender, otherwise one for another, of which this import would make
 * second copies. What of the file is new is another question: its hawalas may have gone since.
 */
export async function importedBefore(
  db: Kysely<DB>,
  { sha256, ownBatch }: FileToFind,
  senderCode: string,
): Promise<EarlierImport | undefined> {
  // Of the same sender's only one that left nothing out; under another one a part of the file stands twice as well as all of it.
  const { rows } = await sql<EarlierImport>`
    select b.id, b.sender_code, b.file_name, u.username as imported_by, b.imported_at
    from import_batches b join users u on u.id = b.imported_by
    where b.sha256 = ${sha256} and b.undone_at is null and (b.skipped_count = 0 or b.sender_code <> ${senderCode})
      and b.id is distinct from ${ownBatch ?? null}::integer
    order by b.sender_code = ${senderCode} desc, b.id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * How many rows a file has of which none is new, known without reading it; undefined where only reading tells. Each row was
 * imported by one batch that stands, and each of its hawalas says what it said then.
 */
export async function rowsImportedWhole(db: Kysely<DB>, { sha256 }: KnownFile, senderCode: string): Promise<number | undefined> {
  // A duplicate is a hawala of another batch, which may be undone, or of a person, who may correct its number. So may one of this
  // batch be corrected; and a currency that the office gave up makes faults of rows that had none.
  const { rows } = await sql<{ imported_count: number }>`
    select b.imported_count from import_batches b
    where b.sha256 = ${sha256} and b.sender_code = ${senderCode} and b.undone_at is null
      and b.skipped_count = 0 and b.duplicate_count = 0
      and not exists (select from hawalas h join currencies c on c.id = h.currency_id
        where h.import_batch_id = b.id and (h.version > 1 or not c.is_active))
    order by b.id desc limit 1`.execute(db);
  return rows[0]?.imported_count;
}

/** Whose file is read, and when the reading is given up because they are gone. */
interface ReadFor {
  readonly who: string;
  readonly gone?: AbortSignal | undefined;
}

/** Reads a sheet with the currencies that the office has in use. Refuses what cannot be read. */
export async function readSheet(db: Kysely<DB>, { bytes }: KnownFile, { who, gone }: ReadFor): Promise<HawalaSheet> {
  const all = await db.selectFrom("currencies").select(["code", "is_active"]).execute();
  const codes = (isActive: boolean) => all.filter(({ is_active }) => is_active === isActive).map(({ code }) => code);
  return readHawalaSheet(bytes, {
    who,
    currencies: codes(true),
    inactiveCurrencies: codes(false),
    signal: gone,
  });
}
