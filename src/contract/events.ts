import { z } from "zod";

import type { Access } from "./permissions.ts";
import { route } from "./route.ts";
import { filterText } from "./text.ts";

/** What open screens are told about, and who is told of it: one topic for each list that several desks look at. */
export const topicAccess = {
  /** Recorded, corrected, deleted, recovered; with them balances, and the lists that show balances. */
  transactions: "everyone",
  hawalas: "everyone",
  "import-batches": "staff",
  accounts: "everyone",
  currencies: "everyone",
  settings: "everyone",
  verification: "everyone",
  backups: "admin",
  /** Users and their sessions. */
  users: "admin",
} as const satisfies Record<string, Access>;
export type Topic = keyof typeof topicAccess;
export const topics = Object.keys(topicAccess) as readonly Topic[];

/** One message: which lists have changed. Never what is in them; whoever shows one reads it again. */
export const change = z.object({
  /** To be sent as `since` by whoever connects again. It belongs to one run of one server; any other server knows it not. */
  position: z.string(),
  /** The first message of a connection: everything that has changed since the position that was sent, or every topic. */
  topics: z.array(z.enum(topics)),
});
export type Change = z.infer<typeof change>;

export const followChanges = route({
  method: "GET",
  path: "/api/events",
  tag: "events",
  summary: "Server-sent events: which lists have changed, as it happens; ends with the session",
  access: "everyone",
  query: z.object({ since: filterText(60) }),
  binary: true,
  messages: change,
  reply: z.unknown(),
});
