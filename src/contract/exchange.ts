import { z } from "zod";

import { amountReply, idInAddress, rateReply } from "./money.ts";
import { route } from "./route.ts";

const lastDeal = z.object({
  /** As a deal in the asked direction would be quoted. */
  rate: rateReply,
  transDate: z.string(),
  transactionId: z.int(),
  /** Whether that deal bought what is to be bought now, or sold it. */
  direction: z.enum(["same", "opposite"]),
});

const position = z.object({
  currencyId: z.int(),
  currency: z.string(),
  /** Positive: the house is long; negative: it is short. */
  quantity: amountReply,
});

export const exchangeContext = route({
  method: "GET",
  path: "/api/exchange-context",
  tag: "transactions",
  summary: "What a deal between two currencies is judged by: board rate, last rate, and how long or short the house is",
  access: "everyone",
  query: z.object({
    purchaseCurrencyId: idInAddress("Purchase currency is required"),
    sellingCurrencyId: idInAddress("Selling currency is required"),
  }),
  reply: z.object({
    /** Of today's board, quoted as the pair is; null where no rate between the two can be written. */
    boardRate: rateReply.nullable(),
    /** Of the newest deal between the two currencies that stands; null where there is none. */
    lastRate: lastDeal.nullable(),
    /** In the purchase currency, then in the selling currency. */
    positions: z.array(position),
    /** A rate further from the board than this is warned about, in percent. */
    rateDeviationPercent: z.string(),
  }),
});
export type ExchangeContext = z.infer<(typeof exchangeContext)["reply"]>;
