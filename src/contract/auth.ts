import { z } from "zod";

import { roles } from "./permissions.ts";
import { preferences } from "./profile.ts";
import { route } from "./route.ts";
import { secondFactorCode } from "./second-factor.ts";

export const signedInUser = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(roles),
  mustChangePassword: z.boolean(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

/** The password was right and a code is still owed: there is no session yet. */
export const awaitedCode = z.object({
  secondFactorRequired: z.literal(true),
  /** Goes with the code to the second step, and is good for nothing else. */
  challenge: z.string(),
  /** How long the second step may take. */
  expiresInSeconds: z.int(),
});
export type AwaitedCode = z.infer<typeof awaitedCode>;

const currentUser = signedInUser.extend({ preferences });
/** The signed-in user with what they have chosen for their screens. */
export type CurrentUser = z.infer<typeof currentUser>;

/** On a request that a page made by itself while nobody was there: it is answered, and keeps the session from nothing. */
export const unattendedHeader = "x-unattended";

/**
 * Who a page believes to be signed in, by user id. The tabs of a browser share one session: what a page asks for after somebody else has
 * signed in beside it is refused instead of being done in their name.
 */
export const signedInAsHeader = "x-signed-in-as";

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
  reply: z.union([signedInUser, awaitedCode]),
});

export const secondStep = route({
  method: "POST",
  path: "/api/auth/second-factor",
  tag,
  summary: "The second step of a sign-in: the code; the session is an HttpOnly cookie",
  access: "public",
  body: z.object({
    challenge: z.string({ error: "Sign in with your password first" }).max(100, "Sign in with your password first"),
    code: secondFactorCode,
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
  summary: "The signed-in user, and how they like their screens",
  access: "session",
  reply: currentUser,
});

export const changePassword = route({
  method: "POST",
  path: "/api/auth/change-password",
  tag,
  summary: "Change one's own password; every session of the user ends and a new one begins",
  access: "session",
  body: z.object({
    currentPassword: z
      .string({ error: "Current password is required" })
      .min(1, "Current password is required")
      .max(255, "A password has at most 255 characters"),
    newPassword,
  }),
  reply: signedInUser,
});
