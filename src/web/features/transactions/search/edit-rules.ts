import type { z } from "zod";

import type { creditBody, debitBody, exchangeBody, hawalaCorrection, Transaction, transferBody } from "#contract/transactions.ts";
import { amountText, largestAmount, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { amountsMeet, sellingAmount } from "#kernel/exchange.ts";
import {
  blankExchange,
  dealOf,
  exchangeSent,
  pairOf,
  positive,
  type CodeOf,
  type ExchangeForm,
} from "#web/features/transactions/exchange-rules.ts";
import { amountSoFar, entrySent, movementOf, transferSent } from "#web/features/transactions/rules.ts";
import type { EntryType } from "#web/lib/entry-sides.ts";
import { shortRate } from "#web/lib/format.ts";
import { readRate } from "#web/ui/amount/typed-rate.ts";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import type { Unfinished } from "#web/ui/entry/form-resolver.ts";

import type { AccountsById } from "./search-accounts.tsx";

/** What a form knows beside what is typed in it: the accounts met so far, which of them its entry has as the cash, and the currencies. */
export interface Known {
  readonly accounts: AccountsById;
  readonly cashAccountId: number;
  readonly codeOf: CodeOf;
}

export type EntryEdit = {
  account: number | null;
  currencyId: number | null;
  amount: string;
  narrative: string;
  date: string;
};

export type TransferEdit = {
  debitAccount: number | null;
  creditAccount: number | null;
  currencyId: number | null;
  amount: string;
  debitNarrative: string;
  creditNarrative: string;
  date: string;
};

export type ExchangeEdit = {
  purchaseAccount: number | null;
  purchaseCurrencyId: number | null;
  purchaseAmount: string;
  purchaseNarrative: string;
  rate: string;
  sellingAccount: number | null;
  sellingCurrencyId: number | null;
  sellingAmount: string;
  sellingNarrative: string;
  date: string;
};

export type HawalaEdit = {
  debitNarrative: string;
  creditNarrative: string;
  date: string;
};

export type HawalaSent = Unfinished<z.input<typeof hawalaCorrection>>;
export type EntryEditSent = Unfinished<z.input<typeof debitBody> | z.input<typeof creditBody>>;
export type TransferEditSent = Unfinished<z.input<typeof transferBody>>;
export type ExchangeEditSent = Unfinished<z.input<typeof exchangeBody>>;

/** A stored Debit or Credit as its form shows it: the account is the side that is not the cash. */
export function entryEditOf(stored: Transaction, cashAccountId: number): EntryEdit {
  return {
    account: stored.outAccountId === cashAccountId ? stored.inAccountId : stored.outAccountId,
    currencyId: stored.currencyId,
    amount: stored.dAmount,
    narrative: stored.transDescription,
    date: stored.transDate,
  };
}

export function transferEditOf(stored: Transaction): TransferEdit {
  return {
    debitAccount: stored.outAccountId,
    creditAccount: stored.inAccountId,
    currencyId: stored.currencyId,
    amount: stored.dAmount,
    debitNarrative: stored.transDescription,
    creditNarrative: stored.cTransDescription,
    date: stored.transDate,
  };
}

export function exchangeEditOf(stored: Transaction): ExchangeEdit {
  return {
    purchaseAccount: stored.outAccountId,
    purchaseCurrencyId: stored.currencyId,
    purchaseAmount: stored.dAmount,
    purchaseNarrative: stored.transDescription,
    rate: shortRate(stored.exRate),
    sellingAccount: stored.inAccountId,
    sellingCurrencyId: stored.cCurrencyId,
    sellingAmount: stored.cAmount,
    sellingNarrative: stored.cTransDescription,
    date: stored.transDate,
  };
}

export function hawalaEditOf(stored: Transaction): HawalaEdit {
  return { debitNarrative: stored.transDescription, creditNarrative: stored.cTransDescription, date: stored.transDate };
}

/**
 * The body of an edited Debit or Credit. An edit keeps what no form shows: the reference, and a credit narrative of its own. One
 * that is the amount in words goes with the amount although it is left out.
 */
export function entryEditSent(type: EntryType, edit: EntryEdit, { accounts, cashAccountId }: Known): EntryEditSent {
  const sent = entrySent(type, { ...edit, account: accountIn(accounts, edit.account) }, cashAccountId);
  return { ...sent, cTransDescription: undefined, referenceId: undefined };
}

export function transferEditSent(edit: TransferEdit, { accounts }: Known): TransferEditSent {
  const sides = {
    debitAccount: accountIn(accounts, edit.debitAccount),
    creditAccount: accountIn(accounts, edit.creditAccount),
  };
  return { ...transferSent({ ...edit, ...sides }), referenceId: undefined };
}

export function exchangeEditSent(edit: ExchangeEdit, { accounts }: Known): ExchangeEditSent {
  const sides = {
    purchaseAccount: accountIn(accounts, edit.purchaseAccount),
    sellingAccount: accountIn(accounts, edit.sellingAccount),
  };
  return { ...exchangeSent({ ...blankExchange(edit.date), ...edit, ...sides }), referenceId: undefined };
}

/** The body of a corrected hawala transaction: narratives and date, and nothing that would have to stay as it is. */
export function hawalaEditSent(edit: HawalaEdit): HawalaSent {
  return {
    transType: "Hawala",
    transDescription: edit.debitNarrative,
    cTransDescription: edit.creditNarrative,
    transDate: edit.date,
  };
}

function accountIn(accounts: AccountsById, id: number | null) {
  return id === null ? null : (accounts.get(id) ?? null);
}

/** An edited Exchange as the rules of the entry read it, to which it does not matter here whose the amounts are. */
export function withoutAccounts(edit: ExchangeEdit): ExchangeForm {
  return { ...blankExchange(edit.date), ...edit, purchaseAccount: null, sellingAccount: null };
}

/** What the rate of an Exchange is judged by: changed, it may be another one, or stand the wrong way round. */
export const rateParts: ReadonlySet<string> = new Set(["rate", "purchaseCurrencyId", "sellingCurrencyId"]);

/** What of an Exchange its selling amount follows from. */
const dealParts = ["purchaseAmount", "rate", "purchaseCurrencyId", "sellingCurrencyId"] as const;

/**
 * The form after anything but its selling amount was changed: that one is computed by the pair table, once both accounts are
 * chosen and the purchase amount and the rate are positive. One that meets an unchanged deal stays as it was agreed, since the
 * tolerance lets it differ from the computed one.
 */
export function withSelling(edit: ExchangeEdit, changed: Partial<ExchangeEdit>, known: Known): ExchangeEdit {
  const next = { ...edit, ...changed };
  const expected = expectedSelling(next, known);
  if (expected === undefined) return next;
  const isSameDeal = dealParts.every((part) => next[part] === edit[part]);
  return isSameDeal && isMet(next, known) ? next : { ...next, sellingAmount: amountText(expected) };
}

function isMet(edit: ExchangeEdit, { codeOf }: Known): boolean {
  const deal = dealOf(withoutAccounts(edit), codeOf);
  return deal !== undefined && amountsMeet(deal, deal.pair);
}

/** What the purchase gives at the rate; undefined as long as something of it is missing. */
function expectedSelling(edit: ExchangeEdit, { codeOf }: Known): Amount | undefined {
  if (edit.purchaseAccount === null || edit.sellingAccount === null) return undefined;
  const pair = pairOf(withoutAccounts(edit), codeOf);
  const purchase = positive(edit.purchaseAmount);
  const rate = readRate(edit.rate);
  if (pair === undefined || purchase === undefined || rate.kind !== "rate") return undefined;
  const selling = sellingAmount(purchase, rate.rate, pair);
  return selling > largestAmount ? undefined : selling;
}

/** What a transaction, stored or being typed, moves. Amounts are text. */
export interface Moves {
  readonly outAccountId?: number | null | undefined;
  readonly inAccountId?: number | null | undefined;
  readonly currencyId?: number | null | undefined;
  readonly cCurrencyId?: number | null | undefined;
  readonly dAmount?: string | number | null | undefined;
  readonly cAmount?: string | number | null | undefined;
}

/** Both sides of what is moved; undefined as long as an account, a currency or an amount is missing. */
export function movementsOf(moves: Moves, { accounts, codeOf }: Omit<Known, "cashAccountId">): Movement[] | undefined {
  const out = movement("debited", { account: moves.outAccountId, currency: moves.currencyId, amount: moves.dAmount });
  const into = movement("credited", { account: moves.inAccountId, currency: moves.cCurrencyId, amount: moves.cAmount });
  return out === undefined || into === undefined ? undefined : [out, into];

  function movement(side: Movement["side"], given: Record<"account" | "currency" | "amount", Moves[keyof Moves]>) {
    const account = accounts.get(Number(given.account ?? 0));
    const currencyId = Number(given.currency ?? 0);
    const currency = codeOf(currencyId);
    const amount = amountSoFar(String(given.amount ?? ""));
    if (account === undefined || currency === undefined || amount <= 0n) return undefined;
    return movementOf(account, side, { currencyId, currency, amount });
  }
}

/** The same movements the other way round: what takes a transaction back. */
export function mirrored(movements: readonly Movement[]): Movement[] {
  return movements.map((movement) => ({ ...movement, side: movement.side === "debited" ? "credited" : "debited" }));
}

/** What is left when movements of one account and currency are set against each other; those that cancel out are gone. */
export function netOf(movements: readonly Movement[]): Movement[] {
  const sums = new Map<string, { readonly first: Movement; readonly debited: Amount }>();
  for (const movement of movements) {
    const key = `${String(movement.accountId)}:${String(movement.currencyId)}`;
    const before = sums.get(key)?.debited ?? zeroAmount;
    const debited = (movement.side === "debited" ? before + movement.amount : before - movement.amount) as Amount;
    sums.set(key, { first: sums.get(key)?.first ?? movement, debited });
  }
  return [...sums.values()]
    .filter(({ debited }) => debited !== 0n)
    .map(({ first, debited }): Movement => {
      const amount = debited > 0n ? debited : subtractAmounts(zeroAmount, debited);
      return { ...first, side: debited > 0n ? "debited" : "credited", amount };
    });
}
