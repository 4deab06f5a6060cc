import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";

import { plainCode } from "#contract/second-factor.ts";

import {
  authenticatorUri,
  newRecoveryCodes,
  newSecret,
  openSecret,
  recoveryCodeHash,
  sealSecret,
  secretText,
  stepOfCode,
} from "./second-factor-secret.ts";

const auditKey = Buffer.alloc(32, 7);
const owner = { userId: "3f3b1c0a-0000-4000-8000-000000000001", auditKey };
/** The secret of the examples in RFC 6238, appendix B. */
const published = Buffer.from("12345678901234567890");

describe("a code", () => {
  test.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_111_111_111, "050471", 37_037_037],
    [2_000_000_000, "279037", 66_666_666],
  ])("at %i seconds is the one that RFC 6238 prints", (seconds, code, step) => {
    expect(stepOfCode(published, code, seconds * 1000)).toBe(step);
  });

  test("counts in its own step, the one before and the one after, and in no other", () => {
    const atMs = 1_111_111_111_000;
    const code = TOTP.generate({ secret: new TOTP({ secret: secretText(published) }).secret, timestamp: atMs });
    const drift = [-60, -30, 0, 30, 60].map((seconds) => stepOfCode(published, code, atMs + seconds * 1000));
    expect(drift).toEqual([undefined, 37_037_037, 37_037_037, 37_037_037, undefined]);
  });

  test.each(["000000", "50471", "0504711", "", "05047a", "٠٥٠٤٧١"])("of %j is none", (code) => {
    expect(stepOfCode(published, code, 1_111_111_111_000)).toBeUndefined();
  });
});

describe("a stored secret", () => {
  test("opens for its owner under the same key, and is different each time", () => {
    const secret = newSecret();
    const [first, second] = [sealSecret(secret, owner), sealSecret(secret, owner)];
    expect(secret).toHaveLength(20);
    expect(openSecret(first, owner)).toEqual(secret);
    expect(openSecret(second, owner)).toEqual(secret);
    expect(second.equals(first)).toBe(false);
    expect(first.includes(secret)).toBe(false);
  });

  test("opens for nobody else, under no other key, and not when a bit of it was changed", () => {
    const sealed = sealSecret(newSecret(), owner);
    expect(openSecret(sealed, { ...owner, userId: "3f3b1c0a-0000-4000-8000-000000000002" })).toBeUndefined();
    expect(openSecret(sealed, { ...owner, auditKey: Buffer.alloc(32, 8) })).toBeUndefined();
    for (const at of [0, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openSecret(changed, owner)).toBeUndefined();
    }
    expect(openSecret(Buffer.alloc(3), owner)).toBeUndefined();
  });

  test("goes to the authenticator with the names of the office and the user", () => {
    const uri = new URL(authenticatorUri(published, { issuer: "Sarafi: Kabul & Co", username: "amina@desk" }));
    expect(uri.protocol).toBe("otpauth:");
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: "Sarafi: Kabul & Co", digits: "6", period: "30" });
    expect(uri.searchParams.get("secret")).toBe(secretText(published));
    expect(decodeURIComponent(uri.pathname)).toContain("amina@desk");
  });
});

describe("recovery codes", () => {
  test("are ten different ones, easy to copy by hand", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
  });

  test("are stored in a form that says nothing without the server's key", () => {
    const hash = recoveryCodeHash("abcdefghjk", owner);
    expect(hash).toHaveLength(32);
    expect(recoveryCodeHash("abcdefghjk", owner)).toEqual(hash);
    expect(recoveryCodeHash("abcdefghjk", { ...owner, userId: "another" })).not.toEqual(hash);
    expect(recoveryCodeHash("abcdefghjk", { ...owner, auditKey: Buffer.alloc(32, 8) })).not.toEqual(hash);
  });

  test("and codes are read however they are typed", () => {
    for (const typed of [" ABCDE-FGHJK ", "abcde fghjk", "abcde–fghjk", "abcdefghjk"])
      expect(plainCode(typed)).toBe("abcdefghjk");
    for (const typed of ["123 456", "۱۲۳۴۵۶", "١٢٣-٤٥٦", "１２３４５６"]) expect(plainCode(typed)).toBe("123456");
  });
});
