import type { RecordedHawala } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";
import type { HawalaStatus } from "#kernel/hawala.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { deleteTransaction, lockTransaction, recoverTransaction, type TransactionHead } from "#ledger/correct.ts";
import type { LedgerAnswer } from "#ledger/outcome.ts";
import {
  changeHawala,
  type HawalaAct,
  type HawalaHead,
  inLockOrder,
  lockHawala,
  receiverPaid,
  standing,
} from "#server/hawala/head.ts";
import { holdUpSettlements } from "#server/hawala/settlement-lock.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";

import { actOnce } from "./act.ts";
import type { Stores } from "./entry.ts";

/** What can be asked of a hawala beside paying it. */
export type Asked = "pending" | "cancelled" | "received" | "completed";

/** Where a hawala goes from where it stands, and what becomes of its transaction on the way. */
interface Move {
  readonly to: HawalaStatus;
  readonly transaction: "stays" | "deleted" | "recovered";
}

const deleted = (to: HawalaStatus): Move => ({ to, transaction: "deleted" });
const stays = (to: HawalaStatus): Move => ({ to, transaction: "stays" });

/** Every way there is. What is not here is refused. */
const moves: Readonly<Record<Asked, Readonly<Partial<Record<HawalaStatus, Move>>>>> = {
  pending: {
    Passed: deleted("Pending"),
    Cancelled: stays("Pending"),
    received: stays("pending"),
    completed: stays("pending"),
    cancelled: { to: "pending", transaction: "recovered" },
  },
  cancelled: {
    Pending: stays("Cancelled"),
    Passed: deleted("Cancelled"),
    sent: deleted("cancelled"),
    received: deleted("cancelled"),
    pending: deleted("cancelled"),
  },
  received: { sent: stays("received"), pending: stays("received") },
  completed: { sent: stays("completed"), received: stays("completed"), pending: stays("completed") },
};

/**
 * Moves a hawala on, back or out, with its transaction: what was posted for it is taken back by mirror postings, or posted
 * again. Refuses where the hawala does not stand so that it could, and where it has changed since the version that the teller saw.
 */
export function moveHawala(
  { db }: Pick<Stores, "db">,
  { id, asked, ifMatch }: { readonly id: number; readonly asked: Asked; readonly ifMatch?: number | undefined },
  by: AskedBy,
): Promise<RecordedHawala> {
  return actOnce(db, by, async (tx) => {
    const head = await lockHawala(tx, id);
    const move = moves[asked][head.status as HawalaStatus];
    if (move === undefined) throw refusalOf(head, asked);
    // Whoever cancels what waited must not take back what another desk has paid in cash since.
    await requireCurrentVersion(tx, { type: "hawala", id, version: head.version }, ifMatch);
    const transaction = await transactionOf(tx, head, move);
    const act: HawalaAct = `hawala.${asked}`;
    const fields = standing(move.to, move.transaction === "deleted" ? null : (transaction?.id ?? head.transaction_id));
    const moved = await inLockOrder(head, {
      row: () => changeHawala(tx, head, { fields, act, actor: by.actor }),
      books: () => moveTransaction(tx, { transaction, move, reason: reasons[asked] }, by),
    });
    return { id, moved };
  });
}

const reasons: Readonly<Record<Asked, string>> = {
  pending: "The hawala was marked as pending",
  cancelled: "The hawala was cancelled",
  received: "The partner received the hawala",
  completed: "The partner paid the hawala",
};

const formName = "Pass Hawala";

/** The transaction that moves with the hawala, locked; none where it stays. */
async function transactionOf(tx: Tx, head: HawalaHead, move: Move): Promise<TransactionHead | undefined> {
  if (move.transaction === "stays") return undefined;
  if (move.transaction === "deleted") {
    assert(head.transaction_id !== null, "what is taken back was posted");
    const paid = await lockTransaction(tx, head.transaction_id);
    await holdUpSettlements(tx, head, paid);
    return paid;
  }
  const booking = await tx.selectFrom("transactions").select("id").where("hawala_id", "=", head.id).executeTakeFirstOrThrow();
  return lockTransaction(tx, booking.id);
}

async function moveTransaction(
  tx: Tx,
  {
    transaction,
    move,
    reason,
  }: { readonly transaction: TransactionHead | undefined; readonly move: Move; readonly reason: string },
  { actor }: AskedBy,
): Promise<LedgerAnswer | undefined> {
  if (transaction === undefined) return undefined;
  const by = { actor, idempotency: undefined };
  return move.transaction === "deleted"
    ? deleteTransaction(tx, { head: transaction, reason, formName }, by)
    : recoverTransaction(tx, transaction, by);
}

function refusalOf({ direction, status }: HawalaHead, asked: Asked): Refusal {
  if (direction === "incoming" && (asked === "received" || asked === "completed")) {
    return new Refusal("conflict", "Only an outgoing hawala is received and completed by a partner");
  }
  if (asked === "cancelled" && status === "completed") return receiverPaid();
  if (status.toLowerCase() === asked || (status === "sent" && asked === "pending")) {
    return new Refusal("conflict", `This hawala is already ${status.toLowerCase()}`);
  }
  return new Refusal("conflict", `This hawala is ${status.toLowerCase()}. Mark it as pending first`);
}
