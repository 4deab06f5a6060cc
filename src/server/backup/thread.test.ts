import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import workerThreads from "node:worker_threads";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { auditKey } from "#test/support/ledger.ts";

import { makeInThread, type MadeBackup, type Said } from "./thread.ts";

/** A thread that does nothing by itself: what it would say is said by the test. */
class FakeThread extends EventEmitter {
  readonly terminate = vi.fn(() => Promise.resolve(0));
  say(said: Said): void {
    this.emit("message", said);
  }
}
const threads: FakeThread[] = [];
const backup: MadeBackup = { made: "2026-11-27T00:00:00.000Z", size: 1, sha256: "ab", transactions: 0, hawalas: 0 };
const heard = vi.fn();

/** Begins to make a backup; its thread, and what comes of it. */
function begin() {
  const made = makeInThread({ owner: {}, auditKey, path: "" }, { signal: new AbortController().signal, heard });
  return { made, thread: threads.at(-1) as FakeThread };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(workerThreads, "Worker").mockImplementation(function begun() {
    const thread = new FakeThread();
    threads.push(thread);
    return thread as unknown as workerThreads.Worker;
  });
  // The modules of this process, which other tests share, see what the library exports.
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test("a backup may take as long as it takes, as long as its thread says how far it is", async () => {
  const { made, thread } = begin();
  for (const percent of [20, 40, 60]) {
    vi.advanceTimersByTime(299_000);
    thread.say({ is: "under way", percent });
  }
  vi.advanceTimersByTime(299_000);
  thread.say({ is: "made", backup });
  expect(await made).toBe(backup);
  expect(heard.mock.calls).toEqual([[20], [40], [60]]);
  expect(thread.terminate).toHaveBeenCalledOnce();
});

test("one whose thread says nothing for five minutes is given up, and so is one whose thread ends without a word", async () => {
  const [silent, gone] = [begin(), begin()];
  gone.thread.emit("exit", 1);
  await expect(gone.made).rejects.toThrow("the thread of a backup ended with 1");
  vi.advanceTimersByTime(300_000);
  await expect(silent.made).rejects.toMatchObject({ kind: "database", message: "It stood still for too long and was given up" });
  // It would write on in the folder of the backups.
  expect(silent.thread.terminate).toHaveBeenCalledOnce();
});
