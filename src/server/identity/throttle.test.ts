import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { login } from "#contract/auth.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { oneAtATime, recordFailure } from "#server/identity/throttle.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const password = "seven blue kites";
let passwordHash: string;
let server: TestServer;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.database.asOwner("delete from sign_in_failures"));

let count = 0;
/** A user who can sign in with the password. */
const person = (): Promise<SignedInClient> => server.signIn("user", { username: `Person${String((count += 1))}`, passwordHash });
const enter = (body: { username: string; password: string }) => server.anonymous.ok(login, { body });

describe("the throttle", () => {
  const wrong = { password: "wrong password" };

  test("lets five failures pass and then asks to wait, the right password included", async () => {
    const { username } = await person();
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await server.anonymous.refused(login, { body: { username, ...wrong } })).toMatchObject({ status: 401 });
    }
    const refusal = await server.anonymous.refused(login, { body: { username, password } });
    expect(refusal).toMatchObject({ status: 429, code: "too_many" });
    expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refusal.headers["retry-after"])).toBeLessThanOrEqual(30);
  });

  test("counts for the user, however the name is spelled", async () => {
    await server.signIn("user", { username: "کریم کاکړ ۲", passwordHash });
    for (const username of ["کریم کاکړ ۲", "كريم کاکړ ۲", "كريم كاكړ ۲", "کریم کاکړ ٢", "کریم کاکړ 2"]) {
      expect(await server.anonymous.refused(login, { body: { username, ...wrong } })).toMatchObject({ status: 401 });
    }
    for (const username of ["کریم کاکړ ۲", "كريم کاکړ 2"]) {
      expect(await server.anonymous.refused(login, { body: { username, password } })).toMatchObject({ status: 429 });
    }
  });

  test("treats a username that does not exist alike", async () => {
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await server.anonymous.refused(login, { body: { username: "ghost", ...wrong } })).toMatchObject({ status: 401 });
    }
    expect(await server.anonymous.refused(login, { body: { username: "GHOST", ...wrong } })).toMatchObject({ status: 429 });
    // However it is spelled, too: as with a name that there is.
    for (const username of ["روح ۲", "روح ٢", "روح 2", "رو\u0640ح ۲", "روح  ۲"]) {
      expect(await server.anonymous.refused(login, { body: { username, ...wrong } })).toMatchObject({ status: 401 });
    }
    expect(await server.anonymous.refused(login, { body: { username: "روح ２", ...wrong } })).toMatchObject({ status: 429 });
  });

  test("holds against a burst", async () => {
    const { username } = await person();
    const burst = Array.from({ length: 15 }, () => server.anonymous.refused(login, { body: { username, ...wrong } }));
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test("lets in again after the wait, and asks for a longer one after each further failure, up to a quarter of an hour", async () => {
    const { username } = await person();
    const failures = (number: number, secondsAgo: number) =>
      server.database.asOwner(
        "insert into sign_in_failures (username, ip, failed_at) select lower($1), 'x', now() - make_interval(secs => $2) from generate_series(1, $3)",
        [username, secondsAgo, number],
      );
    await failures(5, 31);
    expect(await server.anonymous.refused(login, { body: { username, ...wrong } })).toMatchObject({ status: 401 });
    const second = await server.anonymous.refused(login, { body: { username, ...wrong } });
    expect(second.status).toBe(429);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(30);
    await server.database.asOwner("update sign_in_failures set failed_at = failed_at - interval '61 seconds'");
    expect(await enter({ username, password })).toBeDefined();
    await failures(15, 0);
    const longest = await server.anonymous.refused(login, { body: { username, password } });
    expect(longest.status).toBe(429);
    expect(Number(longest.headers["retry-after"])).toBeLessThanOrEqual(900);
  });

  test("forgets after a quarter of an hour", async () => {
    const { username } = await person();
    await server.database.asOwner(
      "insert into sign_in_failures (username, ip, failed_at) select lower($1), 'x', now() - interval '16 minutes' from generate_series(1, 50)",
      [username],
    );
    await enter({ username, password });
  });

  test("does not count failures of a clock that stood ahead", async () => {
    const { username } = await person();
    await server.database.asOwner(
      "insert into sign_in_failures (username, ip, failed_at) select lower($1), '127.0.0.1', now() + interval '30 days' from generate_series(1, 30)",
      [username],
    );
    await enter({ username, password });
  });

  test("counts failures alone: success clears them", async () => {
    const { username } = await person();
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 4; failure += 1) await server.anonymous.refused(login, { body: { username, ...wrong } });
      await enter({ username, password });
    }
    for (let success = 0; success < 8; success += 1) await enter({ username, password });
  });

  test("counts failures from one address over all usernames", async () => {
    await server.database.asOwner(
      "insert into sign_in_failures (username, ip) select 'name' || n, '127.0.0.1' from generate_series(1, 30) n",
    );
    const { username } = await person();
    expect(await server.anonymous.refused(login, { body: { username, password } })).toMatchObject({ status: 429 });
  });

  test("is not fooled by a forwarded address", async () => {
    await server.database.asOwner(
      "insert into sign_in_failures (username, ip) select 'name' || n, '127.0.0.1' from generate_series(1, 30) n",
    );
    const { username } = await person();
    const headers = { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9", "x-real-ip": "203.0.113.9" };
    expect(await server.anonymous.refused(login, { body: { username, password }, headers })).toMatchObject({ status: 429 });
  });
});

test("of one username twenty attempts wait behind the first and no more, until they are done; another one's go on", async () => {
  const held = Promise.withResolvers<string>();
  const attempts = Array.from({ length: 21 }, () => oneAtATime("Farid", () => held.promise));
  await expect(oneAtATime("farid", async () => "in")).rejects.toMatchObject({
    code: "too_many",
    details: { retryAfterSeconds: 2 },
  });
  expect(await oneAtATime("zahra", async () => "in")).toBe("in");
  held.resolve("done");
  await Promise.all(attempts);
  expect(await oneAtATime("farid", async () => "in")).toBe("in");
});

test("a failure that cannot be put on record is not counted either", async () => {
  const nobody = { userId: null, username: "nobody", ip: null, requestId: null };
  const unwritable = { action: "session.refused", objectType: "session", reason: "\0" };
  await expect(recordFailure(server.database.db, nobody, unwritable)).rejects.toThrow("invalid byte sequence");
  expect(await server.database.asOwner("select from sign_in_failures")).toEqual([]);
});
