import { Worker } from "node:worker_threads";

import { assert } from "#kernel/assert.ts";

import type { DumpOrder } from "./dump.ts";
import { BackupFailure } from "./failure.ts";
import type { ProofOrder } from "./prove.ts";

/** What a thread is told to do at its start. */
export type Order = ({ readonly task: "make" } & DumpOrder) | ({ readonly task: "prove" } & ProofOrder);

/** A file that is written, lies on the disk and was read back. */
export interface MadeBackup {
  /** The moment of the books that it holds. */
  readonly made: string;
  readonly size: number;
  readonly sha256: string;
  readonly transactions: number;
  readonly hawalas: number;
}

/** What the thread says: how far it is; at last what came of it. */
export type Said =
  | { readonly is: "under way"; readonly percent: number }
  | { readonly is: "made"; readonly backup: MadeBackup }
  | { readonly is: "proven"; readonly faults: readonly string[] }
  | { readonly is: "failed"; readonly kind: BackupFailure["kind"]; readonly message: string };

/** How a thread is watched. */
export interface Watch {
  /** Ends the work. */
  readonly signal: AbortSignal;
  readonly heard: (percent: number) => void;
}

const workerFile = new URL("worker.ts", import.meta.url);
/** Rows go through it; it never holds more than a few pieces of them. */
const memoryMb = 256;
/** A dump that stands still for so long hangs on the disk or on a lock. Indexes that are built say nothing for much longer. */
const standstillMs = { make: 300_000, prove: 4 * 3_600_000 } as const;

/** Writes a backup into a file, in a thread of its own: nobody at a counter waits for the rows that pass. */
export async function makeInThread(order: DumpOrder, watch: Watch): Promise<MadeBackup> {
  const said = await lastWord({ task: "make", ...order }, watch);
  assert(said.is === "made", "a thread that makes a backup answers it");
  return said.backup;
}

/** Restores a backup and verifies it, in a thread of its own; answers what is wrong with it. */
export async function proveInThread(order: ProofOrder, watch: Watch): Promise<readonly string[]> {
  const said = await lastWord({ task: "prove", ...order }, watch);
  assert(said.is === "proven", "a thread that proves a backup answers what it found");
  return said.faults;
}

async function lastWord(order: Order, { signal, heard }: Watch): Promise<Said> {
  if (signal.aborted) throw stopped();
  const worker = new Worker(workerFile, { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const end = Promise.withResolvers<Said>();
  const standstill = setTimeout(
    () => end.reject(new BackupFailure("database", "It stood still for too long and was given up")),
    standstillMs[order.task],
  );
  const abort = (): void => end.reject(stopped());
  signal.addEventListener("abort", abort, { once: true });
  worker.on("message", (said: Said) => {
    standstill.refresh();
    if (said.is === "under way") heard(said.percent);
    else if (said.is === "failed") end.reject(new BackupFailure(said.kind, said.message));
    else end.resolve(said);
  });
  worker.once("error", end.reject);
  worker.once("exit", (code) => end.reject(new Error(`the thread of a backup ended with ${String(code)}`)));
  try {
    return await end.promise;
  } finally {
    clearTimeout(standstill);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}

function stopped(): BackupFailure {
  return new BackupFailure("refused", "The server was stopped before it was finished");
}
