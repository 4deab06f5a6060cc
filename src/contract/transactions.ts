import { z } from "zod";

import { dividingPairs } from "#kernel/exchange.ts";
import { largestId } from "#kernel/id.ts";
import { recordableTypes, transactionTypes } from "#kernel/transaction-type.ts";

import { amountInput, amountReply, figureInput, idInput, idParams, optionalDate, rateInput, rateReply } from "./money.ts";
import { pageQuery } from "./page.ts";
import { dayQuery } from "./period.ts";
import { route } from "./route.ts";
import { filterText, instantReply, narrativeLength, optionalText, requiredText } from "./text.ts";

const tag = "transactions";

export const transaction = z.object({
  id: z.int(),
  transType: z.enum(transactionTypes),
  transDescription: z.string(),
  cTransDescription: z.string(),
  outAccountId: z.int().meta({ description: "Debited with dAmount of currencyId" }),
  inAccountId: z.int().meta({ description: "Credited with cAmount of cCurrencyId" }),
  currencyId: z.int(),
  dAmount: amountReply,
  cCurrencyId: z.int(),
  cAmount: amountReply,
  exRate: rateReply,
  transDate: z.string().meta({ description: "The business date, YYYY-MM-DD" }),
  transDateTime: instantReply,
  referenceId: z.int(),
  hawalaId: z.int(),
  transId: z.int(),
  userCreated: z.string(),
  dateCreated: instantReply,
  userModified: z.string().nullable(),
  dateModified: instantReply.nullable(),
  updatedAt: instantReply,
  version: z.int(),
});
export type Transaction = z.infer<typeof transaction>;

const accountNames = {
  outAccountCode: z.string(),
  outAccountName: z.string(),
  inAccountCode: z.string(),
  inAccountName: z.string(),
};
/** The accounts of a row as they are called now. */
export type AccountNames = { [Name in keyof typeof accountNames]: string };

/** A row of a list: it can be shown without asking for its accounts. */
export const listedTransaction = transaction.extend(accountNames);
export type ListedTransaction = z.infer<typeof listedTransaction>;

/** The new shown balance of an account that a posting touched. */
export const touchedBalance = z.object({
  accountId: z.int(),
  accountCode: z.string(),
  currencyId: z.int(),
  currency: z.string(),
  balance: amountReply,
});
/** A transaction just written, with the new shown balances of the accounts on its two sides. */
export const recordedTransaction = transaction.extend({ balances: z.array(touchedBalance) });
export type RecordedTransaction = z.infer<typeof recordedTransaction>;

const notAReference = `Reference ID is a positive whole number up to ${String(largestId)}, or 0 for none`;
const referenceId = z.int(notAReference).min(0, notAReference).max(largestId, notAReference).nullish();
const optionalAmount = figureInput().nullish();
const unitRate = figureInput()
  .nullish()
  .refine((value) => value === null || value === undefined || /^\s*0*1(\.0{0,8})?\s*$/.test(String(value)), {
    error: "The exchange rate of this transaction is 1",
  });
const businessDate = optionalDate.meta({ description: "Missing: today at the office, in a correction the day that stands" });

/** Debit, Credit and Transfer: one amount of one currency. */
const singleCurrency = {
  currencyId: idInput("Currency is required"),
  dAmount: amountInput("Amount is required"),
  cAmount: optionalAmount.meta({ description: "Missing, or the same as dAmount" }),
  cCurrencyId: z.int().nullish().meta({ description: "Missing, or the same as currencyId" }),
  exRate: unitRate.meta({ description: "Missing, or 1" }),
  cTransDescription: optionalText(narrativeLength).meta({ description: "The narrative of the credit side" }),
  transDate: businessDate,
  referenceId,
};

const sidesOfCash = "One side is cash. A Debit debits its account, a Credit credits it; of a company's account the reverse";

const entry = {
  ...singleCurrency,
  dAmount: amountInput("Amount must be greater than 0"),
  transDescription: requiredText(narrativeLength, "Narrative is required"),
  outAccountId: idInput("Account is required").meta({ description: `Debited. ${sidesOfCash}` }),
  inAccountId: idInput("Account is required").meta({ description: "Credited" }),
};

export const debitBody = z.object({ transType: z.literal("Debit"), ...entry });
export const creditBody = z.object({ transType: z.literal("Credit"), ...entry });

export const transferBody = z.object({
  transType: z.literal("Transfer"),
  ...singleCurrency,
  transDescription: requiredText(narrativeLength, "Debit narrative is required"),
  outAccountId: idInput("Debit account is required").meta({ description: "Debited" }),
  inAccountId: idInput("Credit account is required").meta({ description: "Credited" }),
});

const exchangeRule = `The selling amount is the purchase amount × the rate, or ÷ the rate where purchase/selling is one of ${[...dividingPairs].join(", ")}; a hundredth more or less is taken`;

export const exchangeBody = z.object({
  transType: z.literal("Exchange"),
  outAccountId: idInput("Purchase account is required").meta({ description: "Debited with the purchase amount" }),
  currencyId: idInput("Currency is required"),
  dAmount: amountInput("Purchase amount must be greater than 0", "Purchase amount must be greater than 0"),
  transDescription: optionalText(narrativeLength),
  inAccountId: idInput("Selling account is required").meta({ description: "Credited with the selling amount" }),
  cCurrencyId: idInput("Currency is required"),
  cAmount: amountInput("Selling amount must be greater than 0", "Selling amount must be greater than 0"),
  cTransDescription: optionalText(narrativeLength),
  exRate: rateInput("Exchange rate must be greater than 0").meta({ description: exchangeRule, example: "69.8" }),
  transDate: businessDate,
  referenceId,
});

