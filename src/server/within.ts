import { setTimeout as pause } from "node:timers/promises";

import { Refusal } from "#kernel/refusal.ts";

/** Waits so long for an answer of the database, in milliseconds, and refuses then. What was asked goes on. */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const limit = pause(limitMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Refusal("unavailable", "The database did not answer in time. Try again in a moment", { retryAfterSeconds: 5 });
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    limit.catch(() => undefined);
    done.abort();
  }
}
