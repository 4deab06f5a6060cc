import { z } from "zod";

import { largestSheet } from "#kernel/hawala-sheet.ts";
import { hawalaStatuses } from "#kernel/hawala.ts";

import { accountCodeFilter } from "./account-code.ts";
import { formatQuery } from "./file.ts";
import { linesLeftOut } from "./import-batches.ts";
import { amountReply, dateInput, idQuery } from "./money.ts";
import { isInOrder, outOfOrder } from "./period.ts";
import { route } from "./route.ts";
import { noFilterWhenEmpty } from "./text.ts";

const tag = "reports";

/**
 * What a row of the partner's sheet, or a hawala of ours, comes to. `missingHere` stands on his sheet alone, `missingThere` in our
 * books alone; `repeated` a second time on his sheet; `faulty` cannot be read.
 */
export const reconcileVerdicts = ["matched", "different", "missingHere", "missingThere", "repeated", "faulty"] as const;
export type ReconcileVerdict = (typeof reconcileVerdicts)[number];

/** The fields that are laid beside each other. */
export const reconciledFields = ["currency", "rAmount", "amount", "exchangeRate", "intoUSD", "status"] as const;
export type ReconciledField = (typeof reconciledFields)[number];

const reconciledRow = z.object({
  verdict: z.enum(reconcileVerdicts),
  /** The row of his sheet; null where it is missing there. */
  row: z.int().nullable(),
  hawalaNo: z.string(),
  receiverName: z.string(),
  /** Our hawala; null where it is missing here. */
  hawalaId: z.int().nullable(),
  hawalaStatus: z.enum(hawalaStatuses).nullable(),
  transactionDate: z.string().nullable(),
  /** By his sheet; ours where it is missing there. */
  currency: z.string(),
  /** By our books, which may say another one; null where it is missing here. */
  hereCurrency: z.string().nullable(),
  /** What the receiver gets, by our books in our currency and by his sheet in his. */
  here: amountReply.nullable(),
  there: amountReply.nullable(),
  differences: z.array(z.object({ field: z.enum(reconciledFields), here: z.string().nullable(), there: z.string().nullable() })),
  /** What cannot be read of his row, by its cells. */
  faults: z.array(z.object({ cell: z.string(), message: z.string() })),
});
export type ReconciledRow = z.infer<typeof reconciledRow>;

const reconciledTotal = z.object({
  verdict: z.enum(reconcileVerdicts),
  currency: z.string(),
  /** A hawala of two currencies is counted under that of his sheet, and stands in the sums of both. */
  hawalas: z.int(),
  here: amountReply,
  there: amountReply,
});
export type ReconciledTotal = z.infer<typeof reconciledTotal>;

const reconciliation = z.object({
  fileName: z.string(),
  sheetName: z.string(),
  otherSheets: z.array(z.string()),
  counts: z.record(z.enum(reconcileVerdicts), z.int()),
  totals: z.array(reconciledTotal),
  rows: z.array(reconciledRow),
  ...linesLeftOut,
});
export type Reconciliation = z.infer<typeof reconciliation>;

const upload = {
  maximum: largestSheet,
  fields: z
    .object({
      partnerAccountId: idQuery,
      senderCode: accountCodeFilter,
      /** Which of our hawalas have to be on his sheet: those of this period, or without one what is open since the last settlement. */
      fromDate: noFilterWhenEmpty(dateInput),
      toDate: noFilterWhenEmpty(dateInput),
    })
    .refine(isInOrder, outOfOrder),
};

export const reconcilePartner = route({
  method: "POST",
  path: "/api/reports/partner-settlement/reconcile",
  tag,
  summary: "Lay a partner's sheet beside our hawalas: matched, different, missing here, missing there; nothing is written",
  access: "staff",
  upload,
  reply: reconciliation,
});

export const exportReconciliation = route({
  method: "POST",
  path: "/api/reports/partner-settlement/reconcile/export",
  tag,
  summary: "The same as a file",
  access: "staff",
  query: z.object(formatQuery),
  upload,
  reply: z.unknown(),
  binary: "download",
});
