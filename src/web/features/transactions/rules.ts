import type { z } from "zod";

import type { AccountRow } from "#contract/accounts.ts";
import type { creditBody, debitBody, transferBody } from "#contract/transactions.ts";
import type { AccountType } from "#kernel/account-type.ts";
import { zeroAmount, type Amount } from "#kernel/amount.ts";
import { sideOf, type EntryType } from "#web/lib/entry-sides.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { storedWordsOf } from "#web/ui/amount/amount-words.ts";
import { readAmount } from "#web/ui/amount/typed-amount.ts";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import type { Unfinished } from "#web/ui/entry/form-resolver.ts";

import type { Posted, PostedSide } from "./likely-duplicate.tsx";

/** What a new transfer is in before an account has been chosen. */
const defaultTransferCurrencyId = 2;

/** One currency on both sides is exchanged at 1. */
export const transferRate = "1.00000000";
export const entryRate = "1";

/** The Transfer form as it is filled. Amounts are text; accounts are the rows the pickers found. */
export interface TransferForm extends Record<string, unknown> {
  debitAccount: AccountRow | null;
  amount: string;
  debitNarrative: string;
  creditAccount: AccountRow | null;
  creditNarrative: string;
  currencyId: number | null;
  date: string;
}

/** The Debit or Credit form as it is filled. */
export interface EntryForm extends Record<string, unknown> {
  account: AccountRow | null;
  currencyId: number | null;
  amount: string;
  narrative: string;
  date: string;
}

export type TransferSent = Unfinished<z.input<typeof transferBody>>;
export type EntrySent = Unfinished<z.input<typeof debitBody> | z.input<typeof creditBody>>;

/** From the parts of a transfer's body to the fields of its form. */
export const transferFields = {
  outAccountId: "debitAccount",
  inAccountId: "creditAccount",
  dAmount: "amount",
  cAmount: "amount",
  cCurrencyId: "currencyId",
  transDescription: "debitNarrative",
  cTransDescription: "creditNarrative",
  transDate: "date",
} as const;

/** From the parts of a debit's or credit's body to the fields of its form: both sides are decided by the one account. */
export const entryFields = {
  outAccountId: "account",
  inAccountId: "account",
  dAmount: "amount",
  cAmount: "amount",
  cCurrencyId: "currencyId",
  transDescription: "narrative",
  transDate: "date",
} as const;

export function blankTransfer(today: string): TransferForm {
  return {
    debitAccount: null,
    amount: "",
    debitNarrative: "",
    creditAccount: null,
    creditNarrative: "",
    currencyId: defaultTransferCurrencyId,
    date: today,
  };
}

export function blankEntry(today: string): EntryForm {
  return { account: null, currencyId: null, amount: "", narrative: "", date: today };
}

/** The transfer as it is sent: the debit account is out, the credit account in, one amount of one currency. */
export function transferSent(form: TransferForm): TransferSent {
  return {
    transType: "Transfer",
    outAccountId: form.debitAccount?.id,
    inAccountId: form.creditAccount?.id,
    currencyId: form.currencyId,
    dAmount: form.amount,
    cCurrencyId: form.currencyId,
    cAmount: form.amount,
    exRate: transferRate,
    transDescription: form.debitNarrative,
    cTransDescription: form.creditNarrative,
    transDate: form.date,
    referenceId: 0,
  };
}

/** The debit or credit as it is sent. An amount left empty counts as zero; the credit narrative holds the amount in words. */
export function entrySent(type: EntryType, form: EntryForm, cashAccountId: number): EntrySent {
  const { account } = form;
  const out = account !== null && sideOf(type, account.accountType) === "out";
  const dAmount = form.amount === "" ? "0" : form.amount;
  return {
    transType: type,
    outAccountId: account === null || out ? account?.id : cashAccountId,
    inAccountId: account === null || !out ? account?.id : cashAccountId,
    currencyId: form.currencyId,
    dAmount,
    cCurrencyId: form.currencyId,
    cAmount: dAmount,
    exRate: entryRate,
    transDescription: form.narrative,
    cTransDescription: storedWordsOf(form.amount),
    transDate: form.date,
    referenceId: 0,
  };
}

