import { describe, expect, test, vi } from "vitest";
import { z } from "zod";

import { parseAmount } from "#kernel/amount.ts";
import { Refusal } from "#kernel/refusal.ts";

import { createSessionCookie, newToken } from "./cookie.ts";
import { refuseCrossSite } from "./csrf.ts";
import { idempotencyOf } from "./idempotency.ts";
import { ifMatchOf } from "./if-match.ts";
import { checked, checkedParameters } from "./input.ts";
import { createRateLimit } from "./limits.ts";

describe("If-Match", () => {
  test.each([
    ["7", 7],
    ['"7"', 7],
    [" 12 ", 12],
  ])("%j is version %d", (header, version) => expect(ifMatchOf(header)).toBe(version));

  test("may be missing", () => expect(ifMatchOf(undefined)).toBeUndefined());

  test.each(["", "*", "abc", '"7', "1.5", "-1", "7, 8", "1e3", '""', "99999999999", 'W/"7"', "W/3"])(
    "%j is refused",
    (header) => {
      expect(() => ifMatchOf(header)).toThrow(Refusal);
    },
  );
});

describe("an idempotency key", () => {
  const asked: { call: string; params: unknown; body: unknown } = { call: "POST /api/x", params: undefined, body: { a: 1 } };

  test("may be missing", () => expect(idempotencyOf(undefined, asked)).toBeUndefined());

  test.each(["", " ", "a b", "a\u00e9", "x".repeat(201), "a, b"])("%j is refused", (key) => {
    expect(() => idempotencyOf(key, asked)).toThrow(Refusal);
  });

  test("stands for the call and everything that was asked", () => {
    const hash = (change: Partial<typeof asked>) => idempotencyOf("k", { ...asked, ...change })?.requestHash;
    expect(hash({})).toBe(hash({ body: { a: 1 } }));
    const others = [hash({ body: { a: 2 } }), hash({ params: { id: 5 } }), hash({ call: "PUT /api/x" })];
    expect(new Set([hash({}), ...others]).size).toBe(4);
  });

  test("takes the same amount for the same, however it was written", () => {
    const hash = (text: string) => idempotencyOf("k", { ...asked, body: { amount: parseAmount(text) } })?.requestHash;
    expect(hash("1000")).toBe(hash("1000.00"));
    expect(hash("1000")).not.toBe(hash("1000.01"));
  });
});

