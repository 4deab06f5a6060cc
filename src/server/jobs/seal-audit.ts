import { setTimeout as pause } from "node:timers/promises";

import { sealAuditRows } from "#ledger/audit-chain.ts";
import type { Deps } from "#server/deps.ts";

const idleMs = 1_000;
const afterFailureMs = 10_000;
const many = 1_000;

/** Seals new audit rows every second, without a pause while there are many. The returned function stops it, after a last round. */
export function startSealing(deps: Pick<Deps, "db" | "auditKey" | "log">): () => Promise<void> {
  const stopped = new AbortController();
  const sealing = sealUntil(stopped.signal, deps);
  return async () => {
    stopped.abort();
    await sealing;
  };
}

async function sealUntil(stopped: AbortSignal, { db, auditKey, log }: Pick<Deps, "db" | "auditKey" | "log">): Promise<void> {
  for (let last = false; !last;) {
    last = stopped.aborted;
    let waitMs = idleMs;
    try {
      if ((await sealAuditRows(db, auditKey)) >= many) waitMs = 0;
    } catch (error) {
      // The rows stay unsealed until the database is back; nothing is lost by waiting.
      waitMs = afterFailureMs;
      log.warn({ err: error }, "audit rows could not be sealed");
    }
    if (!last) await pause(waitMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  }
}
