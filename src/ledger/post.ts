import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";

import type { AskedBy } from "./answered-key.ts";
import type { Recorder } from "./batch.ts";
import type { CurrencyBook } from "./currency-book.ts";
import { eventRow, eventsLiteral, sentOf, type LedgerActor, type Recording } from "./event-row.ts";
import { answerOf, outcomeOf, type LedgerAnswer, type RecordedRow } from "./outcome.ts";
import { checkEvent, postingsOf, type BusinessEvent } from "./transaction.ts";

/** What the ledger works with; made once, when the server starts. */
export interface Ledger {
  readonly recorder: Recorder;
  readonly currencies: CurrencyBook;
}

/**
 * Records a business event: checks it by itself, works out its postings, and writes everything in one database
 * transaction. Refuses what the event itself or the state of its accounts forbids.
 */
export async function recordTransaction(ledger: Ledger, event: BusinessEvent, by: AskedBy): Promise<LedgerAnswer> {
  const currencyOf = await ledger.currencies.knowing({ currencyId: event.out.currencyId, cCurrencyId: event.in.currencyId });
  checkEvent(event, currencyOf);
  return ledger.recorder.record({ event, postings: postingsOf(event, currencyOf), ...by });
}

/**
 * Records an event as part of a larger act, in the caller's database transaction; whether the act was asked for before is the
 * caller's to know. Refuses as recording does.
 */
export async function recordWithin(
  tx: Tx,
  { event, postings, actor }: Pick<Recording, "event" | "postings"> & { readonly actor: LedgerActor },
): Promise<LedgerAnswer> {
  const recording = { event, postings, actor, idempotency: undefined };
  const events = eventsLiteral([eventRow(recording, 0)]);
  const { rows } = await sql<RecordedRow>`select * from record_transactions(${events})`.execute(tx);
  const [outcome] = rows;
  assert(outcome !== undefined, "an event has an outcome");
  return answerOf(outcomeOf(outcome), sentOf(recording));
}
