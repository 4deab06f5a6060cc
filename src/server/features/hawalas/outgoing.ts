import type { OutgoingHawalaBody } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import { amountText } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { transitAccountId } from "#kernel/id.ts";
import { rateText } from "#kernel/rate.ts";
import { invalidField } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { editTransaction, lockTransaction, type TransactionHead } from "#ledger/correct.ts";
import { recordWithin, type Ledger } from "#ledger/post.ts";
import type { BusinessEvent } from "#ledger/transaction.ts";
import { auditHawala, changeHawala, inLockOrder, standing, type HawalaHead } from "#server/hawala/head.ts";
import { bookingOf, type Booking } from "#server/hawala/postings.ts";
import { issueHawalaNumber } from "#server/hawala/series.ts";
import { hawalaDay } from "#server/office.ts";

import type { Done } from "./act.ts";
import { sharedFields, type Fields } from "./incoming.ts";
import { checkAccounts, keptOr, requireCurrency } from "./rules.ts";
import { storedTerms, termsOf } from "./terms.ts";

/** A database transaction with the ledger it posts to. */
export interface Books {
  readonly tx: Tx;
  readonly ledger: Ledger;
}

/** Issues the number, writes the hawala down and books it. */
export async function enterOutgoing({ tx, ledger }: Books, body: OutgoingHawalaBody, { actor }: AskedBy): Promise<Done> {
  const plan = await planOf(tx, body);
  const hawalaNo = await issueHawalaNumber(tx);
  const { id } = await tx
    .insertInto("hawalas")
    .values({
      ...plan.fields,
      hawala_no: hawalaNo,
      normal_no: hawalaKey(hawalaNo),
      direction: "outgoing",
      status: "sent",
      created_by: actor.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const moved = await recordWithin(tx, { ...(await carriedBy({ tx, ledger }, plan, { id, hawalaNo })), actor });
  await tx.updateTable("hawalas").set(standing("sent", moved.id)).where("id", "=", id).execute();
  await auditHawala(tx, id, { act: "hawala.created", actor });
  return { id, moved };
}

/**
 * Corrects a locked outgoing hawala. Its booking is mirrored and made anew where it would say something else; otherwise the books
 * are left alone, so that a phone number can be corrected although the day of the booking is closed.
 */
export async function correctOutgoing(
  { tx, ledger }: Books,
  { head, body }: { readonly head: HawalaHead; readonly body: OutgoingHawalaBody },
  { actor }: AskedBy,
): Promise<Done> {
  assert(head.transaction_id !== null, "an open outgoing hawala is booked");
  const asked = await planOf(tx, body, head);
  const booked = await lockTransaction(tx, head.transaction_id);
  const plan = keepingCash(asked, { head, booked });
  refuseOwnPartner(plan.booking);
  const carried = await carriedBy({ tx, ledger }, plan, { id: head.id, hawalaNo: head.hawala_no });
  const event = keepingEdits(carried.event, plan, { head, booked });
  const row = () => changeHawala(tx, head, { fields: plan.fields, act: "hawala.edited", actor });
  // Nothing in the entry tells the commission: two that differ by a hundredth can go with one converted amount.
  if (saysAlready(booked, event) && plan.fields.commission === head.commission) {
    await row();
    return { id: head.id, moved: undefined };
  }
  const edit = { head: booked, event, postings: carried.postings, currencies: ledger.currencies };
  const books = () => editTransaction(tx, edit, { actor, idempotency: undefined });
  return { id: head.id, moved: await inLockOrder(head, { row, books }) };
}

interface Corrected {
  readonly head: HawalaHead;
  readonly booked: TransactionHead;
}

/** A walk-in stays one who has paid into the cash box of then, which may not be the office's any more. */
function keepingCash(plan: Plan, { head, booked }: Corrected): Plan {
  const isWalkIn = head.sender_account_id === null && plan.fields.sender_account_id === null;
  return isWalkIn ? { ...plan, booking: { ...plan.booking, payerId: booked.out_account_id } } : plan;
}

/** Between two currencies it would be booked against the payer himself, within one not at all. */
function refuseOwnPartner({ payerId, owedToId }: Pick<Booking, "payerId" | "owedToId">): void {
  if (payerId === owedToId) throw invalidField("partnerAccountId", "The partner cannot be the sender");
}

/** The event of a correction. The day and the narratives that Search gave the booking stay while what they come from stays. */
function keepingEdits(event: BusinessEvent, { fields }: Plan, { head, booked }: Corrected): BusinessEvent {
  const sameReceiver = fields.receiver_name === head.receiver_name;
  const sameNames = sameReceiver && fields.sender_name === head.sender_name;
  const sameDay = fields.transaction_date === head.transaction_date;
  return {
    ...event,
    narrative: sameNames ? booked.narrative : event.narrative,
    // It tells the receiver alone.
    counterNarrative: sameReceiver ? booked.c_narrative : event.counterNarrative,
    businessDate: sameDay ? parseBusinessDate(booked.business_date) : event.businessDate,
  };
}

/** Whether the booking stands as the event would have it. */
function saysAlready(booked: TransactionHead, { out, in: into, ...event }: BusinessEvent): boolean {
  const pairs = [
    [booked.out_account_id, out.accountId],
    [booked.currency_id, out.currencyId],
    [booked.d_amount, amountText(out.amount)],
    [booked.in_account_id, into.accountId],
    [booked.c_currency_id, into.currencyId],
    [booked.c_amount, amountText(into.amount)],
    [booked.ex_rate, rateText(event.rate)],
    [booked.narrative, event.narrative],
    [booked.c_narrative, event.counterNarrative],
    [booked.business_date, event.businessDate],
  ];
  return pairs.every(([stands, wanted]) => stands === wanted);
}

/** What an outgoing hawala is to be, before it is written. */
interface Plan {
  readonly body: OutgoingHawalaBody;
  readonly fields: Fields;
  readonly booking: Booking;
}

async function planOf(tx: Tx, body: OutgoingHawalaBody, head?: HawalaHead): Promise<Plan> {
  const terms = termsOf(body, head === undefined ? undefined : await storedTerms(tx, head));
  const paidField = (body.amountCurrency ?? null) !== null ? "amountCurrency" : "currency";
  const currency = await requireCurrency(tx, { code: terms.currency, field: paidField }, head);
  const convertedCurrency = await requireCurrency(tx, { code: terms.convertedCurrency, field: "convertedCurrency" }, head);
  const senderAccountId = keptOr(body.senderAccountId, head?.sender_account_id);
  const partnerAccountId = keptOr(body.partnerAccountId, head?.partner_account_id);
  await checkAccounts(tx, { senderAccountId, partnerAccountId, receiverAccountId: body.receiverAccountId });
  const { cash_account_id } = await tx.selectFrom("business_settings").select("cash_account_id").executeTakeFirstOrThrow();
  const payerId = senderAccountId ?? cash_account_id;
  const owedToId = partnerAccountId ?? transitAccountId;
  refuseOwnPartner({ payerId, owedToId });
  // It would be a withdrawal from the sender's account, which is not everybody's to record.
  if (partnerAccountId === cash_account_id) throw invalidField("partnerAccountId", "The cash account is no partner");
  const booking = {
    payerId,
    currencyId: currency.id,
    amount: terms.amount,
    owedToId,
    convertedCurrencyId: convertedCurrency.id,
    converted: terms.converted,
    commission: terms.commission,
    rate: terms.rate,
  };
  const fields = {
    ...sharedFields(body, head),
    sender_account_id: senderAccountId,
    partner_account_id: partnerAccountId,
    amount_currency_id: currency.id,
    exchange_rate: rateText(terms.rate),
    r_amount: amountText(terms.converted),
    currency_id: convertedCurrency.id,
    commission: amountText(terms.commission),
    remarks: keptOr(body.notes === undefined ? body.remarks : body.notes, head?.remarks) ?? "",
    transaction_date: await hawalaDay(tx, body.transactionDate ?? head?.transaction_date),
  };
  return { body, fields, booking };
}

async function carriedBy(
  { tx, ledger }: Books,
  { body, fields, booking }: Plan,
  hawala: { readonly id: number; readonly hawalaNo: string },
) {
  const ids = { currency: booking.currencyId, convertedCurrency: booking.convertedCurrencyId };
  const currencyOf = await ledger.currencies.knowing(ids, tx);
  const words = {
    hawalaId: hawala.id,
    hawalaNo: hawala.hawalaNo,
    senderName: body.senderName,
    receiverName: body.receiverName,
    businessDate: parseBusinessDate(fields.transaction_date),
  };
  return bookingOf(booking, words, currencyOf);
}
