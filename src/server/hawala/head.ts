import { sql, type Kysely, type Selectable, type Updateable } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB, Hawalas } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import type { HawalaStatus } from "#kernel/hawala.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { TransactionHead } from "#ledger/correct.ts";
import type { LedgerActor } from "#ledger/event-row.ts";

/** The current row of a hawala, as the act that has locked it sees it. */
export type HawalaHead = Selectable<Hawalas>;

/** What makes a version of a hawala, as the audit log calls it. */
export type HawalaAct =
  | "hawala.created"
  | "hawala.edited"
  | "hawala.passed"
  | "hawala.pending"
  | "hawala.cancelled"
  | "hawala.received"
  | "hawala.completed";

/**
 * Locks a hawala for the rest of the database transaction. Whoever also locks its transaction locks the hawala first.
 * Refuses an id that no hawala has.
 */
export async function lockHawala(tx: Tx, id: number): Promise<HawalaHead> {
  const head = await tx.selectFrom("hawalas").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (head === undefined) throw unknownHawala(id);
  return head;
}

/** What is said where no hawala has the id. */
export function unknownHawala(id: number): Refusal {
  return new Refusal("not_found", `There is no hawala ${String(id)}`);
}

/** Writes the next version of a locked hawala, and what was done to it. */
export async function changeHawala(
  tx: Tx,
  head: HawalaHead,
  change: HawalaStep & { readonly actor: LedgerActor },
): Promise<HawalaHead> {
  const old = await unauditedState(tx, head);
  const row = await tx
    .updateTable("hawalas")
    .set({ ...change.fields, version: head.version + 1, modified_by: change.actor.userId, modified_at: sql`now()` })
    .where("id", "=", head.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditHawala(tx, head.id, { ...change, old });
  return row;
}

/** The first state of a hawala that came with an import, at its first change: until then only its row has it. */
async function unauditedState(tx: Tx, head: HawalaHead): Promise<unknown> {
  if (head.version > 1 || head.import_batch_id === null) return null;
  const { rows } = await sql<{ state: unknown }>`select hawala_json(h) as state from hawalas h where id = ${head.id}`.execute(tx);
  return rows[0]?.state;
}

/** Writes down the present state of a hawala, as a version of its own; what stood before only where nothing else has it. */
export async function auditHawala(
  tx: Kysely<DB>,
  id: number,
  { act, actor, old = null }: { readonly act: HawalaAct; readonly actor: LedgerActor; readonly old?: unknown },
): Promise<void> {
  await sql`
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, old, new)
      select ${actor.userId}, ${actor.username}, ${actor.ip}, ${actor.requestId}, ${act}, 'hawala', h.id::text, h.version,
        ${old === null ? null : JSON.stringify(old)}::jsonb, hawala_json(h)
      from hawalas h where h.id = ${id}`.execute(tx);
}

/** What becomes of a hawala: its next state, and what that is called in the audit log. */
export interface HawalaStep {
  readonly fields: Updateable<Hawalas>;
  readonly act: HawalaAct;
}

/**
 * What the deletion of a transaction on Search means for the hawala that it paid or booked: an incoming one waits again, an
 * outgoing one is cancelled. Refuses where the receiver has been paid already.
 */
export function withoutTransaction(head: HawalaHead): HawalaStep {
  if (head.direction === "incoming") return { fields: standing("Pending", null), act: "hawala.pending" };
  if (head.status === "completed") throw receiverPaid();
  return { fields: standing("cancelled", null), act: "hawala.cancelled" };
}

/**
 * What the recovery of a transaction on Search means for its hawala: an incoming one is Passed again, an outgoing one pending.
 * Refuses where the hawala has moved on meanwhile: passed anew, cancelled, or corrected in what the payout says.
 */
export async function withTransaction(tx: Tx, head: HawalaHead, transaction: TransactionHead): Promise<HawalaStep> {
  if (head.direction === "outgoing") {
    assert(head.status === "cancelled", "an outgoing hawala without a booking is cancelled");
    return { fields: standing("pending", transaction.id), act: "hawala.pending" };
  }
  if (head.status === "Passed") throw alreadyPassed();
  if (head.status === "Cancelled") throw new Refusal("conflict", "This hawala has been cancelled. Mark it as pending first");
  const partner = await tx.selectFrom("accounts").select("code").where("id", "=", transaction.out_account_id).executeTakeFirst();
  const says = [head.r_amount, head.currency_id, head.sender_code];
  const paid = [transaction.d_amount, transaction.currency_id, partner?.code];
  if (says.some((value, index) => value !== paid[index])) {
    throw new Refusal("conflict", "This hawala has been corrected since; pass it again instead");
  }
  return { fields: standing("Passed", transaction.id), act: "hawala.passed" };
}

/**
 * What another date of a transaction on Search means for its hawala: an incoming one is shown and printed with the day of its
 * payout, and what is printed is guarded by its version, so that it has another one. An outgoing one has a day of its own: undefined.
 */
export function withTransactionRedated({ direction }: HawalaHead): HawalaStep | undefined {
  return direction === "incoming" ? { fields: {}, act: "hawala.edited" } : undefined;
}

/**
 * Carries out what an act does to the row of a hawala and to its transaction, in the order in which every act takes its locks,
 * so that no two wait for each other in a circle. An outgoing one is written down before it is booked: the counts of its day
 * come first, then the balances. An incoming one is paid before it says so: the balances come first, then the counts.
 */
export async function inLockOrder<Moved>(
  { direction }: Pick<HawalaHead, "direction">,
  { row, books }: { readonly row: () => Promise<unknown>; readonly books: () => Promise<Moved> },
): Promise<Moved> {
  if (direction === "outgoing") {
    await row();
    return books();
  }
  const moved = await books();
  await row();
  return moved;
}

/** A status with the transaction that goes with it. */
export function standing(status: HawalaStatus, transactionId: number | null): Updateable<Hawalas> {
  return { status, transaction_id: transactionId };
}

/** The barrier against paying twice. It has a code of its own, by which a screen knows it from every other conflict. */
export function alreadyPassed(): Refusal {
  return new Refusal("already_passed", "This hawala has already been passed.");
}

/** Money that the receiver has cannot be given back to the sender. */
export function receiverPaid(): Refusal {
  return new Refusal("conflict", "The receiver of this hawala has been paid. Mark it as pending first");
}
