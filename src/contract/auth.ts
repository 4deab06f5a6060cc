import { z } from "zod";

import { idParams } from "./money.ts";
import { roles } from "./permissions.ts";
import { route } from "./route.ts";
import { instantReply } from "./text.ts";

export const signedInUser = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  mustChangePassword: z.boolean(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

const tag = "auth";
const done = z.object({ message: z.string() });

/** 8 to 255 characters of any kind; the commonest passwords and the username are refused by the server. */
export const newPassword = z
  .string({ error: "Password is required" })
  .min(8, "A password has at least 8 characters")
  .max(255, "A password has at most 255 characters");

const bothRequired = "Please enter both username and password";

export const login = route({
  method: "POST",
  path: "/api/auth/login",
  tag,
  summary: "Sign in; the session is an HttpOnly cookie",
  access: "public",
  body: z.object({
    username: z.string({ error: bothRequired }).trim().min(1, bothRequired).max(100, "A username has at most 100 characters"),
    password: z.string({ error: bothRequired }).min(1, bothRequired).max(255, "A password has at most 255 characters"),
  }),
  reply: signedInUser,
});

export const logout = route({
  method: "POST",
  path: "/api/auth/logout",
  tag,
  summary: "Sign out; the session ends on the server",
  access: "session",
  reply: done,
});

export const me = route({
  method: "GET",
  path: "/api/auth/me",
  tag,
  summary: "The signed-in user",
  access: "session",
  reply: signedInUser,
});

export const changePassword = route({
  method: "POST",
  path: "/api/auth/change-password",
  tag,
  summary: "Change one's own password; every session of the user ends and a new one begins",
  access: "session",
  body: z.object({
    currentPassword: z.string({ error: "Current password is required" }).min(1, "Current password is required").max(255),
    newPassword,
  }),
  reply: signedInUser,
});

export const listSessions = route({
  method: "GET",
  path: "/api/sessions",
  tag,
  summary: "One's own open sessions",
  access: "everyone",
  reply: z.array(
    z.object({
      id: z.int(),
      createdAt: instantReply,
      lastSeenAt: instantReply,
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
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
