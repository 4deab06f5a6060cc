import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { constraintOf } from "#kernel/error-code.ts";
import { Refusal } from "#kernel/refusal.ts";

import type { IdempotencyScope, LedgerActor } from "./event-row.ts";

/** Who asks, and under which key; without a key every request is a new one. */
export interface AskedBy {
  readonly actor: LedgerActor;
  readonly idempotency: IdempotencyScope | undefined;
}

/**
 * The stored answer of an earlier request with this key; undefined where there is none. Whoever sends the same key at the
 * same moment waits here. Refuses a key that was used for something else.
 */
export async function answerOfKey(tx: Tx, { actor, idempotency }: AskedBy): Promise<unknown> {
  if (idempotency === undefined) return undefined;
  const { key, call, requestHash } = idempotency;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${actor.userId} ${key}`}, 0))`.execute(tx);
  const used = await tx
    .selectFrom("answered_keys")
    .select(["call", "request_hash", "answer"])
    .where("user_id", "=", actor.userId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (used === undefined) return undefined;
  if (used.call !== call || used.request_hash !== requestHash) throw usedForAnother();
  return used.answer;
}

/**
 * Carries a request out once: what it answers is kept with its key, in the same database transaction, and given again for
 * ever. The answer must be plain JSON.
 */
export async function answerOnce<Answer extends object>(tx: Tx, by: AskedBy, carryOut: () => Promise<Answer>): Promise<Answer> {
  const stored = await answerOfKey(tx, by);
  if (stored !== undefined) return stored as Answer;
  const answer = await carryOut();
  if (by.idempotency !== undefined) {
    const { key, call, requestHash } = by.idempotency;
    await sql`select keep_answer(${by.actor.userId}, ${key}, ${call}, ${requestHash}, ${JSON.stringify(answer)})`.execute(tx);
  }
  return answer;
}

/** Says in words that the key was used at the same moment on a posting, which does not wait for the lock of the key. */
export function refusingUsedKey<Answer>(work: Promise<Answer>): Promise<Answer> {
  return work.catch((error: unknown) => {
    throw constraintOf(error) === "idempotency_keys_pkey" ? usedForAnother() : error;
  });
}

/** What is said of a key that comes again with another request. */
export function usedForAnother(): Refusal {
  return new Refusal("idempotency_conflict", "This Idempotency-Key was already used for another request");
}
