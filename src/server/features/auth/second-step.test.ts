import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { changePassword, login, me, secondStep, type AwaitedCode } from "#contract/auth.ts";
import { getSecondFactor } from "#contract/second-factor.ts";
import { resetSecondFactor, setUserStatus } from "#contract/users.ts";
import { newToken, tokenHash } from "#server/http/cookie.ts";
import { codeOf, wrongCodeFor } from "#test/support/authenticator.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { forgetSteps, guardedPersonOf, password, type Guarded } from "#test/support/second-factor.ts";
import { clientOf, sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const expired = {
  status: 401,
  code: "not_signed_in",
  message: "This sign-in has expired. Enter your password again",
  issues: [],
};
let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});
beforeEach(() => server.database.asOwner("delete from sign_in_failures"));

const guarded = (): Promise<Guarded> => guardedPersonOf(server, "operator");

async function firstStep({ client }: Guarded, given = password): Promise<string> {
  const answer = await server.anonymous.ok(login, { body: { username: client.username, password: given } });
  return (answer as AwaitedCode).challenge;
}

const pass = (challenge: string, code: string, headers: Record<string, string> = {}) =>
  server.anonymous.send(secondStep, { body: { challenge, code }, headers });
const cookieOf = (headers: Record<string, unknown>): string => String(headers["set-cookie"]).split(";")[0] ?? "";
const sessionsOf = ({ userId }: SignedInClient) =>
  server.database.asOwner("select from sessions where user_id = $1", [userId]).then((rows) => rows.length);

describe("a sign-in with a second step", () => {
  test("answers no session and no user to the password, and both to the code", async () => {
    const someone = await guarded();
    const { username } = someone.client;
    const first = await server.anonymous.reply(login, { body: { username, password } });
    expect(first.body).toEqual({
      secondFactorRequired: true,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      expiresInSeconds: 300,
    });
    expect(first.headers["set-cookie"]).toBeUndefined();
    expect(await sessionsOf(someone.client)).toBe(1);
    const { challenge } = first.body as AwaitedCode;
    const second = await server.anonymous.reply(secondStep, { body: { challenge, code: codeOf(someone.secret) } });
    expect(second.body).toEqual({
      id: someone.client.userId,
      username,
      fullName: null,
      email: null,
      role: "operator",
      mustChangePassword: false,
    });
    expect(second.headers["set-cookie"]).toMatch(/^sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await clientOf(server.app, cookieOf(second.headers)).ok(me)).toMatchObject({ username });
  });

  test("gives nothing to the challenge but its code: it is no cookie, and its hash alone is stored", async () => {
    const someone = await guarded();
    const challenge = await firstStep(someone);
    expect(await clientOf(server.app, `sid=${challenge}`).refused(me)).toMatchObject({ status: 401 });
    const rows = await server.database.asOwner<{ text: string }>("select c::text as text from sign_in_challenges c");
    expect(rows.some(({ text }) => text.includes(Buffer.from(challenge).toString("hex")) || text.includes(challenge))).toBe(
      false,
    );
    expect(rows.some(({ text }) => text.includes(tokenHash(challenge).toString("hex")))).toBe(true);
  });

  test("says the same as ever to a wrong password", async () => {
    const { client } = await guarded();
    const refusal = await server.anonymous.refused(login, { body: { username: client.username, password: "wrong" } });
    expect(refusal).toMatchObject({ status: 401, message: "Invalid username or password", issues: [] });
  });

  test("takes the codes of the step before and the step after, with spaces and in the digits of any keyboard", async () => {
    const someone = await guarded();
    expect((await pass(await firstStep(someone), codeOf(someone.secret, 1))).statusCode).toBe(200);
    await forgetSteps(server, someone.client);
    const persian = codeOf(someone.secret).replaceAll(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number.parseInt(digit, 10)] ?? "");
    expect((await pass(await firstStep(someone), ` ${persian.slice(0, 3)} ${persian.slice(3)} `)).statusCode).toBe(200);
  });

  test.each([-3, 3])("refuses a code that is %i steps away", async (steps) => {
    const someone = await guarded();
    const answer = await pass(await firstStep(someone), codeOf(someone.secret, steps));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ issues: [{ path: "code", message: "This code is wrong" }] });
  });

  test("takes a code once: not again in its window, and none of an earlier step", async () => {
    const someone = await guarded();
    const [now, later] = [codeOf(someone.secret), codeOf(someone.secret, 1)];
    expect((await pass(await firstStep(someone), later)).statusCode).toBe(200);
    const used = { issues: [{ path: "code", message: "This code has been used already. Wait for the next one" }] };
    for (const code of [later, now]) {
      const answer = await pass(await firstStep(someone), code);
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject(used);
    }
  });

  test("sent ten times at once under ten challenges lets one in", async () => {
    const someone = await guarded();
    const challenges = await Promise.all(Array.from({ length: 10 }, () => firstStep(someone)));
    const code = codeOf(someone.secret);
    const answers = await Promise.all(challenges.map((challenge) => pass(challenge, code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => [200, 401, 429].includes(statusCode))).toBe(true);
    expect(await sessionsOf(someone.client)).toBe(2);
  });

  test("begins one session for one challenge, though two right codes come", async () => {
    const someone = await guarded();
    const challenge = await firstStep(someone);
    const codes = [codeOf(someone.secret), someone.recoveryCodes[0] ?? ""];
    expect(sortedStatuses(await Promise.all(codes.map((code) => pass(challenge, code))))).toEqual([200, 401]);
  });

  test("ends the session that the visitor came with, and takes none that they chose", async () => {
    const someone = await guarded();
    const visitor = await server.signIn("user");
    const answer = await pass(await firstStep(someone), codeOf(someone.secret), { cookie: visitor.cookie });
    expect(await visitor.refused(me)).toMatchObject({ status: 401 });
    expect(cookieOf(answer.headers)).not.toBe(visitor.cookie);
  });

  test("still asks for a new password where one is due", async () => {
    const someone = await guarded();
    await server.database.asOwner("update users set must_change_password = true where id = $1", [someone.client.userId]);
    const answer = await pass(await firstStep(someone), codeOf(someone.secret));
    expect(answer.json()).toMatchObject({ mustChangePassword: true });
    const client = clientOf(server.app, cookieOf(answer.headers));
    expect(await client.refused(getSecondFactor)).toMatchObject({ status: 403, code: "password_change_required" });
  });
});

