import { z } from "zod";

import { route } from "./route.ts";
import { instantReply } from "./text.ts";

const tag = "verification";

export const verification = z.object({
  balanced: z.boolean(),
  startedAt: instantReply,
  finishedAt: instantReply,
  /** What was found wrong, each naming its row; at most 100. */
  faults: z.array(z.string()),
});
export type Verification = z.infer<typeof verification>;

export const lastVerification = route({
  method: "GET",
  path: "/api/verification",
  tag,
  summary: "The result of the last verification of the books; null before the first",
  access: "everyone",
  reply: verification.nullable(),
});

export const runVerification = route({
  method: "POST",
  path: "/api/verification",
  tag,
  summary: "Verify the books now",
  access: "admin",
  reply: verification,
});
