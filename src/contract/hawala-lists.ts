import { z } from "zod";

import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";

import { formatQuery } from "./file.ts";
import { hawala, seenPapers } from "./hawalas.ts";
import { amountReply, idParams, idQuery, rateReply } from "./money.ts";
import { pageQuery } from "./page.ts";
import { isInOrder, outOfOrder, periodQuery } from "./period.ts";
import { route } from "./route.ts";
import { filterText, flagQuery, instantReply, noFilterWhenEmpty, searchLength } from "./text.ts";

const tag = "hawalas";

/** What a list of hawalas may be filtered by. */
const hawalaFilters = {
  direction: z
    .enum([...hawalaDirections, "all"], { error: "Direction must be one of incoming, outgoing, all" })
    .default("incoming"),
  /** The hawala's own date. */
  ...periodQuery,
  status: noFilterWhenEmpty(z.enum(hawalaStatuses, { error: "Not a status of a hawala" })),
  currency: filterText(3),
  /** The partner: who sent it, or who is to pay it out. */
  partnerAccountId: idQuery,
  /** The account that it was paid from. */
  branchAccountId: idQuery,
  /** Paid from any of the branch accounts. */
  byBranch: noFilterWhenEmpty(flagQuery),
  batchId: idQuery,
  /** Part of the number, of the receiver's or of the sender's name. */
  q: filterText(searchLength),
};
export type HawalaFilters = z.output<z.ZodObject<typeof hawalaFilters>>;

/** The whole number, in whatever notation: several partners may have given it. */
const numberFilter = { number: filterText(100) };
export type ListedHawalaFilters = HawalaFilters & Partial<z.output<z.ZodObject<typeof numberFilter>>>;

export const listHawalas = route({
  method: "GET",
  path: "/api/hawala-details",
  tag,
  summary: "Hawalas, newest first",
  access: "everyone",
  query: z.object({ ...pageQuery, ...hawalaFilters, ...numberFilter }).refine(isInOrder, outOfOrder),
  reply: z.array(hawala),
  paged: true,
});

