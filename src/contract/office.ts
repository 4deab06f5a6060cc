import { z } from "zod";

import { route } from "./route.ts";
import { instantReply } from "./text.ts";

/** What everybody may know of the business settings. */
export const officeSettings = z.object({
  officeName: z.string(),
  timeZone: z.string(),
  baseCurrency: z.string(),
  cashAccountId: z.int(),
  senderCode: z.string(),
  branchCodes: z.array(z.string()),
  /** Of the company accounts whose balance is spent, and no longer held. */
  expenseCodes: z.array(z.string()),
  usdTotalFrom: z.string(),
  /** A rate further from the board than this is warned about, in percent. */
  rateDeviationPercent: z.string(),
  version: z.int(),
});

/** By itself, beside the settings: the first page of everybody who signs in carries it. */
export const getOffice = route({
  method: "GET",
  path: "/api/office",
  tag: "settings",
  summary: "What every screen needs to know of the office, with today's business date",
  access: "everyone",
  reply: officeSettings.extend({
    today: z.string().meta({ description: "The day at the office, YYYY-MM-DD" }),
    todayEndsAt: instantReply.meta({ description: "When `today` is over there" }),
    /** By the database's clock, which the office's day goes by; a browser's may stand wrong. */
    now: instantReply,
    /** When the office had last been written to as the server started, where that is more than an hour after `now`: the clock went back. */
    lastWritten: instantReply.optional(),
  }),
});
