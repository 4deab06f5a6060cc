import { sheetExtensions } from "#contract/import-batches.ts";
import { mostSheetRows } from "#kernel/hawala-sheet.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createTurns } from "#server/spreadsheet/turns.ts";

import { readInProcess } from "./process.ts";
import { notASpreadsheet, recogniseFile } from "./recognise.ts";
import type { HawalaSheet, ReadOptions } from "./sheet.ts";

/** Each file that is read takes a process and a core. */
const inTurn = createTurns({
  ownIsWaiting: "One of your files is waiting to be read already. Choose the next one when it has been",
  tooMany: "Too many files are being read at once. Try again in a moment",
});

/**
 * Reads a partner's hawala list (.xlsx, .xls or .ods; the content decides) away from the requests: two files at once, a short
 * queue. Each row comes with what is wrong in it; only a file that holds no list at all is refused.
 *
 * Refuses: no spreadsheet (`unsupported_type`, 415); damaged, protected, without a list, or too much work (`unreadable`, 422);
 * larger than 10 MiB, unpacking to too much, or with more than `maxRows` rows (`too_large`, 413); a full queue (`too_many`, 429).
 */
export async function readHawalaSheet(bytes: Buffer, options: ReadOptions): Promise<HawalaSheet> {
  recogniseFile(bytes);
  const { who, currencies, inactiveCurrencies = [], maxRows = mostSheetRows, signal } = options;
  return inTurn(who, () => readInProcess(bytes, { currencies, inactiveCurrencies, maxRows }, { signal }));
}

/** Refuses a name that no spreadsheet has, before the file is looked at: its content decides when it is read. */
export function requireSheetName(name: string): void {
  if (sheetExtensions.some((extension) => name.toLowerCase().endsWith(extension))) return;
  throw new Refusal("unsupported_type", notASpreadsheet);
}
