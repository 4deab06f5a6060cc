import { z } from "zod";

import { formatQuery } from "./file.ts";
import { amountReply, idInAddress, rateReply } from "./money.ts";
import { pageQuery } from "./page.ts";
import { isInOrder, outOfOrder, periodQuery } from "./period.ts";
import { route } from "./route.ts";
import { noFilterWhenEmpty } from "./text.ts";

// The cached answers go stale with every deal, rate and setting, as those of this noun do.
const tag = "transactions";

/** The days of the report, both included and both open where they are missing, and whose deals are counted. */
const filters = {
  ...periodQuery,
  userId: noFilterWhenEmpty(z.uuid("Not a valid user")),
};
const reportQuery = z.object(filters);
export type PositionFilters = z.output<typeof reportQuery>;

const dealFilters = {
  ...filters,
  currencyId: idInAddress("Currency is required"),
};
const dealsQuery = z.object(dealFilters);
export type DealFilters = z.output<typeof dealsQuery>;

const quote = z.object({
  /** One of these … */
  unit: z.string(),
  /** … is so many of those. */
  priced: z.string(),
});

const currencyPosition = z.object({
  currencyId: z.int(),
  currency: z.string(),
  /** The base currency: it is what the others are paid with, and has neither cost nor profit. */
  isBase: z.boolean(),
  /** How its rates are quoted against the base currency; null for the base currency itself. */
  quote: quote.nullable(),
  /** Of the house, before the first day. Positive: long; negative: short. */
  openingQuantity: amountReply,
  /** Within the period, by the user where one is chosen. */
  deals: z.int(),
  bought: amountReply,
  sold: amountReply,
  /** In the base currency. */
  realised: amountReply,
  /** Of the house, at the end of the last day. */
  closingQuantity: amountReply,
  /** What the closing position was bought (or, when short, sold) at on average; null where there is none. */
  averageRate: rateReply.nullable(),
  /** What it has cost, in the base currency. */
  cost: amountReply,
  /** By the board as it is now. */
  boardRate: rateReply.nullable(),
  /** What it is worth at that rate, in the base currency, and what that is beyond its cost. */
  value: amountReply,
  unrealised: amountReply,
});
export type CurrencyPosition = z.infer<typeof currencyPosition>;

const person = z.object({ userId: z.string(), username: z.string(), fullName: z.string().nullable() });

const userPosition = person.extend({
  deals: z.int(),
  realised: amountReply,
  currencies: z.array(z.object({ currencyId: z.int(), currency: z.string(), deals: z.int(), realised: amountReply })),
});
export type UserPosition = z.infer<typeof userPosition>;

const report = z.object({
  baseCurrency: z.string(),
  /** When the board was read, as the office's business date. */
  today: z.string(),
  currencies: z.array(currencyPosition),
  /** Whose deals count, also where there are none; null for everybody's, and where nobody is known by that id. */
  chosen: person.nullable(),
  /** In the base currency, over all others. */
  totals: z.object({
    deals: z.int(),
    realised: amountReply,
    cost: amountReply,
    value: amountReply,
    unrealised: amountReply,
  }),
  /** Everybody who recorded deals within the period, the one who realised most first; also where one of them is chosen. */
  users: z.array(userPosition),
  /** What was realised day by day, or month by month of a long period, under the first day of each. */
  profits: z.object({ step: z.enum(["day", "month"]), points: z.array(z.object({ date: z.string(), realised: amountReply })) }),
});
export type PositionReport = z.infer<typeof report>;

export const currencyPositionReport = route({
  method: "GET",
  path: "/api/reports/currency-position",
  tag,
  summary: "What the house is long or short of each currency, at what average cost, and the profit made and to be made on it",
  access: "everyone",
  query: reportQuery.refine(isInOrder, outOfOrder),
  reply: report,
});

export const exportCurrencyPosition = route({
  method: "GET",
  path: "/api/reports/currency-position/export",
  tag,
  summary: "The positions of the report as a file",
  access: "everyone",
  query: z.object({ ...formatQuery, ...filters }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});

const positionDeal = z.object({
  transactionId: z.int(),
  transDate: z.string(),
  transType: z.enum(["Exchange", "Hawala"]),
  recordedBy: z.string(),
  /** Of the currency asked for: one of the two is null. */
  bought: amountReply.nullable(),
  sold: amountReply.nullable(),
  /** What was given or taken for it. */
  otherCurrency: z.string(),
  otherAmount: amountReply,
  exRate: rateReply,
  /** What the deal was worth in the base currency; of two other currencies, by the board of that day. */
  value: amountReply,
  isByBoard: z.boolean(),
  /** Of the house, before and after the deal. */
  quantityBefore: amountReply,
  quantityAfter: amountReply,
  averageBefore: rateReply.nullable(),
  averageAfter: rateReply.nullable(),
  realised: amountReply,
});
export type PositionDeal = z.infer<typeof positionDeal>;

export const currencyPositionDeals = route({
  method: "GET",
  path: "/api/reports/currency-position/deals",
  tag,
  summary: "The deals behind a currency's position and profit, in their order, each with the average before and after it",
  access: "everyone",
  query: z.object({ ...pageQuery, ...dealFilters }).refine(isInOrder, outOfOrder),
  reply: z.array(positionDeal),
  paged: true,
});

export const exportCurrencyPositionDeals = route({
  method: "GET",
  path: "/api/reports/currency-position/deals/export",
  tag,
  summary: "The deals behind a currency's position as a file; at most 50,000",
  access: "everyone",
  query: z.object({ ...formatQuery, ...dealFilters }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});
