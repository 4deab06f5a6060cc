import { z } from "zod";

import { largestSheet } from "#kernel/hawala-sheet.ts";

import { accountCodeFilter } from "./account-code.ts";
import { amountReply, dateInput, idParams } from "./money.ts";
import { pageQuery } from "./page.ts";
import { route } from "./route.ts";
import { flagQuery, instantReply, noFilterWhenEmpty } from "./text.ts";

const tag = "import-batches";

/** What the file picker offers and the call accepts. */
export const sheetExtensions = [".xls", ".xlsx", ".ods"] as const;

/** What is said against a cell: "F17", "amount is missing". */
const cellFault = z.object({ cell: z.string(), message: z.string() });

/** Lines under the header of a sheet that are no hawalas, such as totals and notes: what the first hundred say, and how many there are. */
export const linesLeftOut = {
  skipped: z.array(z.object({ row: z.int(), text: z.string() })),
  skippedLines: z.int(),
};

/**
 * What the import will do with a row. All but `ok` and `warning` are left out: `duplicateStored` stands in the store already, `duplicateInFile`
 * further up in the sheet, and `changed` in either with other figures or names.
 */
const rowVerdicts = ["ok", "warning", "error", "duplicateInFile", "duplicateStored", "changed"] as const;
export type RowVerdict = (typeof rowVerdicts)[number];

const previewRow = z.object({
  /** The row's number in the sheet. */
  row: z.int(),
  verdict: z.enum(rowVerdicts),
  hawalaNo: z.string(),
  senderName: z.string(),
  receiverName: z.string(),
  /** Null where the cell cannot be read; then `errors` says why. */
  amount: amountReply.nullable(),
  exchangeRate: z.string().nullable(),
  currency: z.string(),
  rAmount: amountReply.nullable(),
  receiverLocation: z.string(),
  rate: z.string().nullable(),
  intoUSD: amountReply.nullable(),
  errors: z.array(cellFault),
  warnings: z.array(cellFault),
  /** The row further up that has its number already; null where there is none, where the row is faulty, or says what is stored. */
  repeats: z.int().nullable(),
  /** Changed: what that row, or else the stored one, says instead, as "R Amount: 9,200.00". */
  differences: z.array(z.string()),
});
export type PreviewRow = z.infer<typeof previewRow>;

/** Count and sums of the rows that would be imported, per currency. */
const currencyTotal = z.object({ currency: z.string(), count: z.int(), rAmount: amountReply, intoUSD: amountReply });
export type CurrencyTotal = z.infer<typeof currencyTotal>;

const senderCode = accountCodeFilter.meta({
  description: "The account code of the partner whose sheet it is; the default sender where it is missing",
});
const skipInvalid = noFilterWhenEmpty(flagQuery)
  .default(false)
  .meta({ description: "Leave faulty rows out instead of refusing the file" });
/** Not given is true, and stays out of the request as its key knows it: keys were used before there was this field. */
const secondCopies = noFilterWhenEmpty(flagQuery).meta({
  description:
    "Whether rows that stand under another sender code, or were corrected to another number since, are imported, too: each copy can then be paid. `false` has such a sheet refused (409 second_copies); missing is true",
});

const importedBefore = z.object({
  batchId: z.int(),
  /** For whom. Another one than the preview's: importing it for this one too makes second copies. */
  senderCode: z.string(),
  fileName: z.string(),
  importedBy: z.string(),
  importedAt: instantReply,
  /** Whether all its hawalas are Pending and none was ever paid. */
  canUndo: z.boolean(),
});

