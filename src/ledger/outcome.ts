import { assert } from "#kernel/assert.ts";
import { Refusal, invalidField } from "#kernel/refusal.ts";
import type { TransactionType } from "#kernel/transaction-type.ts";

import { usedForAnother } from "./answered-key.ts";

/** The new shown balance of an account in a currency: what a company account holds, what the house owes any other. */
export interface TouchedBalance {
  readonly accountId: number;
  readonly accountCode: string;
  readonly currencyId: number;
  readonly currency: string;
  readonly balance: string;
}

/** A transaction as the ledger writes it down: money and rates as text, instants as ISO text. */
export interface RecordedTransaction {
  readonly id: number;
  readonly version: number;
  readonly type: TransactionType;
  readonly outAccountId: number;
  readonly currencyId: number;
  readonly dAmount: string;
  readonly inAccountId: number;
  readonly cCurrencyId: number;
  readonly cAmount: string;
  readonly exRate: string;
  readonly narrative: string;
  readonly cNarrative: string;
  readonly businessDate: string;
  readonly referenceId: number | null;
  readonly hawalaId: number | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly modifiedBy: string | null;
  readonly modifiedAt: string | null;
  readonly deletedBy: string | null;
  readonly deletedAt: string | null;
  readonly deletionReason: string | null;
  readonly formName: string | null;
}

/** A balance as the database writes it: account, its code, currency, its code, balance. */
type BalanceRow = readonly [number, string, number, string, string];

/** What a ledger call answers: the transaction, the balances right after it, and the usernames of that moment. */
export type LedgerAnswer = RecordedTransaction & {
  readonly balances: readonly TouchedBalance[];
  /** Usernames by user id. */
  readonly names: Readonly<Record<string, string>>;
};

/** One row of what the database's ledger functions answer. */
export interface OutcomeRow {
  readonly ordinal: number;
  readonly refusal: string | null;
  readonly detail: unknown;
}

/** The outcome of an event that was sent to be recorded. Once recorded, `detail` is the new balances and the other fields are set. */
export interface RecordedRow extends OutcomeRow, Readonly<Record<"business_date" | "recorded_at", string | null>> {
  readonly id: number | null;
}

/** A version of a transaction as the audit log keeps it: fields that it cannot have yet may be missing. */
export type StoredVersion = Omit<RecordedTransaction, keyof typeof notYet> & Partial<RecordedTransaction>;

const notYet = {
  referenceId: null,
  hawalaId: null,
  modifiedBy: null,
  modifiedAt: null,
  deletedBy: null,
  deletedAt: null,
  deletionReason: null,
  formName: null,
} as const;

/** A stored version in full. */
export function recordedOf<Version extends StoredVersion>(stored: Version): Version & RecordedTransaction {
  return { ...notYet, ...stored };
}

/** The row of a recorded event in the form that every ledger function answers: `detail` is all that the database added to what was sent. */
export function outcomeOf({ id, business_date, recorded_at, ...outcome }: RecordedRow): OutcomeRow {
  const added = { id, balances: outcome.detail, createdAt: recorded_at, businessDate: business_date };
  return id === null ? outcome : { ...outcome, detail: added };
}

/**
 * Turns an outcome into an answer: what was sent together with what the database added, or the stored answer, which has both. Throws
 * the refusal where there is one.
 */
export function answerOf(outcome: OutcomeRow, sent: Readonly<Record<string, unknown>> = {}): LedgerAnswer {
  if (outcome.refusal !== null) throw refusalOf(outcome.refusal, (outcome.detail ?? {}) as JudgedFacts);
  const stored = { ...sent, ...(outcome.detail as object) } as StoredVersion & {
    readonly balances: readonly BalanceRow[];
    readonly names: Readonly<Record<string, string>>;
  };
  return { ...recordedOf(stored), balances: stored.balances.map(touchedBalance) };
}

function touchedBalance([accountId, accountCode, currencyId, currency, balance]: BalanceRow): TouchedBalance {
  return { accountId, accountCode, currencyId, currency, balance };
}

interface JudgedFacts {
  readonly outCode: string;
  readonly outName: string;
  readonly outStatus: string;
  readonly outType: string;
  readonly inCode: string;
  readonly inName: string;
  readonly inStatus: string;
  readonly inType: string;
  readonly outIsCash: boolean;
  readonly currency: string;
  readonly cCurrency: string;
  readonly lastDate: string;
  readonly code: string;
  readonly name: string;
  readonly status: string;
}

/** Every "no" of the ledger's SQL, in words for the person at the counter. */
function refusalOf(refusal: string, facts: JudgedFacts): Refusal {
  const words = refusals[refusal];
  assert(words !== undefined, `unknown refusal ${refusal}`);
  return words(facts);
}

const refusals: Readonly<Record<string, (facts: JudgedFacts) => Refusal>> = {
  idempotency_conflict: usedForAnother,
  out_account_unknown: () => invalidField("outAccountId", "The debit account does not exist"),
  in_account_unknown: () => invalidField("inAccountId", "The credit account does not exist"),
  out_account_system: (facts) => invalidField("outAccountId", handsOff(facts.outCode, facts.outName)),
  in_account_system: (facts) => invalidField("inAccountId", handsOff(facts.inCode, facts.inName)),
  currency_unknown: () => invalidField("currencyId", "This currency does not exist"),
  c_currency_unknown: () => invalidField("cCurrencyId", "This currency does not exist"),
  currency_inactive: (facts) => inactiveCurrency("currencyId", facts.currency),
  c_currency_inactive: (facts) => inactiveCurrency("cCurrencyId", facts.cCurrency),
  entry_without_cash: () =>
    invalidField("inAccountId", "A Debit or Credit moves money between the cash account and one other account"),
  entry_direction: (facts) => {
    const party = facts.outIsCash ? `${facts.inCode} - ${facts.inName}` : `${facts.outCode} - ${facts.outName}`;
    return invalidField("outAccountId", `The two accounts stand the wrong way round for this entry on ${party}`);
  },
  cash_transfer_forbidden: () => new Refusal("forbidden", "Only an admin may transfer to or from the cash account"),
  out_account_inactive: (facts) => inactiveAccount(facts.outCode, facts.outName, facts.outStatus),
  in_account_inactive: (facts) => inactiveAccount(facts.inCode, facts.inName, facts.inStatus),
  account_not_active: (facts) => inactiveAccount(facts.code, facts.name, facts.status),
  account_closed: (facts) => inactiveAccount(facts.code, facts.name, "closed"),
  out_cannot_hold: (facts) => invalidField("outAccountId", cannotHold(facts.outCode, facts.outName, facts.currency)),
  in_cannot_hold: (facts) => invalidField("inAccountId", cannotHold(facts.inCode, facts.inName, facts.cCurrency)),
  date_too_early: () => invalidField("transDate", "The date must not be before 2000-01-01"),
  date_too_late: (facts) => invalidField("transDate", `The date must not be after ${facts.lastDate}`),
};

function handsOff(code: string, name: string): string {
  return `${code} - ${name} belongs to the house; nothing is posted to it by hand`;
}

function inactiveCurrency(path: string, code: string): Refusal {
  const message = `The currency ${code} is not active`;
  return new Refusal("conflict", message, { issues: [{ path, message }] });
}

function inactiveAccount(code: string, name: string, status: string): Refusal {
  return new Refusal("conflict", `The account ${code} - ${name} is ${status}; it takes no postings`);
}

function cannotHold(code: string, name: string, currency: string): string {
  return `The account ${code} - ${name} does not hold ${currency}; record an Exchange to open it in ${currency}`;
}
