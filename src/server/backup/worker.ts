/** The thread that makes or proves one backup. */
import { parentPort, workerData } from "node:worker_threads";

import { StartError } from "#db/start-error.ts";
import { assert } from "#kernel/assert.ts";

import { writeDump } from "./dump.ts";
import { BackupFailure, officeFailureOf } from "./failure.ts";
import { checkFile } from "./format.ts";
import { proveDump } from "./prove.ts";
import type { MadeBackup, Order, Said } from "./thread.ts";

assert(parentPort !== null, "this is a thread of the server");
const port = parentPort;
const say = (said: Said): void => port.postMessage(said);
const everyMs = 250;

/** So often that a standstill is noticed, and not for every piece that passes. */
let lastSaidAt = 0;
function heard(percent: number): void {
  const now = performance.now();
  if (now - lastSaidAt < everyMs) return;
  lastSaidAt = now;
  say({ is: "under way", percent });
}

/** What a thread is handed arrives as plain bytes. */
function orderOf(data: unknown): Order {
  const order = data as Order;
  return { ...order, auditKey: Buffer.from(order.auditKey) };
}

async function make(order: Order & { readonly task: "make" }): Promise<MadeBackup> {
  const { counts, contentSha256 } = await writeDump(order, heard);
  const readBack = await checkFile(order.path).catch((error: unknown) => {
    throw error instanceof StartError ? notAsWritten() : error;
  });
  if (readBack.contentSha256 !== contentSha256) throw notAsWritten();
  const { header, size, sha256 } = readBack;
  const rowsOf = (table: string): number => counts.get(table) ?? 0;
  return { made: header.made, size, sha256, transactions: rowsOf("transactions"), hawalas: rowsOf("hawalas") };
}

function notAsWritten(): BackupFailure {
  const fault = "The file cannot be read back as it was written. The disk of the backups is not to be trusted";
  return new BackupFailure("disk", fault);
}

async function work(order: Order): Promise<Said> {
  try {
    return order.task === "make"
      ? { is: "made", backup: await make(order) }
      : { is: "proven", faults: await proveDump(order, heard) };
  } catch (error) {
    const { kind, message } = officeFailureOf(error);
    return { is: "failed", kind, message };
  }
}

say(await work(orderOf(workerData)));
