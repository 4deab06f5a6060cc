import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { login, me } from "#contract/auth.ts";
import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  listSessions,
  listUserSessions,
} from "#contract/sessions.ts";
import { deleteUser } from "#contract/users.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { clientOf, startTestServer, type Client, type SignedInClient, type TestServer } from "#test/support/server.ts";

const password = "seven blue kites";
const nobody = "00000000-0000-4000-8000-000000000000";
let passwordHash: string;
let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
  server = await startTestServer();
  admin = await server.signIn("admin", { passwordHash });
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});

let count = 0;
/** Somebody with one session, who can begin others with the password. */
const person = (role = "user"): Promise<SignedInClient> =>
  server.signIn(role, { username: `Person${String((count += 1))}`, passwordHash });

async function enter(username: string, headers: Record<string, string> = {}): Promise<Client> {
  const { headers: answered } = await server.anonymous.reply(login, { body: { username, password }, headers });
  return clientOf(server.app, String(answered["set-cookie"]).split(";")[0]);
}

const actsOf = ({ userId }: SignedInClient) =>
  server.database.db.selectFrom("audit_log").selectAll().where("actor_id", "=", userId).orderBy("id").execute();
const actsOn = (objectId: string) =>
  server.database.db.selectFrom("audit_log").selectAll().where("object_id", "=", objectId).orderBy("id").execute();

describe("one's own sessions", () => {
  test("are listed, the current one marked, and can be ended one by one", async () => {
    const client = await person();
    const other = await enter(client.username, { "user-agent": `Phoneé ${"x".repeat(400)}` });
    const sessions = await client.ok(listSessions);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    const theOther = sessions.find(({ current }) => !current);
    expect(theOther).toMatchObject({ ip: "127.0.0.1", userAgent: expect.stringMatching(/^Phone.{295}$/) });
    await client.ok(endSession, { params: { id: theOther?.id ?? 0 } });
    expect(await other.refused(me)).toMatchObject({ status: 401 });
    expect(await client.ok(listSessions)).toHaveLength(1);
    expect(await client.refused(endSession, { params: { id: theOther?.id ?? 0 } })).toMatchObject({ status: 404 });
    expect((await actsOf(client)).slice(-1)).toMatchObject([{ action: "session.ended", object_id: String(theOther?.id) }]);
  });

  test("are nobody else's to end", async () => {
    const [mine, theirs] = [await person(), await person()];
    const [session] = await theirs.ok(listSessions);
    expect(await mine.refused(endSession, { params: { id: session?.id ?? 0 } })).toMatchObject({ status: 404 });
    expect(await theirs.ok(me)).toBeDefined();
  });

  test("end all together but for the one that asks, and asking again ends none", async () => {
    const client = await person();
    const [first, second, stranger] = [await enter(client.username), await enter(client.username), await person()];
    expect(await client.ok(endOtherSessions)).toEqual({ message: "Sessions ended: 2", ended: 2 });
    for (const gone of [first, second]) expect(await gone.refused(me)).toMatchObject({ status: 401 });
    for (const left of [client, stranger]) await left.ok(me);
    expect(await client.ok(endOtherSessions)).toMatchObject({ ended: 0 });
    expect((await actsOf(client)).slice(-1)).toMatchObject([
      { action: "session.others_ended", old: { ids: [expect.any(Number), expect.any(Number)] } },
    ]);
  });

  test("that have run out are not listed", async () => {
    const client = await person();
    await enter(client.username);
    await enter(client.username);
    const [, idle, over] = (await client.ok(listSessions)).toSorted((one, other) => one.id - other.id);
    await server.database.asOwner("update sessions set last_seen_at = now() - interval '61 minutes' where id = $1", [idle?.id]);
    await server.database.asOwner("update sessions set expires_at = now() where id = $1", [over?.id]);
    expect(await client.ok(listSessions)).toMatchObject([{ current: true }]);
  });
});