describe("a recovery code", () => {
  test("lets in once, in place of the telephone", async () => {
    const someone = await guarded();
    const [code = ""] = someone.recoveryCodes;
    const answer = await pass(await firstStep(someone), code.toUpperCase().replace("-", " "));
    expect(answer.statusCode).toBe(200);
    expect(await clientOf(server.app, cookieOf(answer.headers)).ok(getSecondFactor)).toMatchObject({ recoveryCodesLeft: 9 });
    const again = await pass(await firstStep(someone), code);
    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject({ issues: [{ path: "code", message: "This recovery code has been used already" }] });
    expect((await pass(await firstStep(someone), someone.recoveryCodes[1] ?? "")).statusCode).toBe(200);
  });

  test("used in two places at the same moment lets one of them in", async () => {
    for (let round = 0; round < 5; round += 1) {
      const someone = await guarded();
      const challenges = await Promise.all([firstStep(someone), firstStep(someone)]);
      const answers = await Promise.all(challenges.map((challenge) => pass(challenge, someone.recoveryCodes[0] ?? "")));
      expect(sortedStatuses(answers)).toEqual([200, 401]);
    }
  });

  test("of somebody else opens nothing", async () => {
    const [someone, other] = [await guarded(), await guarded()];
    expect((await pass(await firstStep(someone), other.recoveryCodes[0] ?? "")).statusCode).toBe(401);
    expect((await pass(await firstStep(other), other.recoveryCodes[0] ?? "")).statusCode).toBe(200);
  });
});