describe("a write from another site", () => {
  const own = "https://books.example.af";
  const allowed = (headers: Record<string, string>): boolean => {
    try {
      refuseCrossSite({ host: "10.0.0.5:3000", ...headers }, own);
      return true;
    } catch {
      return false;
    }
  };

  test.each([
    [{}, true],
    [{ "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ "sec-fetch-site": "cross-site" }, false],
    [{ "sec-fetch-site": "none" }, false],
    [{ "sec-fetch-site": "same-origin", origin: "https://evil.example" }, true],
    [{ "sec-fetch-site": "cross-site", origin: own }, false],
    [{ origin: own }, true],
    [{ origin: "http://10.0.0.5:3000" }, true],
    [{ origin: "https://10.0.0.5:3000" }, false],
    [{ origin: "https://evil.example" }, false],
    [{ origin: "https://books.example.af.evil.example" }, false],
    [{ origin: "null" }, false],
    [{ origin: "" }, false],
  ] as const)("%j: allowed %s", (headers, expected) => expect(allowed(headers)).toBe(expected));
});

describe("the session's cookie", () => {
  const token = newToken();

  test("on http is HttpOnly, strict and for the whole site", () => {
    expect(createSessionCookie("http://localhost:3000").set(token)).toBe(`sid=${token}; Path=/; HttpOnly; SameSite=Strict`);
  });

  test("on https is secure and pinned to its host by name", () => {
    const { set, read } = createSessionCookie("https://books.example.af");
    expect(set(token)).toBe(`__Host-sid=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`);
    expect(read(`sid=${token}`)).toBeUndefined();
  });

  test("is found among others and is nothing unless it looks like a token", () => {
    const { read } = createSessionCookie("http://localhost:3000");
    expect(read(`a=1; sid=${token}; b=2`)).toBe(token);
    expect(read(`xsid=${token}`)).toBeUndefined();
    expect(read("sid=short")).toBeUndefined();
    expect(read(`sid=${token}' or 1=1`)).toBeUndefined();
    expect(read(undefined)).toBeUndefined();
  });

  test("holds 256 random bits", () => {
    expect(new Set(Array.from({ length: 100 }, newToken)).size).toBe(100);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
  });
});

describe("the rate limit", () => {
  /** A minute in memory, of which every server takes its portions. */
  function minuteOf(requests: number) {
    const left = new Map<string, number>();
    const take = vi.fn((user: string, wanted: number) => {
      const granted = Math.min(wanted, left.get(user) ?? requests);
      left.set(user, (left.get(user) ?? requests) - granted);
      return Promise.resolve({ granted, seconds: 42 });
    });
    return take;
  }

  test("counts each user apart and says when to come back", async () => {
    const limit = createRateLimit(2, minuteOf(2));
    await limit.take("a");
    await limit.take("a");
    await limit.take("b");
    await expect(limit.take("a")).rejects.toMatchObject({ code: "too_many", details: { retryAfterSeconds: 42 } });
    expect(() => limit.take("a")).toThrow("Too many requests. Try again in 42 seconds");
  });

  test("is one for all servers, however their requests fall together, and few of them wait for the database", async () => {
    const minute = minuteOf(400);
    const servers = [createRateLimit(400, minute), createRateLimit(400, minute)];
    const takes = Array.from({ length: 600 }, async (_, index) => servers[index % 2]?.take("a"));
    const outcomes = await Promise.allSettled(takes);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(400);
    expect(minute.mock.calls.length).toBeLessThanOrEqual(22);
  });

  test("lets nobody through whom the database could not be asked about, and asks again", async () => {
    const minute = vi.fn(minuteOf(1)).mockRejectedValueOnce(new Error("away"));
    const limit = createRateLimit(1, minute);
    await expect(limit.take("a")).rejects.toThrow("away");
    await limit.take("a");
  });

  test("of zero is no limit", () => {
    const minute = minuteOf(0);
    const limit = createRateLimit(0, minute);
    for (let count = 0; count < 10_000; count += 1) expect(limit.take("a")).toBeUndefined();
    expect(minute).not.toHaveBeenCalled();
  });
});

describe("input", () => {
  test("that is wrong names every fault, and the first in the message", () => {
    const schema = z.object({ name: z.string({ error: "Name is required" }), list: z.array(z.int("No number")) });
    try {
      checked(schema, { list: [1, "x"] });
      expect.unreachable();
    } catch (error) {
      const { message, details } = error as Refusal;
      expect(message).toBe("Name is required");
      expect(details.issues).toEqual([
        { path: "name", message: "Name is required" },
        { path: "list.1", message: "No number" },
      ]);
    }
  });

  test("that misses every alternative is told the rule it was nearest to", () => {
    const schema = z.object({ email: z.union([z.literal(""), z.email("Not a valid email address")]) });
    expect(() => checked(schema, { email: "x" })).toThrow("Not a valid email address");
  });

  test("of a query is refused for strange text, repeated names included", () => {
    const schema = z.object({ q: z.string().optional() });
    expect(() => checkedParameters(schema, { q: "a\u0000" })).toThrow(Refusal);
    expect(() => checkedParameters(schema, { q: ["a", "b\u202e"] })).toThrow(Refusal);
    expect(() => checkedParameters(schema, { q: ["a", "b"] })).toThrow(Refusal);
    expect(checkedParameters(schema, { q: "a" })).toEqual({ q: "a" });
  });
});
