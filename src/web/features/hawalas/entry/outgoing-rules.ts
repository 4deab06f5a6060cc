import type { z } from "zod";

import type { AccountRow } from "#contract/accounts.ts";
import type { Hawala, outgoingHawalaBody } from "#contract/hawalas.ts";
import { addAmounts, amountText, largestAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { convertedAmount, isConvertedAmount, largestCommission } from "#kernel/hawala.ts";
import { divideByRate, type Rate } from "#kernel/rate.ts";
import { shortRate } from "#web/lib/format.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { rateToSend, typedRate } from "#web/ui/amount/typed-rate.ts";
import { effectsOf, type Movement } from "#web/ui/entry/balance-effect.ts";
import type { Unfinished } from "#web/ui/entry/form-resolver.ts";

import {
  blankParties,
  boardRateText,
  defaultCurrencyId,
  orNull,
  partiesOf,
  partiesSent,
  positiveAmount,
  typedAmount,
  type Board,
  type Parties,
} from "./entry-rules.ts";

/** The form of an outgoing hawala. What is null follows from the other fields: it was not typed. */
export type OutgoingForm = Parties & {
  senderAccountId: number | null;
  partnerAccountId: number | null;
  amount: string | null;
  currencyId: number | null;
  exchangeRate: string | null;
  /** In the converted currency. */
  commission: string;
  convertedAmount: string | null;
  convertedCurrencyId: number | null;
  notes: string;
  date: string;
};

export type OutgoingSent = Unfinished<z.input<typeof outgoingHawalaBody>>;

export const noCommission = "0.00";

/** From the parts of the body to the fields of the form. */
export const outgoingFields = {
  currency: "currencyId",
  convertedCurrency: "convertedCurrencyId",
  transactionDate: "date",
} as const;

export function blankOutgoing(today: string): OutgoingForm {
  return {
    senderAccountId: null,
    ...blankParties,
    partnerAccountId: null,
    amount: null,
    currencyId: defaultCurrencyId,
    exchangeRate: null,
    commission: noCommission,
    convertedAmount: null,
    convertedCurrencyId: defaultCurrencyId,
    notes: "",
    date: today,
  };
}

/** A stored outgoing hawala as its form shows it. */
export function outgoingOf(stored: Hawala, board: Board): OutgoingForm {
  const currencyId = board.idOf(stored.amountCurrency);
  const form: OutgoingForm = {
    senderAccountId: stored.senderAccountId,
    ...partiesOf(stored),
    partnerAccountId: stored.partnerAccountId,
    amount: stored.amount,
    currencyId,
    exchangeRate: currencyId === stored.currencyId ? null : shortRate(stored.exchangeRate),
    commission: stored.commission,
    convertedAmount: null,
    convertedCurrencyId: stored.currencyId,
    notes: stored.remarks,
    date: stored.transactionDate,
  };
  // It may be a hundredth off what we would compute.
  return reckon(form, board).converted === stored.rAmount ? form : { ...form, convertedAmount: stored.rAmount };
}

/** What the fields of the amounts come to. */
export interface Reckoning {
  /** As they stand in the fields, typed or computed. */
  readonly rate: string;
  readonly amount: string;
  readonly converted: string;
  /** Undefined as long as something of it is missing. */
  readonly deal: Deal | undefined;
}

export interface Deal {
  readonly amount: Amount;
  readonly rate: Rate;
  readonly commission: Amount;
  /** What stands in the field. */
  readonly converted: Amount;
  /** What amount × rate − commission gives. */
  readonly computed: Amount;
}

/** Whether the receiver gets the currency that the sender pays: then there is nothing to convert. */
export function isOneCurrency({ currencyId, convertedCurrencyId }: OutgoingForm): boolean {
  return currencyId !== null && currencyId === convertedCurrencyId;
}

/** What the board has for the two currencies; "" where it does not know both. */
export function boardRateOf(form: OutgoingForm, { rateOf }: Board): string {
  return boardRateText(rateOf(form.currencyId), rateOf(form.convertedCurrencyId));
}

/** The rate that stands in the field: 1 within one currency, what was typed, otherwise what the board has. */
function rateShown(form: OutgoingForm, board: Board): string {
  return isOneCurrency(form) ? "1.00" : (form.exchangeRate ?? boardRateOf(form, board));
}

/**
 * Amount, rate and converted amount as they follow from each other: the converted amount is amount × rate − commission, and
 * where that one was typed, the amount is what has to be paid for it.
 */
export function reckon(form: OutgoingForm, board: Board): Reckoning {
  const shown = rateShown(form, board);
  const rate = typedRate(shown);
  const commission = typedAmount(form.commission);
  const isBackwards = form.amount === null && form.convertedAmount !== null;
  const asTyped = { rate: shown, amount: form.amount ?? "", converted: form.convertedAmount ?? "", deal: undefined };
  const wanted = positiveAmount(form.convertedAmount ?? "");
  const amount = isBackwards ? amountFor(wanted, rate, commission) : positiveAmount(form.amount ?? "");
  if (rate === undefined || commission === undefined || amount === undefined || amount > largestAmount) return asTyped;
  const computed = convertedAmount(amount, rate, commission);
  if (computed > largestAmount) return asTyped;
  return {
    rate: shown,
    amount: form.amount ?? amountText(amount),
    converted: form.convertedAmount ?? (computed > 0n ? amountText(computed) : ""),
    deal: { amount, rate, commission, converted: form.convertedAmount === null ? computed : (wanted ?? zeroAmount), computed },
  };
}

/** What has to be paid so that the receiver gets this much. */
function amountFor(wanted: Amount | undefined, rate: Rate | undefined, commission: Amount | undefined): Amount | undefined {
  if (wanted === undefined || rate === undefined || commission === undefined) return undefined;
  const amount = divideByRate(addAmounts(wanted, commission), rate);
  return amount > 0n ? amount : undefined;
}

/** What is wrong with a deal: the commission eats it up, or no amount gives what the receiver is to get. */
export function dealFault(
  form: OutgoingForm,
  { commission, converted, computed }: Deal,
): "commission" | "convertedAmount" | undefined {
  // One that no office may keep is named by the call itself.
  if (computed <= 0n) return commission > largestCommission ? undefined : "commission";
  const isRight = isOneCurrency(form) ? converted === computed : isConvertedAmount(converted, computed);
  return isRight ? undefined : "convertedAmount";
}

/** The fields by which another hawala may be the same one. */
export const identityFields: ReadonlySet<keyof OutgoingForm> = new Set([
  "senderName",
  "receiverName",
  "amount",
  "commission",
  "currencyId",
  "exchangeRate",
  "convertedCurrencyId",
  "convertedAmount",
  "date",
]);

/** The fields that the rate of a deal stands on. */
export const rateFields: ReadonlySet<keyof OutgoingForm> = new Set(["exchangeRate", "currencyId", "convertedCurrencyId"]);

/** The form with the rate that stands in it as if it were typed. */
export function withRateHeld(form: OutgoingForm, board: Board): OutgoingForm {
  return isOneCurrency(form) ? form : { ...form, exchangeRate: rateShown(form, board) };
}

/** The hawala as it is sent. */
export function outgoingSent(form: OutgoingForm, board: Board): OutgoingSent {
  const { rate, amount, converted } = reckon(form, board);
  return {
    direction: "outgoing",
    senderAccountId: form.senderAccountId,
    ...partiesSent(form),
    partnerAccountId: form.partnerAccountId,
    amount,
    currency: board.codeOf(form.currencyId) ?? "",
    exchangeRate: rateToSend(rate),
    convertedAmount: orNull(converted),
    convertedCurrency: board.codeOf(form.convertedCurrencyId) ?? "",
    commission: form.commission,
    notes: orNull(form.notes),
    transactionDate: form.date,
  };
}

/** The accounts whose balances an outgoing hawala moves, as far as they are known. */
export interface Movers {
  /** The sender, or the cash box for a walk-in. */
  readonly payer: AccountRow | undefined;
  readonly partner: AccountRow | undefined;
}

/** What booking moves on the accounts that people know: the payer pays the amount, the partner is owed the converted one. */
export function movementsOf(form: OutgoingForm, { payer, partner }: Movers, board: Board): Movement[] {
  const { deal } = reckon(form, board);
  if (deal === undefined) return [];
  const movements: Movement[] = [];
  const paid = board.codeOf(form.currencyId);
  const owed = board.codeOf(form.convertedCurrencyId);
  if (payer !== undefined && form.currencyId !== null && paid !== undefined)
    movements.push({ ...named(payer), side: "debited", currencyId: form.currencyId, currency: paid, amount: deal.amount });
  if (partner !== undefined && form.convertedCurrencyId !== null && owed !== undefined) {
    const credited = { currencyId: form.convertedCurrencyId, currency: owed, amount: deal.converted };
    movements.push({ ...named(partner), side: "credited", ...credited });
  }
  return movements;
}

function named(account: AccountRow): Pick<Movement, "accountId" | "accountType" | "account"> {
  return { accountId: account.id, accountType: account.accountType, account: accountLabel(account) };
}

/** What an edit does: the old booking taken back and the new one made. What it leaves as it is, is not among them. */
export function differenceOf(before: readonly Movement[], after: readonly Movement[]): Movement[] {
  const mirrored = before.map((movement): Movement => ({
    ...movement,
    side: movement.side === "debited" ? "credited" : "debited",
  }));
  const all = [...mirrored, ...after];
  const changed = effectsOf(all).filter(({ change }) => change !== 0n);
  return all.filter(({ accountId, currencyId }) =>
    changed.some((effect) => effect.accountId === accountId && effect.currencyId === currencyId),
  );
}

/**
 * Whether an edit leaves what is booked as it is, on the house's own accounts as well. False while the amounts are
 * unfinished.
 */
export function isBookedAlike(before: OutgoingForm, after: OutgoingForm, board: Board): boolean {
  const [was, is] = [reckon(before, board).deal, reckon(after, board).deal];
  if (was === undefined || is === undefined) return false;
  const accounts = ["senderAccountId", "partnerAccountId", "currencyId", "convertedCurrencyId"] as const;
  const amounts = ["amount", "converted", "commission"] as const;
  return accounts.every((field) => before[field] === after[field]) && amounts.every((field) => was[field] === is[field]);
}
