import { addAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import type { BusinessDate } from "#kernel/business-date.ts";
import { commissionAccountId } from "#kernel/id.ts";
import { rateOfOne, type Rate } from "#kernel/rate.ts";
import { postingsOf, type BusinessEvent, type LedgerCurrency, type Posting } from "#ledger/transaction.ts";
import { asNarrative } from "#server/narrative.ts";

/** What both kinds of event say in words. */
export interface HawalaWords {
  readonly hawalaId: number;
  readonly hawalaNo: string;
  readonly senderName: string;
  readonly receiverName: string;
  /** Today at the office where it is missing. */
  readonly businessDate: BusinessDate | undefined;
}

/** An event with the postings that carry it. */
export interface CarriedEvent {
  readonly event: BusinessEvent;
  readonly postings: readonly Posting[];
}

/** A receiver is paid: the partner owes us, and the cash box or the branch has paid. */
export function payoutOf(
  payout: { readonly partnerId: number; readonly paidFromId: number; readonly currencyId: number; readonly amount: Amount },
  words: HawalaWords,
): CarriedEvent {
  const side = { currencyId: payout.currencyId, amount: payout.amount };
  const event: BusinessEvent = {
    ...wordsOf(words),
    out: { accountId: payout.partnerId, ...side },
    in: { accountId: payout.paidFromId, ...side },
    rate: rateOfOne,
  };
  return { event, postings: [{ debitAccountId: payout.partnerId, creditAccountId: payout.paidFromId, ...side }] };
}

/** What an outgoing hawala moves. */
export interface Booking {
  /** The sender's account, or the cash box for a walk-in. */
  readonly payerId: number;
  readonly currencyId: number;
  readonly amount: Amount;
  /** The partner, or Hawala in Transit. */
  readonly owedToId: number;
  readonly convertedCurrencyId: number;
  readonly converted: Amount;
  /** In the converted currency. */
  readonly commission: Amount;
  readonly rate: Rate;
}

/**
 * A sender pays: we owe the partner the converted amount and have earned the commission. Two currencies meet in the position
 * accounts, as in every event.
 */
export function bookingOf(booking: Booking, words: HawalaWords, currencyOf: (id: number) => LedgerCurrency): CarriedEvent {
  const event: BusinessEvent = {
    ...wordsOf(words),
    out: { accountId: booking.payerId, currencyId: booking.currencyId, amount: booking.amount },
    in: { accountId: booking.owedToId, currencyId: booking.convertedCurrencyId, amount: booking.converted },
    rate: booking.rate,
  };
  const sameCurrency = booking.currencyId === booking.convertedCurrencyId;
  // Within one currency the partner gets what is left of the amount after the commission.
  assert(!sameCurrency || addAmounts(booking.converted, booking.commission) === booking.amount, "one currency moves as a whole");
  const main = sameCurrency ? { ...event, out: { ...event.out, amount: booking.converted } } : event;
  const postings = postingsOf(main, currencyOf);
  if (booking.commission === zeroAmount) return { event, postings };
  const commission = {
    debitAccountId: sameCurrency ? booking.payerId : currencyOf(booking.convertedCurrencyId).positionAccountId,
    creditAccountId: commissionAccountId,
    currencyId: booking.convertedCurrencyId,
    amount: booking.commission,
  };
  return { event, postings: [...postings, commission] };
}

function wordsOf({ hawalaId, hawalaNo, senderName, receiverName, businessDate }: HawalaWords) {
  return {
    type: "Hawala",
    narrative: asNarrative(`Hawala ${hawalaNo}: ${senderName} to ${receiverName}`),
    counterNarrative: asNarrative(`Hawala ${hawalaNo} for ${receiverName}`),
    businessDate,
    referenceId: 0,
    hawalaId,
  } as const;
}
