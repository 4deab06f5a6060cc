import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

import { Refusal } from "#kernel/refusal.ts";
import { programOnly, programRoot } from "#server/program-only.ts";

import type { SheetRow } from "./cells.ts";
import type { WorkOrder } from "./writing.ts";

/** A table that becomes a file. */
export interface Spreadsheet extends WorkOrder {
  /** One cell for each column. They may come from the database page by page. */
  readonly rows: Iterable<SheetRow> | AsyncIterable<SheetRow>;
}

/** What it is told: first what is wanted, then rows, and at last an empty list for "that was all". */
export type Told = WorkOrder | readonly SheetRow[];

export interface SpreadsheetFile {
  readonly bytes: Buffer;
  readonly rowCount: number;
}

const childFile = fileURLToPath(new URL("child.ts", import.meta.url));
const rowsPerMessage = 500;
const retryAfterSeconds = 30;
/** Of what a process says of its failure. */
const lettersKept = 2_000;

/** What a file may take. */
interface Limits {
  readonly timeoutMs: number;
  readonly memoryMb: number;
}

const usualLimits: Limits = { timeoutMs: 60_000, memoryMb: 512 };

/**
 * Makes an .xlsx or .csv file in a process of its own, so that nobody at a counter waits for it, and the memory it took is given
 * back whole. Refuses one that takes too long or too much memory.
 */
export async function spreadsheetFile(table: Spreadsheet, limits: Partial<Limits> = {}): Promise<SpreadsheetFile> {
  const { rows, ...order } = table;
  const { timeoutMs, memoryMb } = { ...usualLimits, ...limits };
  const child = start(memoryMb);
  try {
    // Whichever fails first ends the work: the process, or the reading of the rows.
    const [bytes, rowCount] = await Promise.all([answerOf(child, timeoutMs), sendAll(child, order, rows)]);
    return { bytes, rowCount };
  } finally {
    child.kill("SIGKILL");
  }
}

/** It reads nothing but the program, starts no other process, and learns nothing from the environment. */
function start(memoryMb: number): ChildProcess {
  return fork(childFile, {
    cwd: programRoot,
    env: {},
    execArgv: [...programOnly(), `--max-old-space-size=${String(memoryMb)}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

function answerOf(child: ChildProcess, timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unavailable("The file took too long to make")), timeoutMs);
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-lettersKept)));
    child.once("message", (message) => {
      const { buffer, byteOffset, byteLength } = message as unknown as Uint8Array;
      resolve(Buffer.from(buffer, byteOffset, byteLength));
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      const isOutOfMemory = signal === "SIGABRT" || code === abortCode;
      const end = `the process that makes a file ended with ${String(signal ?? code)}: ${said}`;
      reject(isOutOfMemory ? unavailable("The file takes too much memory") : new Error(end));
    });
  });
}

/** How a process ends that may have no more memory, where it has no signals. */
const abortCode = 134;

function unavailable(what: string): Refusal {
  return new Refusal("unavailable", `${what}. Try again shortly, or narrow the filter`, { retryAfterSeconds });
}

/** Sends the rows no faster than they are taken. How many they were; so far, where the process is gone, which says itself why. */
async function sendAll(child: ChildProcess, order: WorkOrder, rows: Spreadsheet["rows"]): Promise<number> {
  let count = 0;
  let pending: SheetRow[] = [];
  await sent(child, order);
  for await (const row of rows) {
    pending.push(row);
    count += 1;
    if (pending.length < rowsPerMessage) continue;
    if (!(await sent(child, pending))) return count;
    pending = [];
    // Requests that came in meanwhile go first.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (pending.length > 0) await sent(child, pending);
  await sent(child, []);
  return count;
}

/** Resolves once the message is on its way; false where nobody takes it any more. */
function sent(child: ChildProcess, message: Told): Promise<boolean> {
  return new Promise((resolve) => {
    if (!child.connected) resolve(false);
    else child.send(message, (error) => resolve(error === null));
  });
}
