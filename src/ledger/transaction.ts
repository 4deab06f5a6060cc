import { amountText, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import type { BusinessDate } from "#kernel/business-date.ts";
import { amountsMeet, sellingAmount } from "#kernel/exchange.ts";
import type { Rate } from "#kernel/rate.ts";
import { invalidField } from "#kernel/refusal.ts";
import type { TransactionType } from "#kernel/transaction-type.ts";

/** One side of a business event: this account moves by this amount of this currency. */
export interface Side {
  readonly accountId: number;
  readonly currencyId: number;
  readonly amount: Amount;
}

/**
 * A business event, before it is recorded. The one rule of the ledger: `out` is debited, `in` is credited; nothing else
 * decides a posting's direction.
 */
export interface BusinessEvent {
  readonly type: TransactionType;
  readonly out: Side;
  readonly in: Side;
  readonly rate: Rate;
  readonly narrative: string;
  readonly counterNarrative: string;
  /** Today at the office where it is missing. */
  readonly businessDate: BusinessDate | undefined;
  /** Another record that the office wants to find it by; 0 is none. */
  readonly referenceId: number;
  readonly hawalaId?: number;
}

/** One movement of an amount of one currency. It holds both of its sides, so it cannot be out of balance. */
export interface Posting {
  readonly debitAccountId: number;
  readonly creditAccountId: number;
  readonly currencyId: number;
  readonly amount: Amount;
}

/** What the ledger has to know of a currency. */
export interface LedgerCurrency {
  readonly code: string;
  /** The house's own account that shows how much of the currency it is long or short. */
  readonly positionAccountId: number;
}

/**
 * The postings that carry an event. Two currencies meet in the house's position accounts, so that each currency sums to
 * zero over all accounts.
 */
export function postingsOf(event: BusinessEvent, currencyOf: (id: number) => LedgerCurrency): readonly Posting[] {
  const { out, in: into } = event;
  assert(out.amount > 0n && into.amount > 0n, "an event moves positive amounts");
  if (out.currencyId === into.currencyId) {
    assert(out.amount === into.amount, "one currency moves by one amount");
    assert(out.accountId !== into.accountId, "one currency moves between two accounts");
    return [posting(out.accountId, into.accountId, out)];
  }
  return [
    posting(out.accountId, currencyOf(out.currencyId).positionAccountId, out),
    posting(currencyOf(into.currencyId).positionAccountId, into.accountId, into),
  ];
}

function posting(debitAccountId: number, creditAccountId: number, side: Side): Posting {
  return { debitAccountId, creditAccountId, currencyId: side.currencyId, amount: side.amount };
}

/**
 * Refuses what an event itself forbids, whatever the accounts are: an Exchange within one currency or whose amounts do not meet at its
 * rate; of any other, two currencies, two amounts, or one account on both sides.
 */
export function checkEvent(event: BusinessEvent, currencyOf: (id: number) => LedgerCurrency): void {
  const { out, in: into } = event;
  if (event.type === "Exchange") {
    if (out.currencyId === into.currencyId) {
      throw invalidField("cCurrencyId", "An exchange needs two different currencies; within one currency record a Transfer");
    }
    const pair = { from: currencyOf(out.currencyId).code, to: currencyOf(into.currencyId).code };
    if (!amountsMeet({ purchase: out.amount, selling: into.amount, rate: event.rate }, pair)) {
      const expected = sellingAmount(out.amount, event.rate, pair);
      throw invalidField("cAmount", `At this rate the selling amount is ${amountText(expected)} ${pair.to}`);
    }
  } else if (out.currencyId !== into.currencyId) {
    throw invalidField("cCurrencyId", "Both sides must have the same currency; between two currencies record an Exchange");
  } else if (out.amount !== into.amount) {
    throw invalidField("cAmount", "The credit amount must equal the debit amount");
  } else if (out.accountId === into.accountId) {
    throw invalidField("inAccountId", "The debit account and the credit account must be different");
  }
}
