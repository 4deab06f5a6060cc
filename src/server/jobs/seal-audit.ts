import { sealAuditRows } from "#ledger/audit-chain.ts";
import type { Deps } from "#server/deps.ts";

import { repeat } from "./repeat.ts";

const many = 1_000;

/** Seals new audit rows as they come. The returned function stops it, after a last round. */
export function startSealing({ db, auditKey, log }: Pick<Deps, "db" | "auditKey" | "log">): () => Promise<void> {
  const round = async (): Promise<{ isMoreWaiting: boolean }> => ({ isMoreWaiting: (await sealAuditRows(db, auditKey)) >= many });
  return repeat({ whenItFails: "audit rows could not be sealed", round }, log);
}
