import type { z } from "zod";

import { mayCorrect, mayRecord, type Role } from "#contract/permissions.ts";
import type { hawalaCorrection, TransactionBody, TransactionCorrection } from "#contract/transactions.ts";
import { amountFrom, amountText, parseAmount, type Amount } from "#kernel/amount.ts";
import type { BusinessDate } from "#kernel/business-date.ts";
import { isBookedByDayClose } from "#kernel/id.ts";
import { parseRate, rateFrom, rateOfOne } from "#kernel/rate.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { amountInWords } from "#kernel/words.ts";
import type { TransactionHead } from "#ledger/correct.ts";
import type { BusinessEvent } from "#ledger/transaction.ts";
import { amountGiven } from "#server/http/input.ts";

/**
 * Refuses a Debit or Credit by a role that may not record one, whatever else the body says. Which accounts a Transfer
 * touches is judged with the accounts themselves.
 */
export function refuseEntryOf(role: Role, rawBody: unknown): void {
  const { transType } = (rawBody ?? {}) as { readonly transType?: unknown };
  if ((transType === "Debit" || transType === "Credit") && !mayRecord(role, transType, true)) {
    throw new Refusal("forbidden", `Only an admin may record a ${transType}`);
  }
}

/** The business event that a request describes. Refuses a credit side that contradicts the debit side of one currency. */
export function eventOf(body: TransactionBody): BusinessEvent {
  const shared = { type: body.transType, businessDate: body.transDate, referenceId: body.referenceId ?? 0 };
  if (body.transType === "Exchange") {
    return {
      ...shared,
      out: { accountId: body.outAccountId, currencyId: body.currencyId, amount: body.dAmount },
      in: { accountId: body.inAccountId, currencyId: body.cCurrencyId, amount: body.cAmount },
      rate: body.exRate,
      narrative: body.transDescription ?? "",
      counterNarrative: body.cTransDescription ?? "",
    };
  }
  return {
    ...shared,
    out: { accountId: body.outAccountId, currencyId: body.currencyId, amount: body.dAmount },
    in: {
      accountId: body.inAccountId,
      currencyId: body.cCurrencyId ?? body.currencyId,
      amount: sameAmount(body.cAmount, body.dAmount),
    },
    rate: rateOfOne,
    narrative: body.transDescription,
    counterNarrative: body.cTransDescription ?? counterNarrativeOf(body.transType, body.transDescription, body.dAmount),
  };
}

/** A Transfer's credit narrative mirrors the debit one; that of a Debit or Credit holds the amount in words. */
function counterNarrativeOf(type: "Transfer" | "Debit" | "Credit", narrative: string, amount: Amount): string {
  return type === "Transfer" ? narrative : amountInWords(amount);
}

function sameAmount(given: string | number | null | undefined, debit: Amount): Amount {
  return given === null || given === undefined ? debit : amountGiven("cAmount", given);
}

/** What a correction is judged by. */
export interface CorrectionRequest {
  readonly role: Role;
  readonly cashAccountId: number;
  readonly kind: "edit" | "delete" | "recover";
}

/** Refuses a correction by the wrong role or of a transaction in the wrong state. */
export function checkCorrection(head: TransactionHead, request: CorrectionRequest): void {
  const touchesCash = head.out_account_id === request.cashAccountId || head.in_account_id === request.cashAccountId;
  if (!mayCorrect(request.role, head.type, touchesCash)) {
    throw new Refusal("forbidden", "Your role may not change this transaction");
  }
  if (isBookedByDayClose(head.out_account_id, head.in_account_id)) {
    throw new Refusal("conflict", "Closing a day booked this entry. Only reopening and closing that day changes it");
  }
  const deleted = head.deleted_at !== null;
  if (request.kind === "recover" && !deleted) throw new Refusal("conflict", "This transaction is not deleted");
  if (request.kind !== "recover" && deleted) throw new Refusal("conflict", "This transaction has been deleted");
}

/**
 * The event a corrected transaction is to have: narratives and reference stay where the body leaves them out. Its type stays; a
 * Hawala keeps its accounts and amounts.
 */
export function correctedEvent(head: TransactionHead, body: TransactionCorrection): BusinessEvent {
  if (body.transType !== head.type) {
    throw invalidField("transType", `This is a ${head.type}; its type cannot be changed`);
  }
  if (body.transType === "Hawala") return correctedHawala(head, body);
  const event = eventOf({ ...body, referenceId: body.referenceId ?? head.reference_id });
  return {
    ...event,
    narrative: body.transDescription === undefined ? head.narrative : event.narrative,
    counterNarrative: correctedCounterNarrative(head, body, event),
  };
}

/**
 * An empty credit narrative is an answer and a missing one none. One that only repeated the amount or the debit narrative goes on doing
 * so, also where a Debit or Credit sends it back as it was read.
 */
function correctedCounterNarrative(head: TransactionHead, body: TransactionBody, event: BusinessEvent): string {
  const { transType, cTransDescription } = body;
  const isSentBack = cTransDescription === head.c_narrative && (transType === "Debit" || transType === "Credit");
  if (cTransDescription !== undefined && !isSentBack) return event.counterNarrative;
  if (transType === "Exchange") return head.c_narrative;
  const saidAmount = transType !== "Transfer" && head.c_narrative === amountInWords(amountFrom(head.d_amount));
  if (saidAmount) return amountInWords(body.dAmount);
  // That of a Debit or Credit as well: a settlement in cash says the same on both sides.
  return head.c_narrative === head.narrative ? event.narrative : head.c_narrative;
}

function correctedHawala(head: TransactionHead, body: z.output<typeof hawalaCorrection>): BusinessEvent {
  const kept =
    keeps(body.outAccountId, head.out_account_id) &&
    keeps(body.inAccountId, head.in_account_id) &&
    keeps(body.currencyId, head.currency_id) &&
    keeps(body.cCurrencyId, head.c_currency_id) &&
    keepsAmount(body.dAmount, head.d_amount) &&
    keepsAmount(body.cAmount, head.c_amount) &&
    keepsRate(body.exRate, head.ex_rate) &&
    keeps(body.referenceId, head.reference_id ?? 0);
  if (!kept) {
    throw new Refusal("conflict", "Of a hawala's transaction only the narratives and the date can be changed here");
  }
  return {
    type: "Hawala",
    out: { accountId: head.out_account_id, currencyId: head.currency_id, amount: amountFrom(head.d_amount) },
    in: { accountId: head.in_account_id, currencyId: head.c_currency_id, amount: amountFrom(head.c_amount) },
    rate: rateFrom(head.ex_rate),
    narrative: body.transDescription ?? head.narrative,
    counterNarrative: body.cTransDescription ?? head.c_narrative,
    businessDate: body.transDate ?? (head.business_date as BusinessDate),
    referenceId: head.reference_id ?? 0,
  };
}

function keeps(given: number | null | undefined, stored: number): boolean {
  return given === null || given === undefined || given === stored;
}

function keepsAmount(given: string | number | null | undefined, stored: string): boolean {
  if (given === null || given === undefined) return true;
  const amount = parseAmount(String(given).trim());
  return amount !== undefined && amountText(amount) === stored;
}

function keepsRate(given: string | number | null | undefined, stored: string): boolean {
  return given === null || given === undefined || parseRate(String(given).trim()) === parseRate(stored);
}
