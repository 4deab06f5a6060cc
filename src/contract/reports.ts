import { z } from "zod";

import { accountTypes } from "#kernel/account-type.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";

import { formatQuery } from "./file.ts";
import { amountReply, dateInput, idInAddress, idQuery, rateReply } from "./money.ts";
import { limitQuery } from "./page.ts";
import { isInOrder, outOfOrder, periodQuery } from "./period.ts";
import { route } from "./route.ts";
import { flagQuery, instantReply, noFilterWhenEmpty } from "./text.ts";

const tag = "reports";

/** Lines of a page of a report, unless the caller says otherwise, and the most that one may have. */
export const reportPageSize = 200;
export const largestReportPage = 1_000;

/** How a report of many lines is asked for. `cursor` is the `nextCursor` of the page before. */
export const reportPage = {
  limit: limitQuery({ usual: reportPageSize, largest: largestReportPage, rows: "Lines" }),
  cursor: noFilterWhenEmpty(z.string().max(200)),
};

/** Where the books were read from a replica of the database: how many seconds that was behind them. */
export const replicaAgeSeconds = z.int().optional();

/** An account as a report names it; one that the house keeps for itself as well. */
export const reportAccount = z.object({
  id: z.int(),
  code: z.string(),
  /** First and last name. */
  name: z.string(),
  type: z.enum(accountTypes),
  /** A currency position, an income account …: kept by the house itself. */
  isSystem: z.boolean(),
});
export type ReportAccount = z.infer<typeof reportAccount>;

const statementFilters = {
  accountId: idInAddress("Choose an account"),
  /** The account's own where none is given. */
  currencyId: idQuery,
  ...periodQuery,
  /** Also what was edited away or deleted, with the entries that took it back. */
  corrected: noFilterWhenEmpty(flagQuery),
};

const statementQuery = z.object({ ...reportPage, ...statementFilters }).refine(isInOrder, outOfOrder);
export type StatementQuery = z.output<typeof statementQuery>;

const statementEntry = z.object({
  transactionId: z.int(),
  transType: z.enum(transactionTypes),
  /** What was recorded once: a line of the journal. It never changes. */
  journalId: z.string(),
  line: z.int(),
  businessDate: z.string(),
  recordedAt: instantReply,
  recordedBy: z.string(),
  /** Who stands on the other side. */
  counterAccount: reportAccount,
  narrative: z.string(),
  /** The account is debited with it; else null. */
  debit: amountReply.nullable(),
  credit: amountReply.nullable(),
  /** The shown balance of the account after this entry. */
  balance: amountReply,
  /** What stands on the other side of a deal between two currencies. */
  exchanged: z.object({ amount: amountReply, currency: z.string(), rate: rateReply }).nullable(),
  /** It stands; or it was taken back by a correction; or it is what took another one back. */
  state: z.enum(["standing", "corrected", "correction"]),
  /** The transaction has been deleted since. */
  isDeleted: z.boolean(),
});
export type StatementEntry = z.infer<typeof statementEntry>;

const statementReply = z.object({
  account: reportAccount,
  currencyId: z.int(),
  currency: z.string(),
  /** Every currency that the account holds, its own first, with what it shows of it now. */
  holdings: z.array(z.object({ currencyId: z.int(), currency: z.string(), balance: amountReply })),
  /** The period, both days in it; null where it is open. */
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  /** The shown balance before the first entry of the period and after the last. */
  opening: amountReply,
  closing: amountReply,
  /** What the entries of the whole period come to, as far as they are shown. */
  debits: amountReply,
  credits: amountReply,
  /** Whether anything in the period was corrected, and so is hidden unless it is asked for. */
  hasCorrected: z.boolean(),
  entries: z.array(statementEntry),
  /** To be sent as `cursor` for what follows; null at the end. */
  nextCursor: z.string().nullable(),
  replicaAgeSeconds,
});
export type AccountStatement = z.infer<typeof statementReply>;

/** A page of a khata. An account that does not hold the currency has no entries. */
export const accountStatement = route({
  method: "GET",
  path: "/api/reports/account-statement",
  tag,
  summary: "The entries of an account in a currency and a period, oldest first, with opening, running and closing balance",
  access: "everyone",
  query: statementQuery,
  reply: statementReply,
});

export const exportAccountStatement = route({
  method: "GET",
  path: "/api/reports/account-statement/export",
  tag,
  summary: "A whole account statement as a file; at most 50,000 entries",
  access: "everyone",
  query: z.object({ ...formatQuery, ...statementFilters }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});

const bookFilters = {
  /** The account whose book it is, and a currency of it: its own where none is given. */
  accountId: statementFilters.accountId,
  currencyId: statementFilters.currencyId,
  date: dateInput,
};

/** A page of a day's khata as the daily book shows it. A day is closed by it: it is never read from a replica. */
export const dailyBookMovements = route({
  method: "GET",
  path: "/api/reports/daily-book/movements",
  tag,
  summary: "What moved the cash in a currency on a business date, oldest first, with opening, running and closing balance",
  access: "everyone",
  query: z.object({ ...reportPage, ...bookFilters }),
  reply: statementReply.omit({ replicaAgeSeconds: true }),
});

export const exportDailyBook = route({
  method: "GET",
  path: "/api/reports/daily-book/export",
  tag,
  summary: "What moved the cash in a currency on a business date, all or of one type, as a file; at most 50,000 entries",
  access: "everyone",
  query: z.object({
    ...formatQuery,
    ...bookFilters,
    transType: noFilterWhenEmpty(z.enum(transactionTypes)),
  }),
  reply: z.unknown(),
  binary: "download",
});
