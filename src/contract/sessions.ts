import { z } from "zod";

import { idParams } from "./money.ts";
import { route } from "./route.ts";
import { instantReply } from "./text.ts";

const session = z.object({
  id: z.int(),
  createdAt: instantReply,
  lastSeenAt: instantReply,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Whether it is the one that this call was made with. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

const tag = "sessions";
const done = z.object({ message: z.string() });
const doneWith = z.object({ message: z.string(), ended: z.int() });
const userParams = z.object({ id: z.uuid("Not a valid id") });

export const listSessions = route({
  method: "GET",
  path: "/api/sessions",
  tag,
  summary: "One's own open sessions",
  access: "everyone",
  reply: z.array(session),
});

export const endOtherSessions = route({
  method: "DELETE",
  path: "/api/sessions",
  tag,
  summary: "End all of one's own sessions but this one",
  access: "everyone",
  reply: doneWith,
});

export const endSession = route({
  method: "DELETE",
  path: "/api/sessions/:id",
  tag,
  summary: "End one of one's own sessions",
  access: "everyone",
  params: idParams,
  reply: done,
});

export const listUserSessions = route({
  method: "GET",
  path: "/api/users/:id/sessions",
  tag,
  summary: "The open sessions of a user",
  access: "admin",
  params: userParams,
  reply: z.array(session),
});

export const endUserSessions = route({
  method: "DELETE",
  path: "/api/users/:id/sessions",
  tag,
  summary: "Sign a user out everywhere; the session that asks stays",
  access: "admin",
  params: userParams,
  reply: doneWith,
});

export const endUserSession = route({
  method: "DELETE",
  path: "/api/users/:id/sessions/:sessionId",
  tag,
  summary: "End one session of a user",
  access: "admin",
  params: userParams.extend({ sessionId: idParams.shape.id }),
  reply: done,
});
