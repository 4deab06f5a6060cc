import type { Recorder } from "./batch.ts";
import type { CurrencyBook } from "./currency-book.ts";
import type { IdempotencyScope, LedgerActor } from "./event-row.ts";
import type { LedgerAnswer } from "./outcome.ts";
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
export async function recordTransaction(
  ledger: Ledger,
  event: BusinessEvent,
  by: { readonly actor: LedgerActor; readonly idempotency: IdempotencyScope | undefined },
): Promise<LedgerAnswer> {
  const currencyOf = await ledger.currencies.knowing([event.out.currencyId, event.in.currencyId]);
  checkEvent(event, currencyOf);
  return ledger.recorder.record({ event, postings: postingsOf(event, currencyOf), ...by });
}
