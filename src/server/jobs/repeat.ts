import { setTimeout as pause } from "node:timers/promises";

import type { Deps } from "#server/deps.ts";

const idleMs = 1_000;
const afterFailureMs = 10_000;

/** Work that comes round: what it says when it fails, and a round of it, which tells whether more is waiting already. */
export interface Repeated {
  readonly whenItFails: string;
  readonly round: () => Promise<{ readonly isMoreWaiting: boolean }>;
  /** A second where it is not said. */
  readonly everyMs?: number;
}

/** Does a round every second or as often as it says, and without a pause while more is waiting. The returned function stops it, after a last round. */
export function repeat(work: Repeated, log: Deps["log"]): () => Promise<void> {
  const stopped = new AbortController();
  const repeating = repeatUntil(stopped.signal, work, log);
  return async () => {
    stopped.abort();
    await repeating;
  };
}

async function repeatUntil(
  stopped: AbortSignal,
  { whenItFails, round, everyMs = idleMs }: Repeated,
  log: Deps["log"],
): Promise<void> {
  for (let last = false; !last;) {
    last = stopped.aborted;
    let waitMs = everyMs;
    try {
      if ((await round()).isMoreWaiting) waitMs = 0;
    } catch (error) {
      // What is waiting waits until the database is back; nothing is lost by that.
      waitMs = afterFailureMs;
      log.warn({ err: error }, whenItFails);
    }
    if (!last) await pause(waitMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  }
}
