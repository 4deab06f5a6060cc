import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { changePassword, login, me } from "#contract/auth.ts";
import { createCurrency, listCurrencies } from "#contract/currencies.ts";
import { createUser, deleteUser, listUsers, setUserStatus, updateUser, type User } from "#contract/users.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const password = "seven blue kites";
let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

let count = 0;
const newName = (): string => `user${String((count += 1))}`;
function add(fields: Record<string, unknown> = {}): Promise<User> {
  return admin.ok(createUser, { body: { username: newName(), email: " a@b.af ", password, role: "operator", ...fields } });
}
const sessionOf = (entry: Awaited<ReturnType<typeof enter>>): string => String(entry.headers["set-cookie"]).split(";")[0] ?? "";
const enter = (username: string, with_ = password) => server.anonymous.send(login, { body: { username, password: with_ } });

describe("adding a user", () => {
  test("answers the user without any secret, and lets them sign in", async () => {
    const username = newName();
    const body = {
      username,
      email: "a@b.af",
      password,
      role: "operator",
      fullName: " Ali ",
      phone: "",
      id: "x",
      passwordHash: "x",
    };
    const { status, body: user } = await admin.reply(createUser, { body });
    expect(status).toBe(201);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username,
      fullName: "Ali",
      email: "a@b.af",
      phone: null,
      role: "operator",
      isActive: true,
      mustChangePassword: false,
      hasSecondFactor: false,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await enter(username)).statusCode).toBe(200);
    expect(JSON.stringify(await admin.ok(listUsers))).not.toMatch(/argon2|hash/i);
  });

  test("may ask them to choose a password of their own first", async () => {
    const { username } = await add({ mustChangePassword: true });
    expect((await enter(username)).json()).toMatchObject({ mustChangePassword: true });
  });

  test.each([
    [{ username: "" }, "username", "Username is required"],
    [{ username: undefined }, "username", "Username is required"],
    [{ username: "\u200b \u200e\u2800" }, "username", "Username is required"],
    [{ username: "x".repeat(101) }, "username", "At most 100 characters"],
    [{ email: undefined }, "email", "Email is required"],
    [{ email: "" }, "email", "Email is required"],
    [{ email: "nobody" }, "email", "Not a valid email address"],
    [{ email: `${"x".repeat(251)}@b.af` }, "email", "At most 255 characters"],
    [{ password: undefined }, "password", "Password is required"],
    [{ password: "short" }, "password", "A password has at least 8 characters"],
    [{ password: "password1" }, "password", "This password is one of the most common ones. Choose another"],
    [
      { username: "longusername", password: "LongUserName" },
      "password",
      "The password must not be the username or the name of the office",
    ],
    [{ role: "king" }, "role", "Role must be admin, operator or user"],
    [{ role: undefined }, "role", "Role must be admin, operator or user"],
  ])("is refused for %j", async (fields, path, message) => {
    const body = { username: newName(), email: "a@b.af", password, role: "user", ...fields };
    expect(await admin.refused(createUser, { body })).toMatchObject({ status: 400, message, issues: [{ path, message }] });
  });

  test("under a taken name is refused, whatever its case", async () => {
    const { username } = await add();
    const body = { username: username.toUpperCase(), email: "a@b.af", password, role: "user" };
    expect(await admin.refused(createUser, { body })).toMatchObject({ status: 409, issues: [{ path: "username" }] });
  });

  test("twice at once under one name makes one user", async () => {
    const body = { username: newName(), email: "a@b.af", password, role: "user" };
    const answers = await Promise.all([1, 2, 3].map(() => admin.send(createUser, { body })));
    expect(sortedStatuses(answers)).toEqual([201, 409, 409]);
  });
});