export const exportHawalas = route({
  method: "GET",
  path: "/api/hawala-details/export",
  tag,
  summary: "The hawalas of a filter as a file; at most 50,000",
  access: "everyone",
  query: z.object({ ...formatQuery, ...hawalaFilters }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});

const hawalaTotal = z.object({
  direction: z.enum(hawalaDirections),
  status: z.enum(hawalaStatuses),
  currency: z.string(),
  hawalas: z.int(),
  /** In pounds; of outgoing hawalas, whose amounts have several currencies, null. */
  amount: amountReply.nullable(),
  rAmount: amountReply,
  intoUSD: amountReply.nullable(),
  /** How many say nothing of dollars, and are left out of the sum of them; null where `intoUSD` is. */
  withoutUSD: z.int().nullable(),
});
export type HawalaTotal = z.infer<typeof hawalaTotal>;

export const hawalaTotals = route({
  method: "GET",
  path: "/api/hawala-totals",
  tag,
  summary: "How many hawalas a filter finds, and what they come to, per status and currency; of a text or batch at most 25,000",
  access: "everyone",
  query: z.object(hawalaFilters).refine(isInOrder, outOfOrder),
  reply: z.array(hawalaTotal),
});

/** What of the state of a hawala its history tells about, in the order it is shown. */
export const hawalaHistoryFields = [
  "hawalaNo",
  "hawalaStatus",
  "senderCode",
  "senderName",
  "senderLocation",
  "senderPhone",
  "senderAccountId",
  "receiverName",
  "receiverLocation",
  "receiverPhone",
  "receiverAccountId",
  "partnerAccountId",
  "amount",
  "amountCurrency",
  "exchangeRate",
  "rAmount",
  "currency",
  "commission",
  "rate",
  "intoUSD",
  "remarks",
  "transactionDate",
  "transactionId",
  "paidFromCode",
] as const;

const hawalaVersion = z.object({
  version: z.int(),
  action: z.enum(["created", "imported", "edited", "passed", "pending", "cancelled", "received", "completed"]),
  actor: z.string(),
  recordedAt: instantReply,
  /**
   * The fields that differ from the version before, as text; all that is known, for the first one. Accounts are told by their codes. The
   * day of the payout is told where it became another one.
   */
  changes: z.array(
    z.object({
      field: z.enum([...hawalaHistoryFields, "passedDate"]),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Passed: on which papers, by which transaction, also of one that was taken back since; null where none were seen. */
  payout: seenPapers.extend({ transactionId: z.int() }).nullable(),
});
export type HawalaVersion = z.infer<typeof hawalaVersion>;

export const hawalaHistory = route({
  method: "GET",
  path: "/api/hawala/:id/history",
  tag,
  summary: "Every version of a hawala, the latest first: what was done, by whom, and what changed",
  access: "everyone",
  params: idParams,
  reply: z.array(hawalaVersion),
});

const recentHawala = z.object({
  id: z.int(),
  hawalaNumber: z.string(),
  direction: z.enum(hawalaDirections),
  senderName: z.string(),
  receiverName: z.string(),
  currency: z.string(),
  /** What the receiver gets, in `currency`. */
  amount: amountReply,
  status: z.enum(hawalaStatuses),
});
export type RecentHawala = z.infer<typeof recentHawala>;

export const recentHawalas = route({
  method: "GET",
  path: "/api/hawala/recent",
  tag,
  summary: "The 20 newest hawalas of both directions",
  access: "everyone",
  reply: z.array(recentHawala),
});

/** The accounts by which a hawala may be passed instead of in cash. */
export const listBranchAccounts = route({
  method: "GET",
  path: "/api/hawala/branch-accounts",
  tag,
  summary: "The accounts of the branch codes of the business settings",
  access: "everyone",
  reply: z.array(
    z.object({ id: z.int(), accountCode: z.string(), accountName: z.string(), currencyId: z.int(), currency: z.string() }),
  ),
});

export const listSenderCodes = route({
  method: "GET",
  path: "/api/hawala/sender-codes",
  tag,
  summary: "The codes that hawalas came under, with the partner account of each, where there is one",
  access: "everyone",
  reply: z.array(
    z.object({
      senderCode: z.string(),
      accountId: z.int().nullable(),
      accountName: z.string().nullable(),
      hawalas: z.int(),
      pending: z.int(),
    }),
  ),
});

/** The dollars that hawalas come to. */
export const usdTotal = z.object({
  totalUsd: amountReply,
  /** How many say nothing of dollars, and are left out of the sum. */
  withoutUsd: z.int(),
});
export type UsdTotal = z.infer<typeof usdTotal>;

export const hawalaTotalUsd = route({
  method: "GET",
  path: "/api/hawala-total-usd",
  tag,
  summary: "The dollars that the hawalas of the default sender come to, without the cancelled ones",
  access: "admin",
  query: z.object(periodQuery).refine(isInOrder, outOfOrder),
  reply: usdTotal,
});

const passedHawala = z.object({
  id: z.int(),
  hawalaId: z.int(),
  hawalaNo: z.string(),
  senderName: z.string(),
  receiverName: z.string(),
  receiverLocation: z.string().nullable(),
  dAmount: amountReply,
  currencyId: z.int(),
  cAmount: amountReply,
  cCurrencyId: z.int(),
  exRate: rateReply,
  transDate: z.string(),
  inAccountId: z.int(),
  outAccountId: z.int(),
  dateCreated: instantReply,
  createdAt: instantReply,
  dateModified: instantReply.nullable(),
  updatedAt: instantReply,
});

export const listPassedHawalas = route({
  method: "GET",
  path: "/api/transactions/passed-hawala",
  tag,
  summary: "Passed hawalas with their pass transaction, by its business date, newest first",
  access: "everyone",
  query: z.object({ ...pageQuery, ...periodQuery }).refine(isInOrder, outOfOrder),
  reply: z.array(passedHawala),
  paged: true,
});
