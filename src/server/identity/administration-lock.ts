import { sql } from "kysely";

import type { Tx } from "#db/client.ts";

/**
 * Lets only one change of users go on at a time, until the transaction ends: two administrators who demote each other at
 * the same moment are judged one after the other.
 */
export async function administrationLock(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sarraf users', 0))`.execute(tx);
}
