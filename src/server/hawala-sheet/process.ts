import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

import { Refusal } from "#kernel/refusal.ts";
import { programOnly, programRoot } from "#server/program-only.ts";

import type { ReadAnswer, ReadOrder } from "./answers.ts";
import type { HawalaSheet, HawalaSheetRow } from "./sheet.ts";

const childFile = fileURLToPath(new URL("child.ts", import.meta.url));

const heapMb = 512;
/** Cells and rows are made by the hundred thousand and given up at once: with the usual 16 they are moved about several times before. */
const youngMb = 64;
const readWithinMs = 15_000;
/** A preview is followed by an import; after that long nobody waits for the next file, and memory is worth more. */
const keptReadyMs = 10 * 60_000;

const tooComplicated =
  "The file is too large or too complicated to be read. Copy the list alone into a new workbook and choose that file";

/** When the reading is given up. */
interface Until {
  readonly signal?: AbortSignal | undefined;
  readonly withinMs?: number;
}

/** The process that waits for the next file. None waits before the first file, and none where files are rare. */
let ready: ChildProcess | undefined;
let giveUpReady: NodeJS.Timeout | undefined;

/**
 * Reads a file in a process of its own, which is ended with it: what one file does to a process meets no other file. Refuses
 * what takes longer than 15 seconds or more memory than a list needs.
 */
export async function readInProcess(bytes: Buffer, order: ReadOrder, until: Until = {}): Promise<HawalaSheet> {
  // While it waited for its turn: then no process is begun for it.
  if (until.signal?.aborted === true) throw givenUp();
  const child = takeReady();
  try {
    return await answerOf(child, { bytes, order, ...until });
  } finally {
    child.kill("SIGKILL");
    keepReady();
  }
}

function takeReady(): ChildProcess {
  const child = ready ?? start();
  ready = undefined;
  clearTimeout(giveUpReady);
  child.ref();
  child.channel?.ref();
  return child;
}

function keepReady(): void {
  clearTimeout(giveUpReady);
  ready ??= start();
  giveUpReady = setTimeout(endReady, keptReadyMs).unref();
}

/** Ends the process that waits for a file. */
export function endReady(): void {
  clearTimeout(giveUpReady);
  ready?.kill("SIGKILL");
  ready = undefined;
}

/** What the process may do and how much it may take: it reads nothing but the program and starts no other process. */
export function readerArguments(): readonly string[] {
  const young = [`--min-semi-space-size=${String(youngMb)}`, `--max-semi-space-size=${String(youngMb)}`];
  return [...programOnly(), "--allow-worker", `--max-old-space-size=${String(heapMb)}`, ...young];
}

/** It keeps no other process from ending, and learns nothing from the environment. */
function start(): ChildProcess {
  const child = spawn(process.execPath, [...readerArguments(), childFile], {
    cwd: programRoot,
    env: {},
    stdio: ["pipe", "ignore", "ignore", "ipc"],
  });
  child.unref();
  child.channel?.unref();
  child.on("error", () => undefined);
  child.stdin?.on("error", () => undefined);
  child.once("exit", () => {
    if (ready === child) ready = undefined;
  });
  return child;
}

interface Work extends Until {
  readonly bytes: Buffer;
  readonly order: ReadOrder;
}

function answerOf(child: ChildProcess, { bytes, order, signal, withinMs = readWithinMs }: Work): Promise<HawalaSheet> {
  return new Promise((resolve, reject) => {
    const rows: HawalaSheetRow[] = [];
    const tooLong = setTimeout(() => reject(new Refusal("unreadable", tooComplicated)), withinMs);
    const gone = (): void => settle(() => reject(givenUp()));
    const settle = (end: () => void): void => {
      clearTimeout(tooLong);
      signal?.removeEventListener("abort", gone);
      end();
    };
    signal?.addEventListener("abort", gone, { once: true });
    child.once("error", (error) => settle(() => reject(error)));
    child.once("exit", (code, killedBy) => settle(() => reject(whyEnded(code, killedBy))));
    child.on("message", (message) => {
      const answer = message as ReadAnswer;
      if (answer.kind === "rows") rows.push(...answer.rows);
      if (answer.kind === "end") settle(() => resolve({ ...answer.sheet, rows }));
      if (answer.kind === "refused") settle(() => reject(new Refusal(answer.code, answer.message)));
      if (answer.kind === "failed") settle(() => reject(new Error(`reading a hawala sheet failed: ${answer.reason}`)));
    });
    child.send(order);
    child.stdin?.end(bytes);
  });
}

function givenUp(): Refusal {
  return new Refusal("unreadable", "The reading was given up");
}

/** Out of memory a process aborts itself, or its watchdog ends it. */
function whyEnded(code: number | null, killedBy: NodeJS.Signals | null): Error {
  const aborted = 134;
  if (killedBy !== null || code === aborted) return new Refusal("unreadable", tooComplicated);
  return new Error(`the process that reads a hawala sheet ended with ${String(code)}`);
}