/** What decides which currencies an account can hold. */
export type Holder = Pick<AccountRow, "accountType" | "currencyId" | "balances">;

/**
 * The ids of the currencies an account can hold: its own first, then those it already has a balance in, also one of zero. A
 * further one is opened by an Exchange. Undefined for a company account, which holds any.
 */
export function currenciesHeld({ accountType, currencyId, balances }: Holder): readonly number[] | undefined {
  if (accountType === "company") return undefined;
  return [...new Set([currencyId, ...balances.map((balance) => balance.currencyId)])];
}

/** Whether an account can hold a currency. */
export function mayHold(account: Holder, currencyId: number): boolean {
  return currenciesHeld(account)?.includes(currencyId) ?? true;
}

/** Whether there is a currency to choose for an account: not where it holds its own alone. */
export function hasChoice(account: Holder): boolean {
  return currenciesHeld(account)?.length !== 1;
}

/**
 * Debit and credit side exchanged, with their narratives. The currency stays, since an amount may have been typed in it; only
 * where the new debit account cannot hold it does it follow that account.
 */
export function reversed(form: TransferForm): TransferForm {
  const { creditAccount: next, currencyId } = form;
  const stays = next === null || (currencyId !== null && mayHold(next, currencyId));
  return {
    ...form,
    debitAccount: next,
    debitNarrative: form.creditNarrative,
    creditAccount: form.debitAccount,
    creditNarrative: form.debitNarrative,
    currencyId: stays ? currencyId : next.currencyId,
  };
}

/** The amount typed so far, for a preview; what is no amount yet counts as zero. */
export function amountSoFar(typed: string): Amount {
  const reading = readAmount(typed);
  return reading.kind === "amount" ? reading.amount : zeroAmount;
}

/** One side of what is being entered, for the preview of the balances. */
export function movementOf(
  account: AccountRow,
  side: Movement["side"],
  money: Pick<Movement, "currencyId" | "currency" | "amount">,
): Movement {
  return { accountId: account.id, accountType: account.accountType, account: accountLabel(account), side, ...money };
}

/** One side of what is being entered, as a duplicate of it would be found. */
export function postedSide(
  account: AccountRow,
  side: PostedSide["side"],
  money: Pick<PostedSide, "currencyId" | "amount">,
): PostedSide {
  return { accountId: account.id, accountType: account.accountType, account: accountLabel(account), side, ...money };
}

/** What a transfer would post; undefined while something is missing. */
export function postedTransfer({ debitAccount, creditAccount, currencyId, amount, date }: TransferForm): Posted | undefined {
  if (debitAccount === null || creditAccount === null || currencyId === null) return undefined;
  const money = { currencyId, amount: amountSoFar(amount) };
  return { date, sides: [postedSide(debitAccount, "out", money), postedSide(creditAccount, "in", money)] };
}

/** What a Debit or Credit would post on the account it is about; undefined while something is missing. */
export function postedEntry(type: EntryType, { account, currencyId, amount, date }: EntryForm): Posted | undefined {
  if (account === null || currencyId === null) return undefined;
  const money = { currencyId, amount: amountSoFar(amount) };
  return { date, sides: [postedSide(account, sideOf(type, account.accountType), money)] };
}

/** How a transfer reads: which way the shown balances go depends on whether the sides are the house's own accounts. */
export type TransferReading = "between" | "received" | "paid" | "house";

export function transferReading(debit: AccountType, credit: AccountType): TransferReading {
  if (debit === "company") return credit === "company" ? "house" : "received";
  return credit === "company" ? "paid" : "between";
}
