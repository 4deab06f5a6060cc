import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

import { Secret, TOTP } from "otpauth";

import { recoveryCodeCount } from "#contract/second-factor.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";

import { randomGroups } from "./random-groups.ts";

/** RFC 6238 as every authenticator speaks it: SHA-1, six digits, thirty seconds. */
const otp = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Clocks differ: a code of the step before and after the present one counts as well. */
const driftSteps = 1;
const secretBytes = 20;

const cipher = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Whose secret it is, and the server's key outside the database. */
export interface SecretOwner {
  readonly userId: string;
  readonly auditKey: AuditKey;
}

/** A fresh secret of an authenticator: 160 random bits. */
export function newSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The secret as a person types it: base32. */
export function secretText(secret: Buffer): string {
  return secretOf(secret).base32;
}

/** What the QR code says: who the codes are for, and where. */
export function authenticatorUri(secret: Buffer, { issuer, username }: { issuer: string; username: string }): string {
  return new TOTP({ ...otp, issuer, label: username, secret: secretOf(secret) }).toString();
}

/** The time step that the code belongs to, if it is one of those that count at this moment; undefined otherwise. */
export function stepOfCode(secret: Buffer, code: string, atMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const offset = TOTP.validate({ ...otp, token: code, secret: secretOf(secret), timestamp: atMs, window: driftSteps });
  return offset === null ? undefined : Math.floor(atMs / 1000 / otp.period) + offset;
}

/**
 * The secret as it is stored: encrypted under a key that only the server has, and bound to its owner, so that a row put in the
 * place of another opens nothing.
 */
export function sealSecret(secret: Buffer, { userId, auditKey }: SecretOwner): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, derivedKey(auditKey, "secret"), nonce).setAAD(Buffer.from(userId));
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]);
}

/** The secret behind its stored form; undefined where it was sealed under another key or for somebody else. */
export function openSecret(sealed: Buffer, { userId, auditKey }: SecretOwner): Buffer | undefined {
  try {
    const nonce = sealed.subarray(0, nonceBytes);
    const opening = createDecipheriv(cipher, derivedKey(auditKey, "secret"), nonce, { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(userId)).setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([opening.update(sealed.subarray(nonceBytes, -tagBytes)), opening.final()]);
  } catch {
    return undefined;
  }
}

/** Fresh recovery codes: two groups of five characters each, 49 random bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => randomGroups(2));
}

/** What is stored of a recovery code, given without its dash: useless to whoever does not have the server's key. */
export function recoveryCodeHash(code: string, { userId, auditKey }: SecretOwner): Buffer {
  return createHmac("sha256", derivedKey(auditKey, "recovery codes")).update(`${userId}:${code}`).digest();
}

function secretOf(secret: Buffer): Secret {
  return Secret.fromHex(secret.toString("hex"));
}

/** The audit key vouches for the log and for nothing else: each other purpose has a key of its own, derived from it. */
function derivedKey(auditKey: AuditKey, purpose: "secret" | "recovery codes"): Buffer {
  return Buffer.from(hkdfSync("sha256", auditKey, "", `sarraf second factor: ${purpose}`, keyBytes));
}
