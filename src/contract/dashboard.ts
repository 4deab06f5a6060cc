import { z } from "zod";

import { balanceOfCurrency } from "./accounts.ts";
import { balanceEntry } from "./balances.ts";
import { formatQuery } from "./file.ts";
import { usdTotal } from "./hawala-lists.ts";
import { hawala } from "./hawalas.ts";
import { amountReply } from "./money.ts";
import { pageQuery } from "./page.ts";
import { isInOrder, outOfOrder, periodQuery } from "./period.ts";
import { route } from "./route.ts";
import { filterText, instantReply, searchLength } from "./text.ts";
import { verification } from "./verification.ts";

const tag = "dashboard";

/** How many hawalas of a set stand where. The three statuses are all that an incoming hawala can have. */
const hawalaCounts = z.object({ all: z.int(), pending: z.int(), passed: z.int(), cancelled: z.int() });
export type HawalaCounts = z.infer<typeof hawalaCounts>;

/** What the hawalas that are paid in one currency come to, in that currency. */
const hawalaAmount = z.object({
  currencyId: z.int(),
  currency: z.string(),
  symbol: z.string(),
  /** How many are counted here: the pending and the passed ones. */
  hawalas: z.int(),
  /** The pending and the passed ones together; what was cancelled is owed to nobody. */
  amount: amountReply,
  pending: amountReply,
  passed: amountReply,
  cancelled: amountReply,
});
export type HawalaAmount = z.infer<typeof hawalaAmount>;

/** For a chart: how many hawalas of each status have their date in a day, or in a month where the period is longer than a year. */
const hawalaDays = z.object({
  fromDate: z.string(),
  toDate: z.string(),
  unit: z.enum(["day", "month"]),
  /** Every day or month of the period, also those without a hawala; a month under its first day. */
  points: z.array(z.object({ date: z.string(), pending: z.int(), passed: z.int(), cancelled: z.int() })),
});
export type HawalaDays = z.infer<typeof hawalaDays>;

/** For a chart: what the cash account held at the end of each of the last 30 days, today the last of them. */
const cashDays = z.object({
  dates: z.array(z.string()),
  /** One entry per currency in use; its balances in the order of the dates. */
  currencies: z.array(
    z.object({ currencyId: z.int(), currency: z.string(), symbol: z.string(), balances: z.array(amountReply) }),
  ),
});
export type CashDays = z.infer<typeof cashDays>;

/** The cash account's day in one currency: opening + in − out = current. Corrected entries count as they are now. */
const dayOfCash = z.object({
  currencyId: z.int(),
  currency: z.string(),
  symbol: z.string(),
  /** At the end of the business date before today. */
  opening: amountReply,
  in: amountReply,
  out: amountReply,
  /** At the end of today as it is recorded so far; without what is dated tomorrow. */
  current: amountReply,
});
export type DayOfCash = z.infer<typeof dayOfCash>;

/** What an admin is shown besides. */
const adminFigures = z.object({
  /** Hawalas whose date is today, and those that were passed on today, each once. */
  todaysActivity: z.int(),
  usd: z.object({
    ...usdTotal.shape,
    senderCode: z.string(),
    /** The name and the id of the sender code's account; null where no account has the code. */
    partnerName: z.string().nullable(),
    partnerAccountId: z.int().nullable(),
    /** The setting's date: nothing before it is counted. */
    countedFrom: z.string(),
  }),
  /** How many accounts the account list has. */
  accounts: z.int(),
  currencies: z.object({ all: z.int(), active: z.int() }),
  /** The database answers (else this call would not) and has every migration of this program where it is healthy. */
  database: z.object({ isHealthy: z.boolean(), version: z.string(), sizeBytes: z.int() }),
  /** The last backup that was restored and verified; null before the first. */
  lastGoodBackup: z.object({ finishedAt: instantReply }).nullable(),
  /** Whether it is too old, or there should be one by now and there is none: by the rule of the backups' own state. */
  isBackupOverdue: z.boolean(),
});
export type AdminFigures = z.infer<typeof adminFigures>;

const period = z.object(periodQuery).refine(isInOrder, outOfOrder);

/**
 * Everything of the dashboard but the lists behind its cards. The hawalas are incoming ones, by their own date within the
 * filter: all of them for an admin, those of the default sender code for everybody else.
 */
export const getDashboard = route({
  method: "GET",
  path: "/api/dashboard",
  tag,
  summary: "The figures of the dashboard; for admins with those that are theirs alone",
  access: "everyone",
  query: period,
  reply: z.object({
    /** The office's business date, on which everything said of today is based. */
    today: z.string(),
    senderCode: z.string(),
    /** Within the filter; `all` is the count of transactions shown. */
    hawalas: hawalaCounts,
    amounts: z.array(hawalaAmount),
    /** The five newest within the filter. */
    recent: z.array(hawala),
    hawalaDays,
    cashDays,
    /** What the cash account holds, per currency in use. */
    cash: z.array(balanceOfCurrency),
    books: z.array(dayOfCash),
    verification: verification.nullable(),
    /** The account of the default sender code, one entry per currency it holds; empty where there is no such account. */
    senderBalances: z.array(balanceEntry),
    /** Absent for everybody but admins. */
    admin: adminFigures.optional(),
  }),
});
export type Dashboard = z.infer<(typeof getDashboard)["reply"]>;

export const dashboardCards = ["total", "pending", "passed", "cancelled", "today"] as const;
export type DashboardCard = (typeof dashboardCards)[number];

/** The lists behind the figures. `standing` is what the amounts by currency count: the pending and the passed ones. */
export const dashboardLists = [...dashboardCards, "standing"] as const;
export type DashboardList = (typeof dashboardLists)[number];

/**
 * The list behind a figure. Without `q`, `X-Total-Count` is exact and the figure itself. `today` takes no notice of the dates, as
 * its card does not.
 */
export const listDashboardHawalas = route({
  method: "GET",
  path: "/api/dashboard/hawalas",
  tag,
  summary: "The hawalas behind a figure of the dashboard, newest first",
  access: "everyone",
  query: z
    .object({
      ...pageQuery,
      ...periodQuery,
      filter: z.enum(dashboardLists, { error: `Filter must be one of ${dashboardLists.join(", ")}` }).default("total"),
      /** The code of the currency that they are paid in. */
      currency: filterText(3),
      /** Part of the number, of the sender's or receiver's name, of the status or of the currency code. */
      q: filterText(searchLength),
    })
    .refine(isInOrder, outOfOrder),
  reply: z.array(hawala),
  paged: true,
});

export const exportHawalaDays = route({
  method: "GET",
  path: "/api/dashboard/hawala-days/export",
  tag,
  summary: "The figures of the chart of hawalas by day and status as a file",
  access: "everyone",
  query: z.object({ ...formatQuery, ...periodQuery }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});

export const exportCashDays = route({
  method: "GET",
  path: "/api/dashboard/cash-days/export",
  tag,
  summary: "The figures of the chart of cash by day and currency as a file",
  access: "everyone",
  query: z.object(formatQuery),
  reply: z.unknown(),
  binary: "download",
});