const bodies = [debitBody, creditBody, transferBody, exchangeBody] as const;
const oneOfTheTypes = `Transaction type must be one of ${recordableTypes.join(", ")}`;

/** What a person records; Hawala transactions are made by the hawala calls. */
export const transactionBody = z.discriminatedUnion("transType", bodies, { error: oneOfTheTypes });
export type TransactionBody = z.infer<typeof transactionBody>;

export const createTransaction = route({
  method: "POST",
  path: "/api/transactions",
  tag,
  summary: "Record a Transfer, Debit, Credit or Exchange (Debit, Credit and transfers of cash: admin)",
  access: "everyone",
  body: transactionBody,
  reply: recordedTransaction,
  status: 201,
  idempotent: true,
});

/** A transaction of a hawala keeps its amounts; its narratives and date may be corrected. */
export const hawalaCorrection = z.object({
  transType: z.literal("Hawala"),
  transDescription: optionalText(narrativeLength),
  cTransDescription: optionalText(narrativeLength),
  transDate: optionalDate,
  outAccountId: z.int().nullish(),
  inAccountId: z.int().nullish(),
  currencyId: z.int().nullish(),
  cCurrencyId: z.int().nullish(),
  dAmount: optionalAmount,
  cAmount: optionalAmount,
  exRate: optionalAmount,
  referenceId,
});

export const updateTransaction = route({
  method: "PUT",
  path: "/api/transactions/:id",
  tag,
  summary: "Correct a transaction: the current version is mirrored and the new one posted",
  access: "staff",
  params: idParams,
  body: z.discriminatedUnion("transType", [...bodies, hawalaCorrection], { error: oneOfTheTypes }),
  reply: recordedTransaction,
  idempotent: true,
  versioned: true,
});
export type TransactionCorrection = z.infer<NonNullable<(typeof updateTransaction)["body"]>>;

export const deleteTransaction = route({
  method: "DELETE",
  path: "/api/transactions/:id",
  tag,
  summary: "Move a transaction to the deleted list by mirror postings",
  access: "staff",
  params: idParams,
  body: z.object({ reason: optionalText(500), formName: optionalText(100) }).nullish(),
  reply: recordedTransaction,
  idempotent: true,
  versioned: true,
});

/** What a list of transactions may be filtered by. */
export const transactionFilters = {
  transType: z.union([z.literal(""), z.enum(transactionTypes, { error: "Not a type of transaction" })]).optional(),
  referenceId: filterText(20).meta({ description: "The transaction's own id or its reference" }),
  accountId: filterText(20).meta({ description: "The id of an account on either side" }),
  narrative: filterText(200).meta({ description: "A part of either narrative" }),
  amount: filterText(40).meta({ description: "The amount of either side; commas are ignored" }),
  transactionDate: dayQuery,
};

const filters = { ...pageQuery, ...transactionFilters };

export const listTransactions = route({
  method: "GET",
  path: "/api/transactions",
  tag,
  summary: "All transactions, newest first; filters as in search",
  access: "everyone",
  query: z.object(filters),
  reply: z.array(listedTransaction),
  paged: true,
});

export const searchTransactions = route({
  method: "GET",
  path: "/api/transactions/search",
  tag,
  summary: "Transactions that meet every given filter, newest first",
  access: "everyone",
  query: z.object(filters),
  reply: z.array(listedTransaction),
  paged: true,
});

export const getTransaction = route({
  method: "GET",
  path: "/api/transactions/:id",
  tag,
  summary: "One transaction, also a deleted one, and whether it settles hawalas of a partner",
  access: "everyone",
  params: idParams,
  reply: listedTransaction.extend({ deleted: z.boolean(), settlesHawalas: z.boolean() }),
});

const transactionVersion = z.object({
  version: z.int(),
  action: z.enum(["created", "edited", "deleted", "recovered"]),
  actor: z.string(),
  recordedAt: instantReply,
  reason: z.string().nullable(),
  transaction,
});
export type TransactionVersion = z.infer<typeof transactionVersion>;

export const transactionHistory = route({
  method: "GET",
  path: "/api/transactions/:id/history",
  tag,
  summary: "Every version of a transaction, oldest first: what was done, by whom, and what then stood",
  access: "everyone",
  params: idParams,
  reply: z.array(transactionVersion),
});

export const deletedTransaction = z.object({
  id: z.int(),
  originalTransactionId: z.int(),
  transType: z.enum(transactionTypes),
  transDescription: z.string(),
  cTransDescription: z.string(),
  dAmount: amountReply,
  cAmount: amountReply,
  currencyId: z.int(),
  cCurrencyId: z.int(),
  exRate: rateReply,
  inAccountId: z.int(),
  outAccountId: z.int(),
  ...accountNames,
  transDate: z.string(),
  referenceId: z.int(),
  deletedDate: instantReply,
  deletedUserId: z.string(),
  deletedBy: z.string(),
  deletionReason: z.string().nullable(),
  formName: z.string().nullable(),
  originalCreatedAt: instantReply,
  originalUpdatedAt: instantReply,
  version: z.int(),
});
export type DeletedTransaction = z.infer<typeof deletedTransaction>;

export const listDeletedTransactions = route({
  method: "GET",
  path: "/api/deleted-transactions",
  tag,
  summary: "Deleted transactions, the latest deletion first; filters as in search",
  access: "everyone",
  query: z.object(filters),
  reply: z.array(deletedTransaction),
  paged: true,
});

export const recoverTransaction = route({
  method: "POST",
  path: "/api/deleted-transactions/:id/recover",
  tag,
  summary: "Post the last version of a deleted transaction again",
  access: "staff",
  params: idParams,
  reply: recordedTransaction,
  idempotent: true,
  versioned: true,
});
