import { z } from "zod";

import { lastOfSeries } from "#kernel/hawala-number.ts";

import { route } from "./route.ts";

const tag = "hawalas";

const serialSettings = z.object({
  prefix: z.string(),
  nextNumber: z.int(),
  /** What the next outgoing hawala would be called: the first number from `nextNumber` on that none has; null where the series is used up. */
  nextHawalaNo: z.string().nullable(),
  version: z.int(),
});
export type HawalaSettings = z.infer<typeof serialSettings>;

export const getHawalaSettings = route({
  method: "GET",
  path: "/api/hawala-settings",
  tag,
  summary: "The series of the numbers that our office gives to outgoing hawalas",
  access: "admin",
  reply: serialSettings,
});

export const updateHawalaSettings = route({
  method: "PUT",
  path: "/api/hawala-settings",
  tag,
  summary: "Change the series; numbers already issued are passed over",
  access: "admin",
  versioned: true,
  body: z.object({
    prefix: z
      .string({ error: "Prefix is required" })
      .trim()
      .regex(/^[\p{L}\p{Nd}-]{0,10}$/u, "A prefix has at most ten letters, digits and hyphens"),
    nextNumber: z
      .int("The next number is a whole number of at least 1")
      .min(1, "The next number is a whole number of at least 1")
      .max(lastOfSeries, "The next number has at most nine digits"),
  }),
  reply: serialSettings,
});

export const resetHawalaSettings = route({
  method: "POST",
  path: "/api/hawala-settings/reset",
  tag,
  summary: "Go back to the prefix HWL and the number 1001; numbers already issued are passed over",
  access: "admin",
  reply: serialSettings,
});
