import { z } from "zod";

import { formatQuery } from "./file.ts";
import { pageQuery } from "./page.ts";
import { isInOrder, outOfOrder, periodQuery } from "./period.ts";
import { route } from "./route.ts";
import { filterText, instantReply, noFilterWhenEmpty, searchLength } from "./text.ts";

const tag = "audit-log";

/** Stands for acts of nobody who was signed in: visitors, and the server itself. */
export const nobody = "none";

const someone = new RegExp(`^(?:${nobody}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, "i");
const noun = "[a-z_]{1,40}";

/** What the log may be filtered by; all given filters have to be met. */
const filters = {
  userId: noFilterWhenEmpty(z.string().regex(someone, "Not a user")),
  /** The noun and what happened to it. */
  action: noFilterWhenEmpty(z.string().regex(new RegExp(`^${noun}\\.${noun}$`), "Not an action")),
  /** A kind of object, or one of it: "account", "account:101". */
  object: noFilterWhenEmpty(z.string().regex(new RegExp(`^${noun}(?::.{1,100})?$`), "Not an object")),
  /** By the clock of the office. */
  ...periodQuery,
  /** A number, a code, a name that an object is or was known by, also one that was removed; or words of a reason. */
  q: filterText(searchLength),
};

/** What happened to a field, in words; null where nothing stood there. */
const change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

const auditEntry = z.object({
  id: z.string(),
  recordedAt: instantReply,
  userId: z.string().nullable(),
  /** As they were called then. */
  user: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string().nullable(),
  /** What a person calls the object, or called it then: a code and a name, a number, a file; null where it has no other name than its id. */
  object: z.string().nullable(),
  /** Whether the object was removed since: it keeps its name, and has no page any more. */
  isGone: z.boolean(),
  version: z.int().nullable(),
  reason: z.string().nullable(),
  changes: z.array(change),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditChange = z.infer<typeof change>;

export const listAuditLog = route({
  method: "GET",
  path: "/api/audit-log",
  tag,
  summary:
    "What was done, newest first; a page may be short where much had to be looked through, and then has a cursor to go on from",
  access: "admin",
  query: z.object({ ...pageQuery, ...filters }).refine(isInOrder, outOfOrder),
  reply: z.array(auditEntry),
  paged: true,
});

export const exportAuditLog = route({
  method: "GET",
  path: "/api/audit-log/export",
  tag,
  summary: "What a filter of the audit log finds, as a file; at most 50,000 entries",
  access: "admin",
  query: z.object({ ...formatQuery, ...filters }).refine(isInOrder, outOfOrder),
  reply: z.unknown(),
  binary: "download",
});

export const auditLogFacets = route({
  method: "GET",
  path: "/api/audit-log/facets",
  tag,
  summary: "What stands in the audit log and may be filtered by: who acted, and which acts there were",
  access: "admin",
  reply: z.object({
    users: z.array(z.object({ id: z.string(), username: z.string() })),
    acts: z.array(z.object({ objectType: z.string(), action: z.string() })),
  }),
});

export const auditChain = route({
  method: "GET",
  path: "/api/audit-log/chain",
  tag,
  summary: "How far the audit log is sealed",
  access: "admin",
  reply: z.object({
    seals: z.int(),
    /** When the last seal was made; null before the first. */
    sealedAt: instantReply.nullable(),
    /** When the last entry under it was made. */
    sealedUpTo: instantReply.nullable(),
    /** Entries that no seal covers yet; counted no further than `most`. */
    waiting: z.int(),
    most: z.int(),
    /** The end of the chain, to be kept elsewhere. */
    head: z.string(),
  }),
});
