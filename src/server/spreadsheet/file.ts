import { Worker } from "node:worker_threads";

import type { ExportFormat } from "#contract/file.ts";
import { Refusal } from "#kernel/refusal.ts";

import type { SheetColumn, SheetRow } from "./cells.ts";

/** A table that becomes a file. */
export interface Spreadsheet {
  readonly format: ExportFormat;
  /** The name of the one sheet in an .xlsx file. */
  readonly sheet: string;
  readonly columns: readonly SheetColumn[];
  /** One cell for each column. They may come from the database page by page. */
  readonly rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
  /** The first column stands on the right. */
  readonly rightToLeft?: boolean;
}

/** What the thread is told at its start. */
export type WorkOrder = Pick<Spreadsheet, "format" | "sheet" | "columns"> & { readonly rightToLeft: boolean };
/** What it is told then: more rows, and at last an empty list for "that was all". */
export type RowsForWork = readonly SheetRow[];

export interface SpreadsheetFile {
  readonly bytes: Buffer;
  readonly rowCount: number;
}

const workerFile = new URL("worker.ts", import.meta.url);
const rowsPerMessage = 500;
const retryAfterSeconds = 30;

/** What a file may take. */
interface Limits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

const usualLimits: Limits = { timeoutMs: 60_000, memoryMb: 512 };

/**
 * Makes an .xlsx or .csv file in a thread of its own, so that nobody at a counter waits for it. Refuses one that takes too
 * long or too much memory.
 */
export async function spreadsheetFile(table: Spreadsheet, limits: Partial<Limits> = {}): Promise<SpreadsheetFile> {
  const { format, sheet, columns, rows, rightToLeft = false } = table;
  const { timeoutMs, memoryMb } = { ...usualLimits, ...limits };
  const order: WorkOrder = { format, sheet, columns, rightToLeft };
  const worker = new Worker(workerFile, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const over = new AbortController();
  try {
    // Whichever fails first ends the work: the thread, or the reading of the rows.
    const [bytes, rowCount] = await Promise.all([answerOf(worker, timeoutMs), sendRows(worker, rows, over.signal)]);
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rowCount };
  } finally {
    over.abort();
    await worker.terminate();
  }
}

function answerOf(worker: Worker, timeoutMs: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable("The file took too long to make")), timeoutMs);
    worker.once("message", resolve);
    worker.once("error", (error) => reject(isOutOfMemory(error) ? unavailable("The file takes too much memory") : error));
    worker.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the thread that makes a file ended with ${String(code)}`));
    });
  });
}

function unavailable(what: string): Refusal {
  return new Refusal("unavailable", `${what}. Try again shortly, or narrow the filter`, { retryAfterSeconds });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

async function sendRows(worker: Worker, rows: Spreadsheet["rows"], over: AbortSignal): Promise<number> {
  let count = 0;
  let pending: SheetRow[] = [];
  for await (const row of rows) {
    pending.push(row);
    count += 1;
    if (pending.length < rowsPerMessage) continue;
    worker.postMessage(pending satisfies RowsForWork);
    pending = [];
    // Requests that came in meanwhile go first.
    await new Promise((resolve) => setImmediate(resolve));
    if (over.aborted) return count;
  }
  if (pending.length > 0) worker.postMessage(pending satisfies RowsForWork);
  worker.postMessage([] satisfies RowsForWork);
  return count;
}