export const previewHawalaSheet = route({
  method: "POST",
  path: "/api/hawala/preview",
  tag,
  summary: "Read a partner's sheet and say what its import would do; nothing is written",
  access: "staff",
  upload: { maximum: largestSheet, fields: z.object({ senderCode }) },
  reply: z.object({
    fileName: z.string(),
    fileSize: z.int(),
    /** Whose sheet it was taken for. */
    senderCode: z.string(),
    sha256: z.string(),
    format: z.string(),
    sheetName: z.string(),
    /** Further sheets that hold data and are left alone. */
    otherSheets: z.array(z.string()),
    /** The same file was imported before, and its batch stands: one of this sender's first, otherwise one of another's. */
    importedBefore: importedBefore.nullable(),
    /**
     * The other sender codes under which rows to be imported stand, with the same number, receiver and amount, the one of most of them first;
     * how many rows they are, and the first of them. Cancelled ones do not count. A long sheet of an office with many partners is not looked
     * up as a whole. `canUndo`: they came with imports that can be undone, and the sheet has every hawala of these again.
     */
    standingElsewhere: z
      .object({
        senderCodes: z.array(z.string()),
        count: z.int(),
        hawalas: z.array(z.object({ row: z.int(), hawalaNo: z.string(), storedFor: z.string() })),
        canUndo: z.boolean(),
      })
      .nullable(),
    /**
     * How many of the rows to be imported stand already under another number or sender code, to which their hawalas were corrected by hand
     * since, and the first of them; cancelled ones do not count.
     */
    standingCorrected: z
      .object({
        count: z.int(),
        hawalas: z.array(z.object({ row: z.int(), hawalaNo: z.string(), storedNo: z.string(), storedFor: z.string() })),
      })
      .nullable(),
    counts: z.record(z.enum(rowVerdicts), z.int()),
    totals: z.array(currencyTotal),
    rows: z.array(previewRow),
    ...linesLeftOut,
  }),
});
export type SheetPreview = z.infer<typeof previewHawalaSheet.reply>;

export const importHawalaSheet = route({
  method: "POST",
  path: "/api/hawala/import",
  tag,
  summary:
    "Import a partner's sheet in one database transaction; faulty rows stop it unless they are to be skipped, and rows that stand under another partner or number where no second copies are wanted",
  access: "staff",
  query: z.object({ skipInvalid }),
  upload: {
    maximum: largestSheet,
    fields: z.object({
      transactionDate: noFilterWhenEmpty(dateInput).meta({
        description: "The day of all its hawalas, YYYY-MM-DD; today at the office where it is missing",
      }),
      senderCode,
      skipInvalid,
      secondCopies,
    }),
  },
  reply: z.object({
    message: z.string(),
    importedCount: z.int(),
    duplicateCount: z.int(),
    /** Of the duplicates: those with other figures or names than the first of their number, which stays as it is. */
    changed: z.int(),
    /** The faulty cells of the rows that were skipped. */
    errors: z.array(cellFault),
    /** Null where nothing was imported. */
    batchId: z.int().nullable(),
    // None where the same file had been imported whole and so was not read again, and in answers kept from before they were told.
    skipped: linesLeftOut.skipped.default([]),
    skippedLines: linesLeftOut.skippedLines.default(0),
  }),
  idempotent: true,
});
export type SheetImport = z.infer<typeof importHawalaSheet.reply>;

const importBatch = z.object({
  id: z.int(),
  fileName: z.string(),
  fileSize: z.int(),
  sha256: z.string(),
  format: z.string(),
  sheetName: z.string(),
  senderCode: z.string(),
  transactionDate: z.string(),
  importedCount: z.int(),
  duplicateCount: z.int(),
  changedCount: z.int(),
  skippedCount: z.int(),
  totals: z.array(currencyTotal),
  /** How many of its rows are still Pending. */
  pendingCount: z.int(),
  /** How many of its rows were corrected by hand since, while all of them are Pending; 0 in answers kept from before that was told. */
  correctedCount: z.int().default(0),
  importedBy: z.string(),
  importedAt: instantReply,
  undoneBy: z.string().nullable(),
  undoneAt: instantReply.nullable(),
});
export type ImportBatch = z.infer<typeof importBatch>;

export const listImportBatches = route({
  method: "GET",
  path: "/api/import-batches",
  tag,
  summary: "The sheets that were imported, the latest first",
  access: "staff",
  query: z.object(pageQuery),
  reply: z.array(importBatch),
  paged: true,
});

export const undoImportBatch = route({
  method: "POST",
  path: "/api/import-batches/:id/undo",
  tag,
  summary: "Take an import back, as long as all its hawalas are Pending and none was ever paid",
  access: "staff",
  params: idParams,
  /** How many corrections were said to go with it: where there are others by then, it is refused. */
  body: z.object({ correctedCount: z.int().nonnegative().optional() }).nullish(),
  reply: z.object({ message: z.string(), batch: importBatch }),
  idempotent: true,
});
