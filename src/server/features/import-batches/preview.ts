import type { Kysely } from "kysely";

import type { SheetPreview } from "#contract/import-batches.ts";
import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { UploadedFile } from "#server/http/upload.ts";
import { defaultSenderCode } from "#server/office.ts";

import { standingCorrected } from "./corrected.ts";
import { standingElsewhere } from "./elsewhere.ts";
import { countsOf, importable, judgeRows } from "./judge.ts";
import { importedBefore, knownFile, readSheet } from "./read.ts";
import { totalsOf } from "./totals.ts";
import { canBeUndone } from "./touched.ts";

/** What is asked of a preview. */
interface PreviewOrder {
  readonly file: UploadedFile;
  readonly senderCode: string | undefined;
  /** Whose file it is. */
  readonly who: string;
  /** Gives the reading up. */
  readonly gone: AbortSignal;
}

/** Says what the import of a sheet would do. Writes nothing. */
export async function previewSheet(db: Kysely<DB>, { file, senderCode, who, gone }: PreviewOrder): Promise<SheetPreview> {
  const known = knownFile(file);
  const sender = senderCode ?? (await transaction(db, defaultSenderCode));
  const sheet = await readSheet(db, known, { who, gone });
  const rows = await judgeRows(db, sheet.rows, sender);
  const before = await importedBefore(db, known, sender);
  return {
    fileName: known.name,
    fileSize: known.bytes.length,
    senderCode: sender,
    sha256: known.sha256.toString("hex"),
    format: sheet.format,
    sheetName: sheet.sheetName,
    otherSheets: [...sheet.otherSheetsWithData],
    importedBefore:
      before === undefined
        ? null
        : {
            batchId: before.id,
            senderCode: before.sender_code,
            fileName: before.file_name,
            importedBy: before.imported_by,
            importedAt: before.imported_at.toISOString(),
            canUndo: await canBeUndone(db, [before.id]),
          },
    standingElsewhere: await standingElsewhere(db, rows, sender),
    standingCorrected: await standingCorrected(db, rows, sender),
    counts: countsOf(rows),
    totals: [...totalsOf(importable(rows))],
    rows: rows.map(({ normalNo: _normal, ...row }) => row),
    skipped: [...sheet.skipped],
    skippedLines: sheet.skippedLines,
  };
}
