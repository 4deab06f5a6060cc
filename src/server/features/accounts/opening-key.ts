import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { IdempotencyScope } from "#ledger/event-row.ts";
import type { Actor } from "#server/http/serve.ts";

/**
 * The id of the account that this key has opened already; undefined where it has opened none. Whoever sends the same key at
 * the same moment waits here. Refuses a key that was used for anything else.
 */
export async function openedUnder(tx: Tx, { userId }: Actor, scope: IdempotencyScope): Promise<number | undefined> {
  const { key, requestHash } = scope;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account key ${userId} ${key}`}, 0))`.execute(tx);
  const { rows } = await sql<{ account_id: number | null; same: boolean }>`
    select account_id, request_hash = ${requestHash} as same from account_keys where user_id = ${userId} and key = ${key}
    union all
    select null, false from idempotency_keys where user_id = ${userId} and key = ${key}`.execute(tx);
  if (rows.some(({ same }) => !same)) {
    throw new Refusal("idempotency_conflict", "This Idempotency-Key was already used for another request");
  }
  return rows[0]?.account_id ?? undefined;
}

/** Writes down what the key has opened, in the transaction that opens it. */
export async function keepOpeningKey(tx: Tx, { userId }: Actor, opened: IdempotencyScope & { accountId: number }): Promise<void> {
  const { key, requestHash, accountId } = opened;
  await tx
    .insertInto("account_keys")
    .values({ user_id: userId, key, request_hash: requestHash, account_id: accountId })
    .execute();
}
