import { compositeArray } from "#db/composite-array.ts";
import { amountText } from "#kernel/amount.ts";
import { rateText } from "#kernel/rate.ts";

import type { BusinessEvent, Posting } from "./transaction.ts";

/** Who acts, and through which request: stands in the journal and in the audit log. */
export interface LedgerActor {
  readonly userId: string;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly ip: string | null;
  readonly requestId: string | null;
  /** Admitted some seconds ago, by this session and in this role; whether that still holds is checked where the event is recorded. */
  readonly isToBeChecked?: boolean;
  readonly sessionId?: number;
  readonly role?: string;
}

/** How a caller asks for the same answer when it sends the same request again. */
export interface IdempotencyScope {
  readonly key: string;
  /** The call it was used on, such as "POST /api/transactions". */
  readonly call: string;
  /** A digest of everything the request asked for. */
  readonly requestHash: string;
}

/** An event with all that is needed to write it down. */
export interface Recording {
  readonly event: BusinessEvent;
  readonly postings: readonly Posting[];
  readonly actor: LedgerActor;
  readonly idempotency: IdempotencyScope | undefined;
}

/** The database's own form of a recording: the composite type `event`. */
export function eventRow(recording: Recording, ordinal: number): Record<string, unknown> {
  const { event, actor } = recording;
  return {
    ordinal,
    ...askedRow(recording),
    is_admin: actor.isAdmin,
    ...(actor.isToBeChecked === true ? { session_id: actor.sessionId, role: actor.role } : {}),
    type: event.type,
    out_account_id: event.out.accountId,
    currency_id: event.out.currencyId,
    d_amount: amountText(event.out.amount),
    in_account_id: event.in.accountId,
    c_currency_id: event.in.currencyId,
    c_amount: amountText(event.in.amount),
    ex_rate: rateText(event.rate),
    narrative: event.narrative,
    c_narrative: event.counterNarrative,
    business_date: event.businessDate,
    reference_id: event.referenceId === 0 ? undefined : event.referenceId,
    hawala_id: event.hawalaId,
    postings: recording.postings.map((posting) => [
      posting.debitAccountId,
      posting.creditAccountId,
      posting.currencyId,
      amountText(posting.amount),
    ]),
  };
}

/** Who asks, through which request and under which key, as the same type has it. */
export function askedRow({ actor, idempotency }: Pick<Recording, "actor" | "idempotency">): Record<string, unknown> {
  return {
    call: idempotency?.call,
    key: idempotency?.key,
    request_hash: idempotency?.requestHash,
    actor_id: actor.userId,
    actor: actor.username,
    ip: actor.ip,
    request_id: actor.requestId,
  };
}

/** The attributes of the composite type `event`, in its order. */
const attributes = `ordinal call key request_hash actor_id actor is_admin ip request_id type out_account_id currency_id d_amount
  in_account_id c_currency_id c_amount ex_rate narrative c_narrative business_date reference_id hawala_id postings
  was_out_account_id was_in_account_id was_currency_id was_c_currency_id session_id role`.split(/\s+/);

/** Rows of events as an array of the type `event`, for the database to read. */
export function eventsLiteral(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return compositeArray(rows, attributes);
}

/** What is answered of a new event as it was sent; the database adds what only it knows: id, dates and balances. */
export function sentOf({ event, actor }: Recording): Record<string, unknown> {
  return {
    version: 1,
    type: event.type,
    outAccountId: event.out.accountId,
    currencyId: event.out.currencyId,
    dAmount: amountText(event.out.amount),
    inAccountId: event.in.accountId,
    cCurrencyId: event.in.currencyId,
    cAmount: amountText(event.in.amount),
    exRate: rateText(event.rate),
    narrative: event.narrative,
    cNarrative: event.counterNarrative,
    ...(event.referenceId === 0 ? {} : { referenceId: event.referenceId }),
    ...(event.hawalaId === undefined ? {} : { hawalaId: event.hawalaId }),
    createdBy: actor.userId,
    names: { [actor.userId]: actor.username },
  };
}
