import { sql, type Kysely } from "kysely";

import type { SettlementMeans } from "#contract/partner-settlements.ts";
import type { Role } from "#contract/permissions.ts";
import type { RecordedTransaction, TransactionBody, TransactionCorrection } from "#contract/transactions.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { BusinessDate } from "#kernel/business-date.ts";
import { refusingUsedKey, type AskedBy } from "#ledger/answered-key.ts";
import {
  deleteTransaction,
  editTransaction,
  lockTransaction,
  recoverTransaction,
  storedAnswer,
  type TransactionHead,
} from "#ledger/correct.ts";
import type { LedgerAnswer } from "#ledger/outcome.ts";
import { recordTransaction, type Ledger } from "#ledger/post.ts";
import type { BusinessEvent } from "#ledger/transaction.ts";
import {
  changeHawala,
  inLockOrder,
  lockHawala,
  withoutTransaction,
  withTransaction,
  withTransactionRedated,
  type HawalaHead,
  type HawalaStep,
} from "#server/hawala/head.ts";
import { holdUpSettlements } from "#server/hawala/settlement-lock.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";
import { announce } from "#server/live/announce.ts";
import { requireMeans } from "#server/settlement-means.ts";

import { recordedReply } from "./replies.ts";
import { checkCorrection, correctedEvent, eventOf } from "./rules.ts";

/** Records what the body describes. Refuses as the rules of its type and the ledger say. */
export async function recordCommand(ledger: Ledger, body: TransactionBody, by: AskedBy): Promise<RecordedTransaction> {
  const answer = await recordTransaction(ledger, eventOf(body), by);
  return recordedReply(answer);
}

/** Everything a correction needs to know of the request that asks for it. */
export interface Correcting {
  readonly id: number;
  readonly role: Role;
  readonly expectedVersion: number | undefined;
  readonly by: AskedBy;
}

/** Replaces a transaction's state by the body's; its balances change by the difference. */
export function editCommand(
  stores: { readonly db: Kysely<DB>; readonly ledger: Ledger },
  body: TransactionCorrection,
  request: Correcting,
): Promise<RecordedTransaction> {
  return correct(stores.db, { ...request, kind: "edit", newDate: body.transDate }, async (tx, head) => {
    const event = correctedEvent(head, body);
    await keepMeans(tx, head, event);
    return editTransaction(tx, { head, event, currencies: stores.ledger.currencies }, request.by);
  });
}

/** A settlement says by what means it was made: no edit takes it onto the cash account, or off it. */
async function keepMeans(tx: Tx, head: TransactionHead, { out, in: into }: BusinessEvent): Promise<void> {
  const { rows } = await sql<{ means: SettlementMeans; partnerId: number; cashAccountId: number }>`
    select s.means, s.partner_account_id as "partnerId", b.cash_account_id as "cashAccountId"
    from partner_settlements s cross join business_settings b where s.transaction_id = ${head.id}`.execute(tx);
  const [settled] = rows;
  if (settled === undefined) return;
  const [was, is] = [
    counterOf(settled.partnerId, head.out_account_id, head.in_account_id),
    counterOf(settled.partnerId, out.accountId, into.accountId),
  ];
  // One that stays may have been the cash account then, or have become it since.
  if (is.id !== was.id) requireMeans(settled.means, { isCash: is.id === settled.cashAccountId, field: is.field });
}

/** The account that a settlement goes through: the side that is not the partner's, or his own of the other currency. */
function counterOf(partnerId: number, outId: number, inId: number): { readonly id: number; readonly field: string } {
  return outId === partnerId ? { id: inId, field: "inAccountId" } : { id: outId, field: "outAccountId" };
}

/** Moves a transaction to the deleted list, with the reason it was deleted for. */
export function deleteCommand(
  db: Kysely<DB>,
  words: { readonly reason: string | null; readonly formName: string | null },
  request: Correcting,
): Promise<RecordedTransaction> {
  return correct(db, { ...request, kind: "delete" }, (tx, head) => deleteTransaction(tx, { head, ...words }, request.by));
}

/** Returns a deleted transaction to the active list under its old id. */
export function recoverCommand(db: Kysely<DB>, request: Correcting): Promise<RecordedTransaction> {
  return correct(db, { ...request, kind: "recover" }, (tx, head) => recoverTransaction(tx, head, request.by));
}

type Correction = Correcting &
  (
    | { readonly kind: "delete" | "recover" }
    /** The date stays where none is given. */
    | { readonly kind: "edit"; readonly newDate: BusinessDate | undefined }
  );

function correct(
  db: Kysely<DB>,
  request: Correction,
  work: (tx: Tx, head: TransactionHead) => Promise<LedgerAnswer>,
): Promise<RecordedTransaction> {
  return refusingUsedKey(
    transaction(db, async (tx) => {
      const answer = (await storedAnswer(tx, request.by)) ?? (await correctOnce(tx, request, work));
      return recordedReply(answer);
    }),
  );
}

async function correctOnce(
  tx: Tx,
  request: Correction,
  work: (tx: Tx, head: TransactionHead) => Promise<LedgerAnswer>,
): Promise<LedgerAnswer> {
  const hawala = await lockCarriedBy(tx, request.id);
  const head = await lockTransaction(tx, request.id);
  const settings = await tx.selectFrom("business_settings").select("cash_account_id").executeTakeFirstOrThrow();
  checkCorrection(head, {
    role: request.role,
    cashAccountId: settings.cash_account_id,
    kind: request.kind,
  });
  await requireCurrentVersion(tx, { type: "transaction", id: head.id, version: head.version }, request.expectedVersion);
  const step = hawala === undefined ? undefined : await stepOf(tx, { hawala, head }, request);
  if (hawala !== undefined && request.kind === "delete") await holdUpSettlements(tx, hawala, head);
  if (hawala === undefined || step === undefined) return work(tx, head);
  await announce(tx, ["hawalas"]);
  return inLockOrder(hawala, {
    row: () => changeHawala(tx, hawala, { ...step, actor: request.by.actor }),
    books: () => work(tx, head),
  });
}

/**
 * The hawala that the transaction pays or books, locked before the transaction is. So are the settlements with the partner whose
 * settlement it is, as whoever settles with them does before anything else: the ledger's trigger asks for that lock after the balances.
 */
async function lockCarriedBy(tx: Tx, transactionId: number): Promise<HawalaHead | undefined> {
  const { rows } = await sql<{ hawala_id: number | null }>`
    select t.hawala_id, pg_advisory_xact_lock(hashtextextended('settlement of ' || s.partner_account_id, 0))
    from transactions t left join partner_settlements s on s.transaction_id = t.id where t.id = ${transactionId}`.execute(tx);
  const [row] = rows;
  return row === undefined || row.hawala_id === null ? undefined : lockHawala(tx, row.hawala_id);
}

/** What the correction of a transaction means for its hawala, which may refuse it; nothing where only the words change. */
async function stepOf(
  tx: Tx,
  { hawala, head }: { readonly hawala: HawalaHead; readonly head: TransactionHead },
  correction: Correction,
): Promise<HawalaStep | undefined> {
  if (correction.kind === "edit") {
    const { newDate = head.business_date } = correction;
    const days = { before: head.business_date, after: newDate };
    return days.before === days.after ? undefined : withTransactionRedated(hawala, days);
  }
  return correction.kind === "delete" ? withoutTransaction(hawala) : withTransaction(tx, hawala, head);
}
