import { setTimeout as pause } from "node:timers/promises";

import { startPostmaster, type Postmaster, type PostmasterWanted } from "./embedded-postmaster.ts";
import { clearCluster, statusOf, stopPostmaster } from "./embedded-processes.ts";
import { reasonOf } from "./start-error.ts";

export interface Supervised {
  readonly pid: () => number | undefined;
  /** Ends the supervision and PostgreSQL with it. */
  readonly stop: (hurry: boolean) => Promise<void>;
}

// Where its remaining children cannot be found and ended, PostgreSQL starts only when they have ended by themselves.
const childrenGoneWithinMs = 15_000;
const firstWaitMs = 50;
const longestWaitMs = 5000;
const lookEveryMs = 500;

/** Starts PostgreSQL for the first time, after whatever happened to the server before, unless it is told to give up. */
export async function startFirst(wanted: PostmasterWanted, abort?: AbortSignal): Promise<Postmaster> {
  const deadlineAt = Date.now() + childrenGoneWithinMs;
  for (;;) {
    try {
      await clearCluster(wanted.cluster);
      return await startPostmaster(wanted, abort);
    } catch (error) {
      abort?.throwIfAborted();
      if (Date.now() > deadlineAt || !/shared memory block/.test(reasonOf(error))) throw error;
      await pause(firstWaitMs);
    }
  }
}

/**
 * Restarts PostgreSQL whenever it ends without being told to, for as long as it takes: the office must get its books
 * back without anybody restarting the program. Meanwhile requests find the database away.
 */
export function supervise(wanted: PostmasterWanted, first: Postmaster, log: (line: string) => void): Supervised {
  const stopping = new AbortController();
  let current: Postmaster | undefined = first;

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (current !== undefined) await untilEnded(current);
      current = undefined;
      if (stopping.signal.aborted) return;
      log("PostgreSQL ended unexpectedly: starting it again.");
      current = await restart();
      if (current !== undefined) log(`PostgreSQL runs again (process ${current.pid}).`);
    }
  };

  /**
   * Somebody else's SIGTERM has PostgreSQL refuse new connections and wait for the end of those it has. Some of them this
   * program never ends: it is stopped at once instead, so that it can be started again.
   */
  const untilEnded = async ({ pid, ended }: Postmaster): Promise<void> => {
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted) {
      await pause(lookEveryMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
      if (over.signal.aborted || stopping.signal.aborted || statusOf(pid, wanted.cluster) !== "stopping") continue;
      log("PostgreSQL was told to stop by somebody else: ending its connections.");
      await stopPostmaster(pid, wanted.cluster).catch((error: unknown) => log(reasonOf(error)));
    }
  };

  const restart = async (): Promise<Postmaster | undefined> => {
    for (let waitMs = firstWaitMs; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        await clearCluster(wanted.cluster);
        return await startPostmaster(wanted, stopping.signal);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        log(`PostgreSQL could not be started, trying again: ${reasonOf(error)}`);
        await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  };

  const watching = watch();
  return {
    pid: () => current?.pid,
    stop: async (hurry) => {
      stopping.abort();
      if (current !== undefined) await stopPostmaster(current.pid, wanted.cluster, hurry ? "immediate" : "fast");
      await watching;
      // It became ready in the very moment of the stop.
      if (current !== undefined) await stopPostmaster(current.pid, wanted.cluster, "immediate");
    },
  };
}
