import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { TransactionType } from "#kernel/transaction-type.ts";

import { answerOfKey, type AskedBy } from "./answered-key.ts";
import type { CurrencyBook } from "./currency-book.ts";
import { askedRow, eventRow } from "./event-row.ts";
import { answerOf, type LedgerAnswer, type OutcomeRow } from "./outcome.ts";
import { checkEvent, postingsOf, type BusinessEvent, type Posting } from "./transaction.ts";

/** The current row of a transaction, as the correction that has locked it sees it. */
export interface TransactionHead {
  readonly id: number;
  readonly version: number;
  readonly type: TransactionType;
  readonly out_account_id: number;
  readonly in_account_id: number;
  readonly currency_id: number;
  readonly c_currency_id: number;
  readonly d_amount: string;
  readonly c_amount: string;
  readonly ex_rate: string;
  readonly narrative: string;
  readonly c_narrative: string;
  readonly business_date: string;
  readonly reference_id: number | null;
  readonly hawala_id: number | null;
  readonly modified_by: string | null;
  readonly modified_at: Date | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

/** Locks a transaction for the rest of the database transaction. Refuses an id that no transaction has. */
export async function lockTransaction(tx: Tx, id: number): Promise<TransactionHead> {
  const { rows } = await sql<TransactionHead>`select * from lock_transaction(${id})`.execute(tx);
  const [head] = rows;
  if (head === undefined) throw new Refusal("not_found", `There is no transaction ${String(id)}`);
  return head;
}

/** The stored answer of an earlier correction with this key. Refuses a key that was used for something else. */
export async function storedAnswer(tx: Tx, by: AskedBy): Promise<LedgerAnswer | undefined> {
  const answer = await answerOfKey(tx, by);
  return answer === undefined ? undefined : answerOf({ ordinal: 0, refusal: null, detail: answer });
}

/**
 * Gives a locked transaction a new version: the postings of the current one are mirrored, those of the new one posted.
 * Balances change by exactly the difference. Refuses as recording does, but the event may keep an inactive account. A
 * hawala brings its postings along; without any it keeps its amounts: the database takes the old postings over, commission and all.
 */
export async function editTransaction(
  tx: Tx,
  edit: {
    readonly head: TransactionHead;
    readonly event: BusinessEvent;
    readonly currencies: CurrencyBook;
    readonly postings?: readonly Posting[];
  },
  by: AskedBy,
): Promise<LedgerAnswer> {
  const { head, event } = edit;
  assert(head.deleted_at === null, "a deleted transaction is not edited");
  const ids = { currencyId: event.out.currencyId, cCurrencyId: event.in.currencyId };
  const currencyOf = await edit.currencies.knowing(ids, tx);
  if (event.type !== "Hawala") checkEvent(event, currencyOf);
  const postings = edit.postings ?? (event.type === "Hawala" ? undefined : postingsOf(event, currencyOf));
  const row = { ...eventRow({ event, postings: postings ?? [], ...by }, 0), hawala_id: head.hawala_id, ...before(head) };
  return correct(tx, { id: head.id, kind: "edit", row: postings === undefined ? { ...row, postings: undefined } : row });
}

/** Mirrors a locked transaction's postings and moves it to the deleted list. Refuses where one of its accounts is closed. */
export async function deleteTransaction(
  tx: Tx,
  deletion: { readonly head: TransactionHead; readonly reason: string | null; readonly formName: string | null },
  by: AskedBy,
): Promise<LedgerAnswer> {
  const { head, reason, formName } = deletion;
  return correct(tx, { id: head.id, kind: "delete", row: rowOfHead(head, by), reason, formName });
}

/** Posts the last version of a locked, deleted transaction again. Refuses where one of its accounts is not active. */
export async function recoverTransaction(tx: Tx, head: TransactionHead, by: AskedBy): Promise<LedgerAnswer> {
  return correct(tx, { id: head.id, kind: "recover", row: rowOfHead(head, by) });
}

function rowOfHead(head: TransactionHead, by: AskedBy): Record<string, unknown> {
  return { ...head, ordinal: 0, ...askedRow(by), ...before(head) };
}

/** What a correction may keep although nothing new could be posted to it. */
function before(head: TransactionHead): Record<string, unknown> {
  return {
    was_out_account_id: head.out_account_id,
    was_in_account_id: head.in_account_id,
    was_currency_id: head.currency_id,
    was_c_currency_id: head.c_currency_id,
  };
}

interface Correction {
  readonly id: number;
  readonly kind: "edit" | "delete" | "recover";
  readonly row: Record<string, unknown>;
  readonly reason?: string | null;
  readonly formName?: string | null;
}

async function correct(tx: Tx, { id, kind, row, reason = null, formName = null }: Correction): Promise<LedgerAnswer> {
  const { rows } = await sql<OutcomeRow>`
    select ordinal, refusal, detail
    from correct_transaction(${id}, ${kind}, ${JSON.stringify(row)}, ${reason}, ${formName})`.execute(tx);
  const [outcome] = rows;
  assert(outcome !== undefined, "a correction has an outcome");
  return answerOf(outcome);
}