describe("editing a user", () => {
  test("changes what is sent and keeps the rest, the password included", async () => {
    const user = await add({ phone: "1" });
    const edited = await admin.ok(updateUser, {
      params: { id: user.id },
      body: { email: "new@b.af", password: "", createdAt: "2000-01-01" },
    });
    expect(edited).toEqual({ ...user, email: "new@b.af", version: 2, updatedAt: expect.any(String) });
    expect((await enter(user.username)).statusCode).toBe(200);
  });

  test.each([5, null])("to %j for a password is refused", async (given) => {
    const { id } = await add();
    const refusal = await admin.refused(updateUser, { params: { id }, body: { password: given } });
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: "password", message: "Give a text" }] });
  });

  test("to a new password ends the user's sessions", async () => {
    const client = await server.signIn("user");
    await admin.ok(updateUser, { params: { id: client.userId }, body: { password: "another one entirely" } });
    expect(await client.refused(me)).toMatchObject({ status: 401 });
    expect((await enter(client.username, "another one entirely")).statusCode).toBe(200);
    const acts = await server.database.db.selectFrom("audit_log").selectAll().where("object_id", "=", client.userId).execute();
    expect(JSON.stringify(acts)).not.toMatch(/argon2|another one/);
    expect(acts.at(-1)?.new).toMatchObject({ passwordChanged: true });
  });

  test.each([{ password: "one of my own" }, { mustChangePassword: true }])("even oneself, to %j ends each", async (body) => {
    const client = await server.signIn("admin");
    await client.ok(updateUser, { params: { id: client.userId }, body });
    expect(await client.refused(me)).toMatchObject({ status: 401 });
  });

  test("whose password falls due ends the user's sessions, and the next sign-in asks for another", async () => {
    const { id, username } = await add();
    const headers = { cookie: sessionOf(await enter(username)) };
    const due = { params: { id }, body: { mustChangePassword: true } };
    await admin.ok(updateUser, due);
    expect(await server.anonymous.refused(me, { headers })).toMatchObject({ status: 401 });
    const again = { headers: { cookie: sessionOf(await enter(username)) } };
    // Where another is being chosen, an edit of anything else takes nothing away.
    await admin.ok(updateUser, { ...due, body: { ...due.body, phone: "1" } });
    expect(await server.anonymous.ok(me, again)).toMatchObject({ mustChangePassword: true });
  });

  test("who has chosen another password meanwhile is stale, and names that person", async () => {
    const user = await add();
    const headers = { cookie: sessionOf(await enter(user.username)) };
    const newPassword = "another one entirely";
    await server.anonymous.ok(changePassword, { body: { currentPassword: password, newPassword }, headers });
    const edit = { params: { id: user.id }, body: { phone: "1" } };
    const refusal = await admin.refused(updateUser, { ...edit, headers: { "if-match": String(user.version) } });
    expect(refusal).toMatchObject({ status: 409, code: "stale_version" });
    expect(refusal.message).toContain(`changed meanwhile: ${user.username} at `);
    expect(await admin.ok(updateUser, { ...edit, headers: { "if-match": '"2"' } })).toMatchObject({ version: 3 });
  });

  test("to another role holds from the next request, in the same session", async () => {
    const client = await server.signIn("user");
    const body = { code: "GBP", name: "Pound", symbol: "£", rate: "0.79" };
    expect(await client.refused(listUsers)).toMatchObject({ status: 403 });
    await admin.ok(updateUser, { params: { id: client.userId }, body: { role: "admin" } });
    expect(await client.ok(listUsers)).toBeDefined();
    expect(await client.ok(me)).toMatchObject({ role: "admin" });
    await admin.ok(updateUser, { params: { id: client.userId }, body: { role: "operator" } });
    expect(await client.refused(listUsers)).toMatchObject({ status: 403, code: "forbidden" });
    await client.ok(createCurrency, { body });
  });

  test("of an unknown id is refused", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    expect(await admin.refused(updateUser, { params: { id }, body: {} })).toMatchObject({ status: 404 });
    expect(await admin.refused(updateUser, { params: { id: "5" }, body: {} })).toMatchObject({ status: 400 });
    expect(await admin.refused(deleteUser, { params: { id } })).toMatchObject({ status: 404 });
  });

  test("to a taken name is refused, to one's own in another case allowed", async () => {
    const [first, second] = [await add(), await add()];
    expect(await admin.refused(updateUser, { params: { id: first.id }, body: { username: second.username } })).toMatchObject({
      status: 409,
    });
    expect(
      await admin.ok(updateUser, { params: { id: first.id }, body: { username: first.username.toUpperCase() } }),
    ).toMatchObject({
      username: first.username.toUpperCase(),
    });
  });
});

