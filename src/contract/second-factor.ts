import { z } from "zod";

import { latinDigits } from "#kernel/digits.ts";

import { route } from "./route.ts";
import { instantReply } from "./text.ts";

const tag = "second-factor";

/** How many recovery codes are given at a time. */
export const recoveryCodeCount = 10;
const longestCode = 40;

const codeRequired = "Enter the code";
const passwordRequired = "Password is required";

/**
 * The six digits of the authenticator, or a recovery code. People type them with spaces and dashes, in capitals, and with the
 * digits of their keyboard.
 */
export const secondFactorCode = z
  .string({ error: codeRequired })
  .max(longestCode, "This is longer than any code")
  .transform(plainCode)
  .pipe(z.string().min(1, codeRequired));

const password = z.string({ error: passwordRequired }).min(1, passwordRequired).max(255, "A password has at most 255 characters");

/** A code without what people put between its characters, in small letters and Western digits. */
export function plainCode(typed: string): string {
  return latinDigits(typed.normalize("NFKC"))
    .replaceAll(/[\s\u200B-\u200F\-‐-―_.]/g, "")
    .toLowerCase();
}

const recoveryCodesReply = z.object({
  /** Shown this once: only their hashes are kept. */
  recoveryCodes: z.array(z.string()),
});

const path = "/api/profile/second-factor";

export const getSecondFactor = route({
  method: "GET",
  path,
  tag,
  summary: "Whether one's own sign-in has a second step",
  access: "everyone",
  reply: z.object({
    enabled: z.boolean(),
    enabledAt: instantReply.nullable(),
    recoveryCodesLeft: z.int(),
  }),
});

export const startSecondFactor = route({
  method: "POST",
  path,
  tag,
  summary: "Begin to set up a second step for one's own sign-in; it holds once it is confirmed",
  access: "everyone",
  body: z.object({ password }),
  reply: z.object({
    /** Base32, for typing by hand. */
    secret: z.string(),
    /** What the QR code says. */
    uri: z.string(),
  }),
});

export const confirmSecondFactor = route({
  method: "POST",
  path: `${path}/confirmation`,
  tag,
  summary: "Turn the second step on with a first code; answers the recovery codes",
  access: "everyone",
  body: z.object({ code: secondFactorCode }),
  reply: recoveryCodesReply,
});

export const renewRecoveryCodes = route({
  method: "POST",
  path: `${path}/recovery-codes`,
  tag,
  summary: "New recovery codes; the old ones open nothing any more",
  access: "everyone",
  body: z.object({ password, code: secondFactorCode }),
  reply: recoveryCodesReply,
});

export const stopSecondFactor = route({
  method: "DELETE",
  path,
  tag,
  summary: "Turn the second step off, with the password and a code",
  access: "everyone",
  body: z.object({ password, code: secondFactorCode }),
  reply: z.object({ message: z.string() }),
});
