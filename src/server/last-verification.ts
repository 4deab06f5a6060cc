import type { Kysely } from "kysely";

import { verification, type Verification } from "#contract/verification.ts";
import type { DB } from "#db/types.gen.ts";

/** What the last verification found; null before the first. */
export async function latestVerification(db: Kysely<DB>): Promise<Verification | null> {
  const row = await db.selectFrom("verifications").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  if (row === undefined) return null;
  return verification.parse({
    balanced: row.balanced,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at.toISOString(),
    faults: row.faults,
  });
}