describe("an administrator", () => {
  test("sees the sessions of a user and ends one of them, on record", async () => {
    const client = await person();
    const phone = await enter(client.username, { "user-agent": "Mozilla/5.0 (Linux; Android 15)" });
    const sessions = await admin.ok(listUserSessions, { params: { id: client.userId } });
    expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ["Mozilla/5.0 (Linux; Android 15)", false],
      [null, false],
    ]);
    const sessionId = sessions[0]?.id ?? 0;
    const params = { id: client.userId, sessionId };
    expect(await admin.ok(endUserSession, { params })).toEqual({ message: "Session ended" });
    expect(await phone.refused(me)).toMatchObject({ status: 401 });
    await client.ok(me);
    expect(await admin.refused(endUserSession, { params })).toMatchObject({
      status: 404,
      message: "This session has ended already",
    });
    expect(await actsOn(client.userId)).toMatchObject([
      { action: "user.sessions_ended", actor: admin.username, old: { sessions: [sessionId] } },
    ]);
  });

  test("sees no session that opens nothing, of somebody who may not sign in", async () => {
    const client = await person();
    const params = { id: client.userId };
    expect(await admin.ok(listUserSessions, { params })).toHaveLength(1);
    await server.database.asOwner("update users set is_active = false where id = $1", [client.userId]);
    expect(await client.refused(me)).toMatchObject({ status: 401 });
    expect(await admin.ok(listUserSessions, { params })).toEqual([]);
  });

  test("does not end a session under the name of somebody else", async () => {
    const [one, other] = [await person(), await person()];
    const [session] = await other.ok(listSessions);
    const params = { id: one.userId, sessionId: session?.id ?? 0 };
    expect(await admin.refused(endUserSession, { params })).toMatchObject({ status: 404 });
    await other.ok(me);
  });

  test("signs a user out everywhere", async () => {
    const client = await person();
    const phone = await enter(client.username);
    expect(await admin.ok(endUserSessions, { params: { id: client.userId } })).toMatchObject({ ended: 2 });
    for (const gone of [client, phone]) expect(await gone.refused(me)).toMatchObject({ status: 401 });
    expect(await admin.ok(listUserSessions, { params: { id: client.userId } })).toEqual([]);
    expect(await admin.ok(endUserSessions, { params: { id: client.userId } })).toMatchObject({ ended: 0 });
    expect(await actsOn(client.userId)).toHaveLength(1);
  });

  test("who signs themselves out everywhere keeps the session that asks", async () => {
    const client = await person("admin");
    const phone = await enter(client.username);
    expect(await client.ok(endUserSessions, { params: { id: client.userId } })).toMatchObject({ ended: 1 });
    expect(await phone.refused(me)).toMatchObject({ status: 401 });
    await client.ok(me);
  });

  test("is told where there is no such user", async () => {
    for (const route of [listUserSessions, endUserSessions, endUserSession]) {
      expect(await admin.refused(route, { params: { id: nobody, sessionId: 1 } })).toMatchObject({ status: 404 });
      expect(await admin.refused(route, { params: { id: "7", sessionId: 1 } })).toMatchObject({ status: 400 });
    }
  });

  test("who has ended the session of another has done recorded work, and cannot be deleted", async () => {
    const chief = await person("admin");
    const client = await person();
    await chief.ok(endUserSessions, { params: { id: client.userId } });
    expect(await admin.refused(deleteUser, { params: { id: chief.userId } })).toMatchObject({ status: 409 });
    await admin.ok(deleteUser, { params: { id: client.userId } });
  });
});

test.each(["operator", "user"])("the role %s sees and ends nobody else's sessions", async (role) => {
  const [client, other] = [await person(role), await person()];
  for (const route of [listUserSessions, endUserSessions, endUserSession])
    expect(await client.refused(route, { params: { id: other.userId, sessionId: 1 } })).toMatchObject({ status: 403 });
  await other.ok(me);
});
