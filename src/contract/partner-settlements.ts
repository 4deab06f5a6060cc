import { z } from "zod";

import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";

import { accountCodeFilter } from "./account-code.ts";
import { formatQuery } from "./file.ts";
import { amountInput, amountReply, idInput, idQuery, optionalDate, optionalId, rateInput, rateReply } from "./money.ts";
import { pageQuery } from "./page.ts";
import { isInOrder, outOfOrder, periodQuery } from "./period.ts";
import { reportAccount, reportPage } from "./reports.ts";
import { route } from "./route.ts";
import { instantReply, optionalText } from "./text.ts";

const tag = "reports";

/** How a partner settles with us, or we with him. */
export const settlementMeans = ["cash", "bank", "reverse_hawala", "goods"] as const;
export type SettlementMeans = (typeof settlementMeans)[number];

/** `received`: he pays us, and his account is credited. `paid`: we pay him. */
export const settlementDirections = ["received", "paid"] as const;
export type SettlementDirection = (typeof settlementDirections)[number];

const settlement = z.object({
  id: z.int(),
  partner: reportAccount,
  means: z.enum(settlementMeans),
  direction: z.enum(settlementDirections),
  /** The entry that carries it, as it stands now; its version is what an undo has to name. */
  transaction: z.object({ id: z.int(), version: z.int(), transType: z.enum(transactionTypes) }),
  transDate: z.string(),
  /** The partner's side. */
  currencyId: z.int(),
  currency: z.string(),
  amount: amountReply,
  counterAccount: reportAccount,
  counterCurrency: z.string(),
  counterAmount: amountReply,
  /** 1 within one currency. */
  exRate: rateReply,
  /** The last hawala that it covers; null for a payment on account. */
  through: z
    .object({ hawalaId: z.int(), hawalaNo: z.string(), direction: z.enum(hawalaDirections), transactionId: z.int() })
    .nullable(),
  note: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instantReply,
  /** Its entry was deleted, and what it covered is open again. */
  isUndone: z.boolean(),
  undoneBy: z.string().nullable(),
});
export type Settlement = z.infer<typeof settlement>;

/** A partner by account or by the code that his hawalas come under. */
const partnerQuery = {
  partnerAccountId: idQuery.meta({ description: "The partner's account; this or `senderCode` is needed" }),
  senderCode: accountCodeFilter.meta({
    description: "The code that the partner's hawalas come under, instead of `partnerAccountId`",
  }),
};

const settlementBody = z.object({
  partnerAccountId: idInput("Choose a partner"),
  direction: z.enum(settlementDirections, { error: "Say who pays: received or paid" }),
  means: z.enum(settlementMeans, { error: "Choose how it is settled" }),
  counterAccountId: idInput("Choose the account it is settled through"),
  currencyId: idInput("Currency is required").meta({ description: "Of the partner's side" }),
  amount: amountInput("Amount is required"),
  counterCurrencyId: optionalId.meta({
    description: "Of the other account's side, where it is another one; its amount may be left to the rate",
  }),
  counterAmount: amountInput("Amount is required").nullish(),
  exRate: rateInput("Exchange rate is required").nullish(),
  transDate: optionalDate,
  throughHawalaId: optionalId.meta({
    description: "The last hawala that is covered, with everything of the partner that was paid before it; null covers none",
  }),
  lastSettlementId: optionalId.meta({ description: "The last settlement as it was seen; null where there was none" }),
  seenState: z
    .string("The state of the figures is a text")
    .max(100, "The state of the figures is too long")
    .nullish()
    .meta({ description: "`state` of the figures as they were seen; where hawalas are covered, they are looked at again" }),
  note: optionalText(500),
});
export type SettlementBody = z.output<typeof settlementBody>;

export const settlePartner = route({
  method: "POST",
  path: "/api/partner-settlements",
  tag,
  summary: "Record a settlement with a partner: its entry, and up to which hawala it covers (cash within one currency: admin)",
  access: "everyone",
  body: settlementBody,
  reply: settlement,
  status: 201,
  idempotent: true,
});

export const listSettlements = route({
  method: "GET",
  path: "/api/partner-settlements",
  tag,
  summary: "The settlements with a partner, or with all, the latest first; also those that were undone",
  access: "everyone",
  query: z.object({ ...pageQuery, partnerAccountId: idQuery }),
  reply: z.array(settlement),
  paged: true,
});

const balance = z.object({ currencyId: z.int(), currency: z.string(), balance: amountReply });

