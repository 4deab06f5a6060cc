import { z } from "zod";

import { figureInput, idParams, rateInput, rateReply } from "./money.ts";
import { pageQuery } from "./page.ts";
import { route } from "./route.ts";
import { currencyCode, instantReply, requiredText } from "./text.ts";

const currency = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  /** Units of the currency per 1 USD. */
  exchangeRate: rateReply,
  /** Since when this rate holds. */
  ratedAt: instantReply,
  isActive: z.boolean(),
  version: z.int(),
  createdAt: instantReply,
  updatedAt: instantReply,
});
export type Currency = z.infer<typeof currency>;

const tag = "currencies";
const name = requiredText(100, "Name is required");
const symbol = requiredText(10, "Symbol is required");

export const listCurrencies = route({
  method: "GET",
  path: "/api/currencies",
  tag,
  summary: "All currencies, by id",
  access: "everyone",
  reply: z.array(currency),
});

export const createCurrency = route({
  method: "POST",
  path: "/api/currencies",
  tag,
  summary: "Add a currency; the house's position account for it comes with it",
  access: "everyone",
  body: z.object({
    code: currencyCode("Code is required"),
    name,
    symbol,
    rate: rateInput("Rate is required"),
  }),
  reply: currency,
  status: 201,
});

export const updateCurrency = route({
  method: "PATCH",
  path: "/api/currencies/:id",
  tag,
  summary: "Edit a currency; a changed rate is kept in its history",
  access: "everyone",
  versioned: true,
  params: idParams,
  body: z.object({
    name: name.optional(),
    symbol: symbol.optional(),
    rate: figureInput().optional().meta({ description: "Units per 1 USD" }),
    exchangeRate: figureInput().optional().meta({ description: "The same as rate" }),
    isActive: z.boolean().optional(),
  }),
  reply: currency,
});

export const deleteCurrency = route({
  method: "DELETE",
  path: "/api/currencies/:id",
  tag,
  summary: "Delete a currency that nothing uses",
  access: "everyone",
  params: idParams,
  reply: z.object({ message: z.string() }),
});

export const currencyRates = route({
  method: "GET",
  path: "/api/currencies/:id/rates",
  tag,
  summary: "The rates a currency has had, newest first",
  access: "everyone",
  params: idParams,
  query: z.object(pageQuery),
  reply: z.array(z.object({ rate: rateReply, recordedAt: instantReply, recordedBy: z.string().nullable() })),
  paged: true,
});

/** How many rows are counted before "more than" has to do. */
export const usesCounted = 1_000;

const countedRows = z
  .object({ count: z.int(), isMore: z.boolean() })
  .meta({ description: `Rows, counted to ${String(usesCounted)}; isMore says that there are more` });

const currencyUseReply = z.object({
  /** Accounts that are kept in the currency. */
  accounts: countedRows,
  /** Accounts whose balance in it is not zero. */
  balances: countedRows,
  /** Transactions that stand, with the currency on either side. */
  transactions: countedRows,
  /** Hawalas of any status, with the currency on either side. */
  hawalas: countedRows,
  hasNumberSetting: z.boolean(),
  /** The sentence that refuses its deletion; null where nothing stands against it. */
  keptBecause: z.string().nullable(),
});
export type CurrencyUse = z.infer<typeof currencyUseReply>;

export const currencyUse = route({
  method: "GET",
  path: "/api/currencies/:id/use",
  tag,
  summary: "What uses a currency, and whether it can be deleted",
  access: "everyone",
  params: idParams,
  reply: currencyUseReply,
});
