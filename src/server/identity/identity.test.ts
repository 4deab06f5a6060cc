import { parseOptions } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Refusal } from "#kernel/refusal.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { ensureFirstAdmin, forgetFirstAdmin } from "./first-admin.ts";
import { hashPassword, passwordMatches, unmatchedHash } from "./password-hash.ts";

describe("a stored password", () => {
  test("is argon2id of at least 19 MiB and two passes, salted", async () => {
    const [first, second] = await Promise.all([hashPassword("the same words"), hashPassword("the same words")]);
    expect(first).toMatch(/^\$argon2id\$/);
    expect(parseOptions(first).memoryCost).toBeGreaterThanOrEqual(19 * 1024);
    expect(parseOptions(first).timeCost).toBeGreaterThanOrEqual(2);
    expect(second).not.toBe(first);
  });

  test("matches itself alone", async () => {
    const stored = await hashPassword("پنج کلمه");
    expect(await passwordMatches(stored, "پنج کلمه")).toBe(true);
    expect(await passwordMatches(stored, "پنج کلمه ")).toBe(false);
  });

  test("that nobody has costs as much to try as a real one", async () => {
    const real = parseOptions(await hashPassword("something"));
    const { saltLen: _salt, ...cost } = real;
    expect(parseOptions(unmatchedHash)).toMatchObject(cost);
    expect(await passwordMatches(unmatchedHash, "something")).toBe(false);
  });

  test("is tried by two at once and twenty in a queue; more are asked to come back", async () => {
    const settled = await Promise.allSettled(Array.from({ length: 30 }, () => passwordMatches(unmatchedHash, "x")));
    const refused = settled.flatMap((result) => (result.status === "rejected" ? [result.reason as Refusal] : []));
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ code: "too_many", details: { retryAfterSeconds: expect.any(Number) } });
    expect(await passwordMatches(unmatchedHash, "x")).toBe(false);
  });
});

describe("the first administrator", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  const users = () => database.db.selectFrom("users").selectAll().execute();
  const acts = () => database.asOwner("select action, actor, object_id, version, new from audit_log order by id");

  test("gets a random password that has to be changed, once, however many servers start", async () => {
    const config = { adminUsername: "chief", adminPassword: undefined };
    const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(database.db, config)));
    const [password, ...others] = made.filter((text) => text !== undefined);
    expect(others).toEqual([]);
    const [chief, ...more] = await users();
    expect(more).toEqual([]);
    expect(chief).toMatchObject({ username: "chief", role: "admin", is_active: true, must_change_password: true });
    expect(await passwordMatches(chief?.password_hash ?? "", password ?? "")).toBe(true);
    expect(password?.length).toBeGreaterThan(20);
    expect(await ensureFirstAdmin(database.db, config)).toBeUndefined();
    const begun = {
      action: "user.created",
      actor: null,
      object_id: chief?.id,
      version: 1,
      new: { username: "chief", role: "admin" },
    };
    expect(await acts()).toEqual([begun]);
    await forgetFirstAdmin(database.db);
    expect(await users()).toEqual([]);
    expect((await acts()).slice(1)).toMatchObject([{ action: "user.deleted", actor: null, object_id: chief?.id }]);
  });

  test("has the configured password where there is one, and is not made beside other users", async () => {
    await database.asOwner("delete from users");
    const config = { adminUsername: "admin", adminPassword: "a password of mine" };
    expect(await ensureFirstAdmin(database.db, config)).toBeUndefined();
    const [admin] = await users();
    expect(admin).toMatchObject({ username: "admin", must_change_password: false });
    expect(await passwordMatches(admin?.password_hash ?? "", "a password of mine")).toBe(true);
    await ensureFirstAdmin(database.db, { ...config, adminUsername: "second" });
    expect(await users()).toHaveLength(1);
  });
});