describe("deactivating a user", () => {
  test("ends the sessions at once and refuses sign-in; activating lets in again", async () => {
    const user = await add();
    const cookie = sessionOf(await enter(user.username));
    const asUser = () => server.anonymous.request({ method: "GET", url: "/api/auth/me", headers: { cookie } });
    expect((await asUser()).statusCode).toBe(200);
    expect(await admin.ok(setUserStatus, { params: { id: user.id }, body: { isActive: false } })).toMatchObject({
      isActive: false,
    });
    expect((await asUser()).statusCode).toBe(401);
    expect((await enter(user.username)).statusCode).toBe(401);
    await admin.ok(setUserStatus, { params: { id: user.id }, body: { isActive: true } });
    expect((await asUser()).statusCode).toBe(401);
    expect((await enter(user.username)).statusCode).toBe(200);
  });

  test("takes true or false alone", async () => {
    const { id } = await add();
    for (const isActive of ["false", 0, null, undefined]) {
      expect(await admin.refused(setUserStatus, { params: { id }, body: { isActive } })).toMatchObject({ status: 400 });
    }
  });
});

describe("nobody", () => {
  test("deactivates, demotes or deletes oneself", async () => {
    const params = { id: admin.userId };
    expect(await admin.refused(setUserStatus, { params, body: { isActive: false } })).toMatchObject({
      status: 409,
      message: "You cannot deactivate yourself",
    });
    expect(await admin.refused(updateUser, { params, body: { isActive: false } })).toMatchObject({ status: 409 });
    expect(await admin.refused(updateUser, { params, body: { role: "user" } })).toMatchObject({
      status: 409,
      message: "You cannot demote yourself",
    });
    expect(await admin.refused(deleteUser, { params })).toMatchObject({ status: 409, message: "You cannot delete yourself" });
    expect(await admin.ok(me)).toMatchObject({ role: "admin" });
  });

  test("leaves the house without an administrator, though two demote each other at the same moment", async () => {
    for (let round = 0; round < 10; round += 1) {
      const own = await startRound();
      const statuses = (await Promise.all(own.demotions)).map((answer) => answer.statusCode);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const left = await server.database.db
        .selectFrom("users")
        .select("id")
        .where("role", "=", "admin")
        .where("is_active", "=", true)
        .execute();
      expect(left).toHaveLength(1);
    }
    admin = await server.signIn("admin");
  });

  async function startRound() {
    await server.database.asOwner("update users set role = 'user' where role = 'admin'");
    const [one, other] = [await server.signIn("admin"), await server.signIn("admin")];
    return {
      demotions: [
        one.send(updateUser, { params: { id: other.userId }, body: { role: "user" } }),
        other.send(setUserStatus, { params: { id: one.userId }, body: { isActive: false } }),
      ],
    };
  }
});

describe("deleting a user", () => {
  test("who has recorded nothing removes them and their sessions", async () => {
    const client = await server.signIn("user");
    await client.ok(listCurrencies);
    expect(await admin.ok(deleteUser, { params: { id: client.userId } })).toEqual({ message: "User deleted successfully" });
    expect(await client.refused(me)).toMatchObject({ status: 401 });
    expect(await admin.refused(deleteUser, { params: { id: client.userId } })).toMatchObject({ status: 404 });
  });

  test("who has only tried and changed a password of their own removes them too", async () => {
    const { id, username } = await add();
    const headers = { cookie: sessionOf(await enter(username)) };
    const change = (currentPassword: string) => ({ body: { currentPassword, newPassword: "another one entirely" }, headers });
    expect(await server.anonymous.refused(changePassword, change("not this one"))).toMatchObject({ status: 400 });
    await server.anonymous.ok(changePassword, change(password));
    await admin.ok(deleteUser, { params: { id } });
  });

  test("who has recorded work is refused", async () => {
    const client = await server.signIn("operator");
    await client.ok(createCurrency, { body: { code: "JPY", name: "Yen", symbol: "¥", rate: 150 } });
    const refusal = await admin.refused(deleteUser, { params: { id: client.userId } });
    expect(refusal).toMatchObject({ status: 409, code: "conflict" });
    expect(refusal.message).toMatch(/Deactivate/);
  });
});

test("every change of users is on record", async () => {
  const user = await add();
  await admin.ok(setUserStatus, { params: { id: user.id }, body: { isActive: false } });
  await admin.ok(deleteUser, { params: { id: user.id } });
  const acts = await server.database.db
    .selectFrom("audit_log")
    .selectAll()
    .where("object_id", "=", user.id)
    .orderBy("id")
    .execute();
  expect(acts.map((act) => [act.action, act.actor])).toEqual([
    ["user.created", admin.username],
    ["user.changed", admin.username],
    ["user.deleted", admin.username],
  ]);
});