describe("guessing at the code", () => {
  test("is throttled like guessing at the password, and a right password makes no room for more", async () => {
    const someone = await guarded();
    const wrong = wrongCodeFor(someone.secret);
    for (let failure = 0; failure < 5; failure += 1) {
      const answer = await pass(await firstStep(someone), wrong);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(await server.anonymous.refused(login, { body: { username: someone.client.username, password } })).toMatchObject({
      status: 429,
    });
  });

  test("is not made easier by a new password, which proves the password alone", async () => {
    const someone = await guarded();
    const wrong = wrongCodeFor(someone.secret);
    const before = await firstStep(someone);
    for (let failure = 0; failure < 4; failure += 1) expect((await pass(before, wrong)).statusCode).toBe(401);
    const newPassword = "nine quiet owls";
    await someone.client.ok(changePassword, { body: { currentPassword: password, newPassword } });
    const challenge = await firstStep(someone, newPassword);
    expect((await pass(challenge, wrong)).statusCode).toBe(401);
    expect((await pass(challenge, wrong)).statusCode).toBe(429);
  });

  test("under one challenge is throttled as well, the right code included, until the wait is over", async () => {
    const someone = await guarded();
    const challenge = await firstStep(someone);
    const wrong = wrongCodeFor(someone.secret);
    const burst = await Promise.all(Array.from({ length: 12 }, () => pass(challenge, wrong)));
    expect(sortedStatuses(burst)).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
    const refused = await pass(challenge, codeOf(someone.secret));
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await server.database.asOwner("update sign_in_failures set failed_at = now() - interval '31 seconds'");
    expect((await pass(challenge, codeOf(someone.secret))).statusCode).toBe(200);
    expect(await server.database.asOwner("select from sign_in_failures")).toEqual([]);
  });

  test.each([
    [{ code: "123456" }, "challenge", "Sign in with your password first"],
    [{ challenge: newToken() }, "code", "Enter the code"],
    [{ challenge: newToken(), code: "" }, "code", "Enter the code"],
    [{ challenge: newToken(), code: 123_456 }, "code", "Enter the code"],
    [{ challenge: newToken(), code: "1".repeat(50) }, "code", "This is longer than any code"],
    [{ challenge: "x".repeat(101), code: "123456" }, "challenge", "Sign in with your password first"],
  ])("needs a challenge and a code: %j", async (body, path, message) => {
    expect(await server.anonymous.refused(secondStep, { body })).toMatchObject({ status: 400, issues: [{ path, message }] });
  });
});

describe("a challenge", () => {
  test("that nobody was given, that a clock a day ahead has dated, or that has run out, asks for the password again", async () => {
    const someone = await guarded();
    const nobodys = { challenge: newToken(), code: "123456" };
    expect(await server.anonymous.refused(secondStep, { body: nobodys })).toMatchObject(expired);
    const body = { challenge: await firstStep(someone), code: codeOf(someone.secret) };
    for (const left of ["1 day", "0"]) {
      await server.database.asOwner("update sign_in_challenges set expires_at = now() + $1::interval", [left]);
      expect(await server.anonymous.refused(secondStep, { body })).toMatchObject(expired);
    }
    await firstStep(someone);
    expect(
      await server.database.asOwner("select from sign_in_challenges where user_id = $1", [someone.client.userId]),
    ).toHaveLength(1);
  });

  test("ends with the password it was given for, and with the user's being active", async () => {
    const [first, second] = [await guarded(), await guarded()];
    const challenges = [await firstStep(first), await firstStep(second)];
    await first.client.ok(changePassword, { body: { currentPassword: password, newPassword: "eleven red apples" } });
    await admin.ok(setUserStatus, { params: { id: second.client.userId }, body: { isActive: false } });
    for (const [index, someone] of [first, second].entries()) {
      const body = { challenge: challenges[index], code: codeOf(someone.secret) };
      expect(await server.anonymous.refused(secondStep, { body })).toMatchObject(expired);
    }
  });

  test("of a user whose second step was taken away meanwhile opens nothing: the password does", async () => {
    const someone = await guarded();
    const challenge = await firstStep(someone);
    await admin.ok(resetSecondFactor, { params: { id: someone.client.userId } });
    expect((await pass(challenge, codeOf(someone.secret))).json()).toMatchObject({ message: expired.message });
    expect(await server.database.asOwner("select from sign_in_failures")).toEqual([]);
    const entered = await server.anonymous.ok(login, { body: { username: someone.client.username, password } });
    expect(entered).toMatchObject({ id: someone.client.userId });
  });
});

test("both steps and what failed in them are on record, without any code", async () => {
  const someone = await guarded();
  const { username, userId } = someone.client;
  const wrong = wrongCodeFor(someone.secret);
  await pass(await firstStep(someone), wrong);
  await pass(await firstStep(someone), someone.recoveryCodes[0] ?? "");
  const acts = await server.database.db
    .selectFrom("audit_log")
    .selectAll()
    .where("actor", "=", username)
    .where("action", "not like", "user.second_factor%")
    .orderBy("id")
    .execute();
  expect(acts.map(({ action, actor_id, reason }) => [action, actor_id, reason])).toEqual([
    ["session.code_awaited", null, null],
    ["session.refused", null, "wrong code"],
    ["session.code_awaited", null, null],
    ["user.recovery_code_used", userId, null],
    ["session.started", userId, null],
  ]);
  expect(JSON.stringify(acts)).not.toContain(someone.recoveryCodes[0]);
});

test("a secret sealed under another key of the server is refused plainly, and an administrator can reset it", async () => {
  const someone = await guarded();
  await server.database.asOwner(
    "update second_factors set sealed_secret = sha256(sealed_secret) || sealed_secret where user_id = $1",
    [someone.client.userId],
  );
  const answer = await pass(await firstStep(someone), codeOf(someone.secret));
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ message: expect.stringContaining("Ask an admin to reset yours") });
  await admin.ok(resetSecondFactor, { params: { id: someone.client.userId } });
});
