import { z } from "zod";

import { amountText, parseSum, zeroAmount, type Amount } from "#kernel/amount.ts";
import { largestCash, mostPieces } from "#kernel/cash-count.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";

import { amountReply, dateInput, figureInput, idInput, idParams, notAnAmount } from "./money.ts";
import { pageQuery } from "./page.ts";
import { dayQuery } from "./period.ts";
import { route } from "./route.ts";
import { instantReply, optionalText, requiredText } from "./text.ts";

const tag = "day-closes";

const onePieceEach = "Pieces are counted one by one";
const tooMany = `At most ${String(mostPieces)} pieces of one value are counted: count the rest as a sum`;
const tooMuch = `A day is closed over at most ${amountText(largestCash)} of a currency`;

/** An amount that may be zero, and the book's even negative: a sum of many entries, and so larger than one. */
function countedAmount(required: string, least: Amount) {
  return figureInput(required)
    .transform((value, context): Amount => {
      const amount = parseSum(String(value).trim());
      const isTooMuch = amount !== undefined && (amount > largestCash || amount < -largestCash);
      if (amount !== undefined && amount >= least && !isTooMuch) return amount;
      context.addIssue({ code: "custom", message: amount === undefined ? notAnAmount : isTooMuch ? tooMuch : required });
      return z.NEVER;
    })
    .meta({ description: "Amount with at most two decimals, as text or number", example: "1234.50" });
}

const countQuestion = "Count the cash of this currency";

const count = z.object({
  currencyId: idInput("Choose a currency"),
  book: countedAmount("Say what the books said", -largestCash as Amount).meta({
    description: "What the books said when it was counted; the day is not closed over anything else",
    example: "1234.50",
  }),
  counted: countedAmount(countQuestion, zeroAmount).meta({ description: "What lay in the cash box", example: "1234.50" }),
  /** How much of it was counted by pieces; what is left was counted as a whole. */
  denominations: z
    .array(
      z.object({
        value: countedAmount("Give the value of a note or coin", 1n as Amount),
        pieces: z.int(onePieceEach).min(0, onePieceEach).max(mostPieces, tooMany),
      }),
    )
    .max(30)
    .default([]),
  reason: optionalText(500)
    .transform((reason) => reason ?? null)
    .meta({ description: "Why it differs from the books; asked for where it does" }),
});
export type CashCount = z.output<typeof count>;

const closeCount = z.object({
  currencyId: z.int(),
  currency: z.string(),
  book: amountReply,
  counted: amountReply,
  /** Counted − book: over, or short where it is negative. */
  difference: amountReply,
  reason: z.string().nullable(),
  denominations: z.array(z.object({ value: amountReply, pieces: z.int() })),
  /** The entry that booked the difference. */
  transactionId: z.int().nullable(),
});

const dayClose = z.object({
  id: z.int(),
  date: z.string(),
  accountId: z.int(),
  closedBy: z.string(),
  closedAt: instantReply,
  reopenedBy: z.string().nullable(),
  reopenedAt: instantReply.nullable(),
  reopeningReason: z.string().nullable(),
  counts: z.array(closeCount),
});
export type DayClose = z.infer<typeof dayClose>;

export const closeDay = route({
  method: "POST",
  path: "/api/day-closes",
  tag,
  summary: "Close a business date, and every one before it, over the counted cash; a difference is booked to cash over and short",
  access: "staff",
  body: z.object({
    date: dateInput,
    counts: z.array(count).min(1, "Count the cash first").max(200),
  }),
  reply: dayClose,
  status: 201,
  // For the most that `counts` takes, each with all its notes and the longest reason.
  bodyLimit: 1024 * 1024,
  idempotent: true,
});

export const reopenDay = route({
  method: "POST",
  path: "/api/day-closes/:id/reopen",
  tag,
  summary: "Open the latest closed day again; its difference is taken back",
  access: "admin",
  forbidden: "Only an admin may reopen a closed day",
  params: idParams,
  body: z.object({ reason: requiredText(500, "Say why the day is reopened") }),
  reply: dayClose,
  idempotent: true,
});

export const listDayCloses = route({
  method: "GET",
  path: "/api/day-closes",
  tag,
  summary: "Every close of a day, the latest first, also those that were reopened",
  access: "everyone",
  query: z.object(pageQuery),
  reply: z.array(dayClose),
  paged: true,
});

const bookCurrency = z.object({
  currencyId: z.int(),
  currency: z.string(),
  symbol: z.string(),
  /** Cash before the first movement of the day, and after the last. */
  opening: amountReply,
  /** What stands of the day; corrections and what they took back are left out of both. */
  in: amountReply,
  out: amountReply,
  closing: amountReply,
  movements: z.int(),
  byType: z.array(z.object({ transType: z.enum(transactionTypes), movements: z.int(), in: amountReply, out: amountReply })),
});
export type BookCurrency = z.infer<typeof bookCurrency>;

export const dailyBook = route({
  method: "GET",
  path: "/api/reports/daily-book",
  tag: "reports",
  summary: "The cash book of a business date: opening, in, out and closing per currency, and whether the day is closed",
  access: "everyone",
  query: z.object({ date: dayQuery }),
  reply: z.object({
    date: z.string(),
    today: z.string(),
    cashAccountId: z.int(),
    currencies: z.array(bookCurrency),
    /** The books are closed up to and with this day; null where none is closed. */
    closedThrough: z.string().nullable(),
    /** The close of this very day, where it stands. */
    close: dayClose.nullable(),
  }),
});
export type DailyBook = z.infer<typeof dailyBook.reply>;
