import type { Kysely } from "kysely";

import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { answerOnce, refusingUsedKey, type AskedBy } from "#ledger/answered-key.ts";

/**
 * Carries a request out in one database transaction, once per key: who sends it again is given the same answer, which must be plain
 * JSON. Refuses a key that was used for something else.
 */
export function carryOutOnce<Answer extends object>(
  db: Kysely<DB>,
  by: AskedBy,
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return refusingUsedKey(transaction(db, (tx) => answerOnce(tx, by, () => act(tx))));
}
