import type { ImportBatch, PreviewRow, SheetImport, SheetPreview } from "#contract/import-batches.ts";

/** A row of a preview that is right in every cell; say what matters for the test. */
export function previewRow(given: Partial<PreviewRow> & Pick<PreviewRow, "row">): PreviewRow {
  return {
    verdict: "ok",
    hawalaNo: `LDN-${String(given.row)}`,
    senderName: "Omid Karimi",
    receiverName: "Laila Ahmadi",
    amount: "100.00",
    exchangeRate: "92.00000000",
    currency: "AFN",
    rAmount: "9200.00",
    receiverLocation: "Herat",
    rate: "70.00000000",
    intoUSD: "131.43",
    errors: [],
    warnings: [],
    repeats: null,
    differences: [],
    ...given,
  };
}

/** The preview of a sheet with these rows. */
export function previewOf(rows: readonly PreviewRow[], given: Partial<SheetPreview> = {}): SheetPreview {
  const counts = { ok: 0, warning: 0, error: 0, duplicateInFile: 0, duplicateStored: 0, changed: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return {
    fileName: "march.xlsx",
    fileSize: 2048,
    senderCode: "2001",
    sha256: "ab".repeat(32),
    format: "xlsx",
    sheetName: "Hawala",
    otherSheets: [],
    importedBefore: null,
    standingElsewhere: null,
    standingCorrected: null,
    counts,
    totals: [{ currency: "AFN", count: counts.ok, rAmount: "9200.00", intoUSD: "131.43" }],
    rows: [...rows],
    skipped: [],
    skippedLines: 0,
    ...given,
  };
}

/** An import of the previewed file that stands. */
export function importBefore(given: Partial<SheetPreview["importedBefore"] & {}> = {}): SheetPreview["importedBefore"] & {} {
  const importedAt = "2026-03-20T06:00:00.000Z";
  return { batchId: 5, senderCode: "2001", fileName: "march.xlsx", importedBy: "zahra", importedAt, canUndo: true, ...given };
}

/** What an import of one row answers. */
export function importOf(given: Partial<SheetImport> = {}): SheetImport {
  return {
    message: "1 hawala imported",
    importedCount: 1,
    duplicateCount: 0,
    changed: 0,
    errors: [],
    batchId: 7,
    skipped: [],
    skippedLines: 0,
    ...given,
  };
}

/** An import of twelve hawalas that all wait to be paid. */
export function batchRow(given: Partial<ImportBatch> & Pick<ImportBatch, "id">): ImportBatch {
  return {
    fileName: "march.xlsx",
    fileSize: 2048,
    sha256: "ab".repeat(32),
    format: "xlsx",
    sheetName: "Hawala",
    senderCode: "2001",
    transactionDate: "2026-03-20",
    importedCount: 12,
    duplicateCount: 0,
    changedCount: 0,
    skippedCount: 0,
    totals: [{ currency: "AFN", count: 12, rAmount: "110400.00", intoUSD: "1577.14" }],
    pendingCount: 12,
    correctedCount: 0,
    importedBy: "admin",
    importedAt: "2026-03-20T06:00:00.000Z",
    undoneBy: null,
    undoneAt: null,
    ...given,
  };
}
