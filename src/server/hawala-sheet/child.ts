/**
 * The process that reads one file. It may read the program's own code and nothing else of the machine; it is told what to
 * read, answers, and is ended. The bytes come over its standard input, since they may be ten million.
 */
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";

import { answersTo, type ReadAnswer, type ReadOrder } from "./answers.ts";
import { practices } from "./practice.ts";

/** The file before is being imported until then, and where files come one upon the other there is no time to practise. */
const practiseAfterMs = 1_000;

const watchdog = new Worker(new URL("watchdog.ts", import.meta.url));
watchdog.unref();
process.once("disconnect", () => process.exit());
let isAsked = false;
process.once("message", (order) => {
  isAsked = true;
  void answer(order as ReadOrder);
});
await new Promise((resolve) => watchdog.once("online", resolve));
await tell({ kind: "ready" });
await practise();

/** Reads lists of its own making while it waits for a file: the first thousands of rows take up to twice the time of later ones. */
async function practise(): Promise<void> {
  await pause(practiseAfterMs);
  for (const step of practices()) {
    // What has been sent meanwhile is heard here.
    await new Promise((resolve) => setImmediate(resolve));
    if (isAsked) return;
    step();
  }
}

async function answer(order: ReadOrder): Promise<void> {
  const bytes = await buffer(process.stdin);
  for (const part of answersTo(bytes, order)) await tell(part);
}

function tell(part: ReadAnswer): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(part, undefined, undefined, () => resolve());
  });
}
