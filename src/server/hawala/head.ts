import { sql, type Kysely, type Selectable, type Updateable } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB, Hawalas } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { latinDigits } from "#kernel/digits.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import type { HawalaStatus } from "#kernel/hawala.ts";
import { plainName } from "#kernel/letters.ts";
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

/** What was seen of the receiver's papers at a payout, as the audit log keeps it: of the photo its kind and fingerprint. */
export interface SeenPapers {
  readonly documentName: string | null;
  readonly documentNumber: string | null;
  readonly photoType: string | null;
  readonly photoSha256: string | null;
}

/** The day of a payout: it is the transaction's, and stands in no field of the hawala. */
interface PayoutDay {
  readonly date: string;
}

/** An act as it is written down. */
interface AuditedAct {
  readonly act: HawalaAct;
  readonly actor: LedgerActor;
  /** Of a payout that is made: the receiver's papers, or that none were seen. Of one that gets another day: that day. */
  readonly payout?: SeenPapers | PayoutDay | null | undefined;
}

/** Writes the next version of a locked hawala, and what was done to it. */
export async function changeHawala(tx: Tx, head: HawalaHead, change: HawalaStep & AuditedAct): Promise<HawalaHead> {
  const old = await unauditedState(tx, head, change.redated?.before);
  const row = await tx
    .updateTable("hawalas")
    .set({ ...change.fields, version: head.version + 1, modified_by: change.actor.userId, modified_at: sql`now()` })
    .where("id", "=", head.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await auditHawala(tx, head.id, { payout: change.redated?.after, ...change, old });
  return row;
}

/**
 * What stood before a change, where no entry of the log has it: of a hawala that came with an import its first state, which only its
 * row has until then; of a payout that gets another day the one before.
 */
async function unauditedState(tx: Tx, head: HawalaHead, payout: PayoutDay | undefined): Promise<unknown> {
  const isImported = head.version === 1 && head.import_batch_id !== null;
  if (!isImported && payout === undefined) return null;
  const { rows } = await sql<{ state: unknown }>`
    select hawala_json(h) || ${JSON.stringify({ payout })}::jsonb as state from hawalas h where id = ${head.id}`.execute(tx);
  return rows[0]?.state;
}

/** Writes down the present state of a hawala, as a version of its own; what stood before only where nothing else has it. */
export async function auditHawala(
  tx: Kysely<DB>,
  id: number,
  { act, actor, payout, old = null }: AuditedAct & { readonly old?: unknown },
): Promise<void> {
  await sql`
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, old, new)
      select ${actor.userId}, ${actor.username}, ${actor.ip}, ${actor.requestId}, ${act}, 'hawala', h.id::text, h.version,
        ${old === null ? null : JSON.stringify(old)}::jsonb, hawala_json(h) || ${JSON.stringify({ payout })}::jsonb
      from hawalas h where h.id = ${id}`.execute(tx);
}

/** What becomes of a hawala: its next state, and what that is called in the audit log. */
export interface HawalaStep {
  readonly fields: Updateable<Hawalas>;
  readonly act: HawalaAct;
  /** Of a payout that gets another day. */
  readonly redated?: { readonly before: PayoutDay; readonly after: PayoutDay };
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
 * Refuses where the hawala has moved on meanwhile: passed anew, cancelled, or corrected in what was paid, to whom or under which number.
 */
export async function withTransaction(tx: Tx, head: HawalaHead, transaction: TransactionHead): Promise<HawalaStep> {
  if (head.direction === "outgoing") {
    assert(head.status === "cancelled", "an outgoing hawala without a booking is cancelled");
    return { fields: standing("pending", transaction.id), act: "hawala.pending" };
  }
  if (head.status === "Passed") throw alreadyPassed();
  if (head.status === "Cancelled") throw new Refusal("conflict", "This hawala has been cancelled. Mark it as pending first");
  const corrected = await correctedSince(tx, head, transaction);
  if (corrected.length > 0) {
    const words = `${listed(corrected)} of this hawala ${corrected.length === 1 ? "was" : "were"}`;
    throw new Refusal("conflict", `The ${words} corrected since it was paid; pass it again instead`);
  }
  return { fields: standing("Passed", transaction.id), act: "hawala.passed" };
}

/** What of a waiting hawala is no longer what a payout of it says, in words; how a name or a number is written does not count. */
async function correctedSince(tx: Tx, head: HawalaHead, transaction: TransactionHead): Promise<readonly string[]> {
  const partner = await tx.selectFrom("accounts").select("code").where("id", "=", transaction.out_account_id).executeTakeFirst();
  const paid = await paidAs(tx, head, transaction);
  const compared: readonly [string, string | number | null, string | number | undefined][] = [
    ["amount", head.r_amount, transaction.d_amount],
    ["currency", head.currency_id, transaction.currency_id],
    ["sender code", head.sender_code, partner?.code],
    ["receiver", nameKey(head.receiver_name), nameKey(paid.receiver_name)],
    ["number", head.normal_no, hawalaKey(paid.hawala_no)],
  ];
  return compared.filter(([, now, then]) => now !== then).map(([what]) => what);
}

/** To whom and under which number a payout was made: its own words may have been changed since, what was audited of it was not. */
async function paidAs(tx: Tx, head: HawalaHead, transaction: TransactionHead) {
  const { rows } = await sql<{ receiver_name: string; hawala_no: string }>`
    select new ->> 'receiver_name' as receiver_name, new ->> 'hawala_no' as hawala_no from audit_log
    where object_type = 'hawala' and object_id = ${String(head.id)} and new ->> 'transaction_id' = ${String(transaction.id)}
    order by version desc limit 1`.execute(tx);
  const [paid] = rows;
  assert(paid !== undefined, "each payout of a hawala is audited");
  return paid;
}

const nameKey = (name: string): string => plainName(latinDigits(name));

/** "amount", "amount and receiver", "amount, receiver and number". */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.slice(-1).join("")}`;
}

/**
 * What another date of a transaction on Search means for its hawala: an incoming one is shown and printed with the day of its
 * payout, and what is printed is guarded by its version, so that it has another one. An outgoing one has a day of its own: undefined.
 */
export function withTransactionRedated(
  { direction }: HawalaHead,
  { before, after }: { readonly before: string; readonly after: string },
): HawalaStep | undefined {
  if (direction === "outgoing") return undefined;
  return { fields: {}, act: "hawala.edited", redated: { before: { date: before }, after: { date: after } } };
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