/** What hawalas of one payout currency come to. */
const hawalaSum = z.object({
  currencyId: z.int(),
  currency: z.string(),
  hawalas: z.int(),
  rAmount: amountReply,
  /** Of those that say what they come to in dollars. */
  intoUSD: amountReply,
  /** How many do not say it. */
  withoutUSD: z.int(),
});
export type HawalaSum = z.infer<typeof hawalaSum>;

/**
 * `passed`: paid out for him. `outstanding`: sent by him and not paid out yet. `outgoing`: ours, that he pays out. `corrected`:
 * covered by a settlement, and taken back after it.
 */
export const settlementLists = ["passed", "outstanding", "outgoing", "corrected"] as const;
export type SettlementList = (typeof settlementLists)[number];

const openFilters = {
  ...partnerQuery,
  /** The hawala's own date. */
  ...periodQuery,
};

export const partnerSettlement = route({
  method: "GET",
  path: "/api/reports/partner-settlement",
  tag,
  summary:
    "What stands with a partner since the last settlement: passed, outstanding, outgoing and corrected hawalas, and his balances",
  access: "everyone",
  query: z.object(openFilters).refine(isInOrder, outOfOrder),
  reply: z.object({
    partner: reportAccount,
    today: z.string(),
    cashAccountId: z.int(),
    /** Negative: he owes us; of a company account the reverse. */
    balances: z.array(balance),
    lastSettlement: settlement.nullable(),
    /** The one that the figures begin behind: of those that cover hawalas the furthest; null where nothing is covered. */
    since: settlement.nullable(),
    /** The latest hawala that a settlement could cover; null where none is open. */
    latest: z.object({ hawalaId: z.int(), hawalaNo: z.string(), transactionId: z.int() }).nullable(),
    /** What is open up to the latest, whatever the period shown, as one word to be sent with a settlement; null where nothing is. */
    state: z.string().nullable(),
    passed: z.array(hawalaSum),
    outstanding: z.array(hawalaSum),
    outgoing: z.array(hawalaSum),
    corrected: z.array(hawalaSum),
  }),
});
export type PartnerSettlement = z.infer<typeof partnerSettlement.reply>;

export const listSettlementPartners = route({
  method: "GET",
  path: "/api/reports/partner-settlement/partners",
  tag,
  summary: "Every partner, with his balances, his outstanding hawalas and the day of the last settlement",
  access: "everyone",
  reply: z.array(
    z.object({
      account: reportAccount,
      balances: z.array(balance),
      outstanding: z.int(),
      lastSettledOn: z.string().nullable(),
    }),
  ),
});
export type SettlementPartner = z.infer<typeof listSettlementPartners.reply>[number];

const hawalaFilters = {
  ...openFilters,
  list: z.enum(settlementLists, { error: "List must be one of passed, outstanding, outgoing, corrected" }).default("passed"),
  /** What this settlement covers, instead of what is open. */
  settlementId: idQuery,
  /** The payout currency. */
  currencyId: idQuery,
};

const settlementHawala = z.object({
  hawalaId: z.int(),
  /** Null while it is outstanding. */
  transactionId: z.int().nullable(),
  hawalaNo: z.string(),
  direction: z.enum(hawalaDirections),
  hawalaStatus: z.enum(hawalaStatuses),
  transactionDate: z.string(),
  /** When it was paid or booked. */
  paidOn: z.string().nullable(),
  senderName: z.string(),
  receiverName: z.string(),
  currencyId: z.int(),
  currency: z.string(),
  rAmount: amountReply,
  intoUSD: amountReply.nullable(),
});
export type SettlementHawala = z.infer<typeof settlementHawala>;

const hawalasQuery = z.object({ ...reportPage, ...hawalaFilters }).refine(isInOrder, outOfOrder);
export type SettlementHawalasQuery = z.output<typeof hawalasQuery>;

export const partnerSettlementHawalas = route({
  method: "GET",
  path: "/api/reports/partner-settlement/hawalas",
  tag,
  summary: "The hawalas behind a figure of the partner settlement, the latest first",
  access: "everyone",
  query: hawalasQuery,
  reply: z.object({
    rows: z.array(settlementHawala),
    nextCursor: z.string().nullable(),
    /** With the first page of what a settlement covers: what all of it comes to. Null otherwise. */
    sums: z.array(hawalaSum).nullable(),
  }),
});
export type PartnerSettlementHawalas = z.infer<typeof partnerSettlementHawalas.reply>;

export const exportPartnerSettlement = route({
  method: "GET",
  path: "/api/reports/partner-settlement/export",
  tag,
  summary: "The hawalas behind a figure of the partner settlement as a file; at most 50,000",
  access: "everyone",
  query: z.object({ ...formatQuery, ...hawalaFilters }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});
