import { z } from "zod";

import { accountTypes } from "#kernel/account-type.ts";

import { formatQuery } from "./file.ts";
import { amountReply, idQuery, rateReply } from "./money.ts";
import { dayQuery } from "./period.ts";
import { replicaAgeSeconds, reportAccount, reportPage } from "./reports.ts";
import { route } from "./route.ts";
import { flagQuery, noFilterWhenEmpty } from "./text.ts";

const tag = "reports";

/** The end of which business date: today where none is given. */
const asOf = dayQuery;

/** Who owes whom: those whose balance is negative, or those who have one to their credit. Company accounts are neither. */
export const balanceSides = ["owes-us", "we-owe"] as const;

const balanceFilters = {
  asOf,
  currencyId: idQuery,
  type: noFilterWhenEmpty(z.enum(accountTypes, { error: "Not an account type" })),
  side: noFilterWhenEmpty(z.enum(balanceSides, { error: "Side must be one of owes-us, we-owe" })),
};

const balanceRow = z.object({
  account: reportAccount,
  currencyId: z.int(),
  currency: z.string(),
  balance: amountReply,
  /** Of an expense account: it is not held any more. */
  isSpent: z.boolean(),
});
export type BalanceRow = z.infer<typeof balanceRow>;

const balanceTotal = z.object({
  currencyId: z.int(),
  currency: z.string(),
  /** How many balances there are, and how many of them are debts to us or ours. */
  balances: z.int(),
  /** What company accounts hold. */
  held: amountReply,
  /** What was paid to those of the expense codes. */
  spent: amountReply,
  /** Without a sign: what the others owe us, and what we owe them. */
  owesUs: amountReply,
  weOwe: amountReply,
});
export type BalanceTotal = z.infer<typeof balanceTotal>;

const balancesReply = z.object({
  /** The day at whose end the balances stood. */
  asOf: z.string(),
  rows: z.array(balanceRow),
  /** Of the whole filter, per currency. */
  totals: z.array(balanceTotal),
  nextCursor: z.string().nullable(),
  replicaAgeSeconds,
});
export type AccountBalancesReport = z.infer<typeof balancesReply>;

export const accountBalancesReport = route({
  method: "GET",
  path: "/api/reports/account-balances",
  tag,
  summary: "Every balance that is not zero at the end of a business date, the largest first, with totals per currency",
  access: "everyone",
  query: z.object({ ...reportPage, ...balanceFilters }),
  reply: balancesReply,
});

export const exportAccountBalances = route({
  method: "GET",
  path: "/api/reports/account-balances/export",
  tag,
  summary: "The account balances of a filter as a file; at most 50,000",
  access: "everyone",
  query: z.object({ ...formatQuery, ...balanceFilters }),
  reply: z.unknown(),
  binary: "download",
});

const ownerRow = z.object({
  currencyId: z.int(),
  currency: z.string(),
  /** Units per 1 USD, by the board of now. */
  rate: rateReply,
  cash: amountReply,
  /** The other company accounts, without the expense accounts. */
  banks: amountReply,
  owedToUs: amountReply,
  /** Without a sign. */
  owedByUs: amountReply,
  /** Outgoing hawalas that no partner has taken over yet: until then the house itself owes them. */
  inTransit: amountReply,
  /** Incoming hawalas that nobody has paid out yet. */
  pendingHawalas: amountReply,
  /** Cash + banks + owed to us − owed by us − in transit − pending hawalas. */
  netWorth: amountReply,
  /** The net worth in the base currency, at the board's rates of now. */
  inBase: amountReply,
  /** Since the end of the day before. */
  change: amountReply,
  /** What stands on the expense accounts; it is in none of the figures above. */
  spent: amountReply,
});
export type OwnerRow = z.infer<typeof ownerRow>;

const ownerReply = z.object({
  today: z.string(),
  /** The day before, at whose end the comparison stands. */
  yesterday: z.string(),
  baseCurrency: z.string(),
  cashAccountId: z.int(),
  /** The company accounts of the business settings' expense codes, in their order there. */
  expenseAccounts: z.array(reportAccount),
  /** Every currency that is in use or in which anything stands. */
  rows: z.array(ownerRow),
  /** The sum of the rows in the base currency. */
  netWorth: amountReply,
  /** Yesterday's quantities at the rates that held at its end. */
  yesterdayNetWorth: amountReply,
  change: amountReply,
  /** How much of the change comes from rates alone: yesterday's quantities at the rates of now. */
  changeByRates: amountReply,
  replicaAgeSeconds,
});
export type OwnerReport = z.infer<typeof ownerReply>;

export const ownerReport = route({
  method: "GET",
  path: "/api/reports/owner",
  tag,
  summary: "What the house is worth per currency and in the base currency, and how that changed since yesterday",
  access: "everyone",
  reply: ownerReply,
});

export const exportOwnerReport = route({
  method: "GET",
  path: "/api/reports/owner/export",
  tag,
  summary: "The owner's page as a file",
  access: "everyone",
  query: z.object(formatQuery),
  reply: z.unknown(),
  binary: "download",
});

const trialFilters = {
  asOf,
  currencyId: idQuery,
  /** Accounts whose balance is zero, too. */
  zero: noFilterWhenEmpty(flagQuery),
};

const trialRow = z.object({
  account: reportAccount,
  currencyId: z.int(),
  currency: z.string(),
  debit: amountReply.nullable(),
  credit: amountReply.nullable(),
});
export type TrialRow = z.infer<typeof trialRow>;

const trialTotal = z.object({
  currencyId: z.int(),
  currency: z.string(),
  balances: z.int(),
  debits: amountReply,
  credits: amountReply,
  /** Debits − credits: zero, or the books are wrong. */
  difference: amountReply,
});
export type TrialTotal = z.infer<typeof trialTotal>;

const trialReply = z.object({
  asOf: z.string(),
  rows: z.array(trialRow),
  totals: z.array(trialTotal),
  nextCursor: z.string().nullable(),
  replicaAgeSeconds,
});
export type TrialBalance = z.infer<typeof trialReply>;

export const trialBalance = route({
  method: "GET",
  path: "/api/reports/trial-balance",
  tag,
  summary: "The debit or credit balance of every account, the house's own included, at the end of a business date, by currency",
  access: "everyone",
  query: z.object({ ...reportPage, ...trialFilters }),
  reply: trialReply,
});

export const exportTrialBalance = route({
  method: "GET",
  path: "/api/reports/trial-balance/export",
  tag,
  summary: "The trial balance as a file; at most 50,000 lines",
  access: "everyone",
  query: z.object({ ...formatQuery, ...trialFilters }),
  reply: z.unknown(),
  binary: "download",
});
