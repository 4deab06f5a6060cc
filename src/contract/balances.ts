import { z } from "zod";

import { accountTypes } from "#kernel/account-type.ts";

import { amountReply } from "./money.ts";
import { route } from "./route.ts";
import { text } from "./text.ts";

const tag = "balances";

export const balanceEntry = z.object({
  accountCode: z.string(),
  accountName: z.string(),
  currencyId: z.int(),
  currency: z.string(),
  currencySymbol: z.string(),
  totalBalance: amountReply,
});

/** How many accounts are asked for in one call. */
export const mostCodesAtOnce = 100;

export const balancesByCode = route({
  method: "POST",
  path: "/api/account-balances",
  tag,
  summary: "Balances of accounts in their own currency, in the order asked; unknown codes apart",
  access: "everyone",
  body: z.object({ accountCodes: z.array(text(50)).max(mostCodesAtOnce, "At most 100 account codes") }),
  reply: z.object({
    balances: z.array(balanceEntry.extend({ accountType: z.enum(accountTypes) })),
    unknown: z.array(z.string()),
  }),
});

export const senderBalance = route({
  method: "GET",
  path: "/api/sherullah-balance",
  tag,
  summary: "The account of the default sender code, one entry per currency it holds",
  access: "everyone",
  reply: z.object({ balances: z.array(balanceEntry) }),
});

export const cashBalance = route({
  method: "GET",
  path: "/api/cash-shop-balance",
  tag,
  summary: "Cash at the shop, per currency",
  access: "everyone",
  reply: z.object({
    rows: z.array(
      z.object({
        currencyid: z.int(),
        currency: z.string(),
        currentbalance: z
          .number()
          .meta({ description: "The one amount that leaves as a JSON number, as earlier clients expect it" }),
      }),
    ),
  }),
});
