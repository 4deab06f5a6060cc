import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import type { HawalaDirection } from "#kernel/hawala.ts";
import type { TransactionHead } from "#ledger/correct.ts";

/** Who settles with a partner does so alone, after or before each hawala of his that is taken back. Comes before the lock of any balance. */
export async function lockSettlements(tx: Tx, partnerAccountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(partnerAccountId)}, 0))`.execute(tx);
}

/**
 * Lets nobody settle with the partner of a locked payout or booking until it has been taken back: a settlement either sees that it was, or
 * is on record before it. Others of his are taken back beside it.
 */
export async function holdUpSettlements(
  tx: Tx,
  { direction }: { readonly direction: HawalaDirection | (string & {}) },
  { out_account_id, in_account_id }: TransactionHead,
): Promise<void> {
  const partnerAccountId = direction === "incoming" ? out_account_id : in_account_id;
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(partnerAccountId)}, 0))`.execute(tx);
}

/** As the ledger's trigger on settlements has it. */
function nameOf(partnerAccountId: number): string {
  return `settlement of ${String(partnerAccountId)}`;
}
