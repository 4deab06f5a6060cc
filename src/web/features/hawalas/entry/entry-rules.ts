import type { AccountRow } from "#contract/accounts.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { zeroAmount, type Amount } from "#kernel/amount.ts";
import { crossRate } from "#kernel/board-rate.ts";
import { rateText, type Rate } from "#kernel/rate.ts";
import { shortRate } from "#web/lib/format.ts";
import { accountFullName } from "#web/ui/account/account-label.ts";
import { readAmount } from "#web/ui/amount/typed-amount.ts";

/** What a new hawala is in, and paid out in, before anybody has chosen: dollars. */
export const defaultCurrencyId = 2;

/** What the office's board knows of its currencies. */
export interface Board {
  readonly codeOf: (currencyId: number | null) => string | undefined;
  readonly idOf: (code: string | null) => number | null;
  /** Units per 1 USD. */
  readonly rateOf: (currencyId: number | null) => Rate | undefined;
}

/** Between whom the money goes, in either direction. */
export type Parties = {
  senderName: string;
  senderPhone: string;
  senderLocation: string;
  receiverAccountId: number | null;
  receiverName: string;
  receiverPhone: string;
  receiverLocation: string;
};

export const blankParties: Parties = {
  senderName: "",
  senderPhone: "",
  senderLocation: "",
  receiverAccountId: null,
  receiverName: "",
  receiverPhone: "",
  receiverLocation: "",
};

export function partiesOf(stored: Hawala): Parties {
  return {
    senderName: stored.senderName,
    senderPhone: stored.senderPhone ?? "",
    senderLocation: stored.senderLocation ?? "",
    receiverAccountId: stored.receiverAccountId,
    receiverName: stored.receiverName,
    receiverPhone: stored.receiverPhone ?? "",
    receiverLocation: stored.receiverLocation ?? "",
  };
}

/** The parties as they are sent. Optional fields that are empty go as null. */
export function partiesSent(form: Parties) {
  return {
    senderName: form.senderName,
    senderPhone: orNull(form.senderPhone),
    senderLocation: orNull(form.senderLocation),
    receiverAccountId: form.receiverAccountId,
    receiverName: form.receiverName,
    receiverPhone: orNull(form.receiverPhone),
    receiverLocation: orNull(form.receiverLocation),
  };
}

/** What is sent for a text that may be missing. */
export function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}

/** The side of a hawala that an account stands for. */
export type Party = "sender" | "receiver";

/** What an account says of its holder; nothing without one. */
function holderOf(account: AccountRow | undefined): { readonly name: string; readonly phone: string } {
  if (account === undefined) return { name: "", phone: "" };
  return { name: accountFullName(account), phone: account.phone ?? "" };
}

/**
 * Name and phone of a party after its account was chosen or taken back: what came from the account before is replaced, what
 * a person typed stays.
 */
export function withHolder<Form extends Parties>(
  form: Form,
  party: Party,
  { before, after }: { readonly before: AccountRow | undefined; readonly after: AccountRow | undefined },
): Form {
  const [old, next] = [holderOf(before), holderOf(after)];
  const replaced = (typed: string, oldText: string, nextText: string): string =>
    typed.trim() === "" || typed === oldText ? nextText : typed;
  return {
    ...form,
    [`${party}Name`]: replaced(form[`${party}Name`], old.name, next.name),
    [`${party}Phone`]: replaced(form[`${party}Phone`], old.phone, next.phone),
  };
}

/**
 * A rate by the board as it stands in the field, units of `to` for one of `from`; "" where the board does not know both, or where
 * it would be no rate that a hawala may have.
 */
export function boardRateText(from: Rate | undefined, to: Rate | undefined): string {
  if (from === undefined || to === undefined || from === 0n) return "";
  const rate = crossRate({ source: from, target: to });
  return rate === undefined ? "" : shortRate(rateText(rate));
}

/** The amount that a field's text means; an empty one is zero, and what is no amount is undefined. */
export function typedAmount(text: string): Amount | undefined {
  const reading = readAmount(text);
  return reading.kind === "amount" ? reading.amount : reading.kind === "empty" ? zeroAmount : undefined;
}

/** The amount that a field's text means, where it is more than nothing. */
export function positiveAmount(text: string): Amount | undefined {
  const amount = typedAmount(text);
  return amount !== undefined && amount > 0n ? amount : undefined;
}
