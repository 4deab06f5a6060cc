import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { changePassword, login, logout, me } from "#contract/auth.ts";
import { listCurrencies } from "#contract/currencies.ts";
import { listSessions } from "#contract/sessions.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { clientOf, startTestServer, type Client, type SignedInClient, type TestServer } from "#test/support/server.ts";

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
async function person(user: { role?: string; isActive?: boolean; mustChangePassword?: boolean } = {}): Promise<SignedInClient> {
  const { role = "user", ...rest } = user;
  return server.signIn(role, { username: `Person${String((count += 1))}`, passwordHash, ...rest });
}

async function enter(
  body: { username: string; password: string },
  headers: Record<string, string> = {},
): Promise<Client & { cookie: string }> {
  const { headers: answered } = await server.anonymous.reply(login, { body, headers });
  const cookie = String(answered["set-cookie"]).split(";")[0] ?? "";
  return { ...clientOf(server.app, cookie), cookie };
}

describe("signing in", () => {
  test("answers the user and sets the session's cookie", async () => {
    const { username, userId } = await person();
    const { body, headers } = await server.anonymous.reply(login, { body: { username, password } });
    expect(body).toEqual({ id: userId, username, fullName: null, email: null, role: "user", mustChangePassword: false });
    expect(headers["set-cookie"]).toMatch(/^sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(body)).not.toContain("argon2");
  });

  test("takes the username in any case", async () => {
    const { username } = await person();
    const client = await enter({ username: ` ${username.toUpperCase()} `, password });
    expect(await client.ok(me)).toMatchObject({ username });
  });

  test.each([
    ["کریم ۱", "كريم 1"],
    ["ميرويس٢", "میرویس۲"],
    ["Zoë", "Zoe\u0308"],
  ])("takes the username %s from any keyboard", async (username, typed) => {
    await server.signIn("user", { username, passwordHash });
    const client = await enter({ username: typed, password });
    expect(await client.ok(me)).toMatchObject({ username });
  });

  test("with a name that several have but for the keyboard takes the one that was typed, and guesses at none", async () => {
    for (const username of ["علي", "علی"]) {
      await server.signIn("user", { username, passwordHash });
    }
    for (const username of ["علي", "علی"]) {
      expect(await (await enter({ username, password })).ok(me)).toMatchObject({ username });
    }
    expect(await server.anonymous.refused(login, { body: { username: "على", password } })).toMatchObject({ status: 401 });
  });

  test.each([
    {},
    { username: "a" },
    { password: "b" },
    { username: "", password: "" },
    { username: " ", password: "x" },
    undefined,
  ])("without both username and password is refused: %j", async (body) => {
    const refusal = await server.anonymous.refused(login, { body });
    expect(refusal).toMatchObject({ status: 400, message: "Please enter both username and password" });
  });

  test("says the same to an unknown username, a wrong password and a deactivated user", async () => {
    const { username } = await person();
    const inactive = await person({ isActive: false });
    const attempts = [
      { username: "nobody at all", password },
      { username, password: "wrong password" },
      { username: inactive.username, password },
    ];
    const answers = await Promise.all(attempts.map((body) => server.anonymous.refused(login, { body })));
    for (const { status, message, code, issues, headers } of answers) {
      expect({ status, message, code, issues }).toEqual({
        status: 401,
        message: "Invalid username or password",
        code: "not_signed_in",
        issues: [],
      });
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  test("begins a new session and ends the one the visitor came with", async () => {
    const { username } = await person();
    const first = await enter({ username, password });
    const second = await enter({ username, password }, { cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect(await first.refused(me)).toMatchObject({ status: 401 });
    expect(await second.ok(me)).toMatchObject({ username });
  });

  test("does not take a session that the visitor chose", async () => {
    const { username } = await person();
    const chosen = `sid=${"A".repeat(43)}`;
    const client = await enter({ username, password }, { cookie: chosen });
    expect(client.cookie).not.toBe(chosen);
    expect(await clientOf(server.app, chosen).refused(me)).toMatchObject({ status: 401 });
  });

  test("and failing to are on record, without the password", async () => {
    const { username, userId } = await person();
    await enter({ username, password });
    await server.anonymous.refused(login, { body: { username, password: "my secret guess" } });
    const acts = await server.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("actor", "=", username)
      .orderBy("id")
      .execute();
    expect(acts.map((act) => [act.action, act.actor_id, act.ip])).toEqual([
      ["session.started", userId, "127.0.0.1"],
      ["session.refused", null, "127.0.0.1"],
    ]);
    expect(JSON.stringify(acts)).not.toContain("my secret guess");
  });

  test("with a name that nobody has is on record, without what may be a password", async () => {
    const { status } = await server.anonymous.refused(login, { body: { username: "Password-in-the-wrong-field", password } });
    expect(status).toBe(401);
    const last = await server.database.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirst();
    expect(last).toMatchObject({ action: "session.refused", actor: "(unknown name)", actor_id: null, ip: "127.0.0.1" });
    const everything = await server.database.asOwner<{ text: string }>("select a::text as text from audit_log a");
    expect(everything.some(({ text }) => /password-in-the-wrong-field/i.test(text))).toBe(false);
  });

  test("stores only the hash of the session's secret", async () => {
    const { username } = await person();
    const { cookie } = await enter({ username, password });
    const token = cookie.slice("sid=".length);
    const sessions = await server.database.asOwner<{ text: string }>("select s::text as text from sessions s");
    expect(sessions.some(({ text }) => text.includes(token) || text.includes(Buffer.from(token).toString("hex")))).toBe(false);
  });
});

describe("signing out", () => {
  test("ends the session on the server and clears the cookie", async () => {
    const client = await person();
    const { body, headers } = await client.reply(logout);
    expect(body).toEqual({ message: "Signed out" });
    expect(headers["set-cookie"]).toMatch(/^sid=; .*Max-Age=0/);
    expect(await client.refused(me)).toMatchObject({ status: 401, code: "not_signed_in" });
    expect(await client.refused(logout)).toMatchObject({ status: 401 });
  });
});

describe("changing one's password", () => {
  const newPassword = "eleven red apples";

  test("ends every session, begins a new one and lets in with the new password alone", async () => {
    const client = await person();
    const other = await enter({ username: client.username, password });
    const { headers, body } = await client.reply(changePassword, { body: { currentPassword: password, newPassword } });
    expect(body).toMatchObject({ username: client.username, mustChangePassword: false });
    expect(await client.refused(me)).toMatchObject({ status: 401 });
    expect(await other.refused(me)).toMatchObject({ status: 401 });
    expect(await clientOf(server.app, String(headers["set-cookie"]).split(";")[0]).ok(me)).toMatchObject({
      username: client.username,
    });
    expect(await server.anonymous.refused(login, { body: { username: client.username, password } })).toMatchObject({
      status: 401,
    });
    await enter({ username: client.username, password: newPassword });
  });

  test("with a wrong current password is refused and marks the field", async () => {
    const client = await person();
    const refusal = await client.refused(changePassword, { body: { currentPassword: "not mine at all", newPassword } });
    expect(refusal).toMatchObject({
      status: 400,
      issues: [{ path: "currentPassword", message: "The current password is wrong" }],
    });
    expect(await client.ok(me)).toBeDefined();
  });

  test("is throttled like signing in", async () => {
    const client = await person();
    for (let failure = 0; failure < 5; failure += 1)
      await client.refused(changePassword, { body: { currentPassword: "guess", newPassword } });
    expect(await client.refused(changePassword, { body: { currentPassword: password, newPassword } })).toMatchObject({
      status: 429,
    });
  });

  test("forgets the wrong guesses before it", async () => {
    const client = await person();
    const { username } = client;
    for (let failure = 0; failure < 4; failure += 1)
      await client.refused(changePassword, { body: { currentPassword: "guess", newPassword } });
    await client.ok(changePassword, { body: { currentPassword: password, newPassword } });
    // A fifth that counted would have the next attempt wait.
    expect(await server.anonymous.refused(login, { body: { username, password } })).toMatchObject({ status: 401 });
    await server.anonymous.ok(login, { body: { username, password: newPassword } });
  });

  test.each([
    ["short", "A password has at least 8 characters"],
    ["x".repeat(256), "A password has at most 255 characters"],
    ["password1", "This password is one of the most common ones. Choose another"],
    ["PassWord", "This password is one of the most common ones. Choose another"],
    ["12345678", "This password is one of the most common ones. Choose another"],
    [password, "The new password must differ from the current one"],
  ])("to %j is refused", async (wanted, message) => {
    const client = await person();
    const refusal = await client.refused(changePassword, { body: { currentPassword: password, newPassword: wanted } });
    expect(refusal).toMatchObject({ status: 400, message, issues: [{ path: "newPassword" }] });
  });

  test.each([
    ["", "Current password is required"],
    ["x".repeat(256), "A password has at most 255 characters"],
  ])("with %j for the present one is refused", async (currentPassword, message) => {
    const client = await person();
    const refusal = await client.refused(changePassword, { body: { currentPassword, newPassword } });
    expect(refusal).toMatchObject({ status: 400, message, issues: [{ path: "currentPassword" }] });
  });

  test("to the username or the office's name is refused", async () => {
    const client = await server.signIn("user", { username: "Mohammad-Karim", passwordHash });
    await server.database.asOwner("update business_settings set office_name = 'Kabul Sarafi'");
    for (const wanted of ["mohammad-karim", "KABUL sarafi", " Mohammad-Karim "]) {
      const refusal = await client.refused(changePassword, { body: { currentPassword: password, newPassword: wanted } });
      expect(refusal).toMatchObject({ status: 400, issues: [{ path: "newPassword" }] });
    }
  });

  test("may take any characters of any script, and 255 of them", async () => {
    const client = await person();
    const wanted = "پسورد من 😀 ".repeat(22).slice(0, 255);
    await client.ok(changePassword, { body: { currentPassword: password, newPassword: wanted } });
    await enter({ username: client.username, password: wanted });
  });

  test("at once twice lets one of them win", async () => {
    const client = await person();
    const change = (wanted: string) => client.send(changePassword, { body: { currentPassword: password, newPassword: wanted } });
    const statuses = (await Promise.all([change("first new one"), change("second new one")])).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describe("while a password change is due", () => {
  test("everything but me, sign-out and the change itself is refused", async () => {
    const client = await person({ role: "admin", mustChangePassword: true });
    expect(await client.ok(me)).toMatchObject({ mustChangePassword: true });
    expect(await client.refused(listCurrencies)).toMatchObject({ status: 403, code: "password_change_required" });
    expect(await client.refused(listSessions)).toMatchObject({ status: 403 });
    const { headers } = await client.reply(changePassword, {
      body: { currentPassword: password, newPassword: "nine quiet owls" },
    });
    const after = clientOf(server.app, String(headers["set-cookie"]).split(";")[0]);
    expect(await after.ok(listCurrencies)).toHaveLength(4);
    await after.ok(logout);
  });
});
