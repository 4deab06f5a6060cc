import { afterAll, beforeAll, expect, test } from "vitest";

import { changePassword, login, me, secondStep, type AwaitedCode } from "#contract/auth.ts";
import { endUserSessions } from "#contract/sessions.ts";
import { updateUser } from "#contract/users.ts";
import { holding } from "#test/support/holding.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { guardedPersonOf, password, personOf } from "#test/support/second-factor.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

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

const sessionsOf = async ({ userId }: SignedInClient): Promise<number> =>
  (await server.database.asOwner("select from sessions where user_id = $1", [userId])).length;

test("a second step refused since the user was deactivated meanwhile uses up no code, and holds nothing up", async () => {
  const { client, recoveryCodes } = await guardedPersonOf(server);
  const { challenge } = (await server.anonymous.ok(login, { body: { username: client.username, password } })) as AwaitedCode;
  const { heldUp, letGo } = await holding(server.database, `update users set is_active = false where id = '${client.userId}'`);
  const entering = Promise.resolve(server.anonymous.send(secondStep, { body: { challenge, code: recoveryCodes[0] } }));
  await heldUp(1);
  // Whoever resets the second step locks the user first and this then; so does the sign-in.
  await server.database.asOwner("select from second_factors where user_id = $1 for update nowait", [client.userId]);
  await letGo();
  const answer = await entering;
  expect([answer.statusCode, answer.json()]).toMatchObject([401, { message: expect.stringContaining("has expired") }]);
  expect(
    await server.database.asOwner("select from recovery_codes where user_id = $1 and used_at is not null", [client.userId]),
  ).toEqual([]);
});

test("a second step that is under way ends with a deactivation, also where the user is activated again before it is taken", async () => {
  const { client, recoveryCodes } = await guardedPersonOf(server);
  const { challenge } = (await server.anonymous.ok(login, { body: { username: client.username, password } })) as AwaitedCode;
  for (const isActive of [false, true]) await admin.ok(updateUser, { params: { id: client.userId }, body: { isActive } });
  const step = { body: { challenge, code: recoveryCodes[0] } };
  expect(await server.anonymous.refused(secondStep, step)).toMatchObject({
    status: 401,
    message: expect.stringContaining("has expired"),
  });
});

const newPassword = "nine green lanterns";
const change = (client: SignedInClient) =>
  Promise.resolve(client.send(changePassword, { body: { currentPassword: password, newPassword } }));
const signOut = (client: SignedInClient) => Promise.resolve(admin.send(endUserSessions, { params: { id: client.userId } }));
const edit = (client: SignedInClient) =>
  Promise.resolve(admin.send(updateUser, { params: { id: client.userId }, body: { phone: "+93 700 000 000" } }));

/** Two acts on a user or their sessions under way at one moment, begun in this order. */
async function inOrder(client: SignedInClient, acts: readonly ((client: SignedInClient) => ReturnType<typeof change>)[]) {
  const { heldUp, letGo } = await holding(server.database, `select from users where id = '${client.userId}' for no key update`);
  const answers = [];
  for (const act of acts) {
    answers.push(act(client));
    await heldUp(answers.length);
  }
  await letGo();
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

test("who is signed out everywhere is so with a new password, too, that is being stored", async () => {
  const client = await personOf(server);
  expect(await inOrder(client, [change, signOut])).toEqual([200, 200]);
  expect(await sessionsOf(client)).toBe(0);
});

test("a new password given in a session that is ended meanwhile begins no other one", async () => {
  const client = await personOf(server);
  expect(await inOrder(client, [signOut, change])).toEqual([200, 401]);
  expect(await sessionsOf(client)).toBe(0);
  expect(await client.refused(me)).toMatchObject({ status: 401 });
  expect(await server.anonymous.ok(login, { body: { username: client.username, password } })).toMatchObject({
    id: client.userId,
  });
});

test("a new password stays where an administrator edits something else while it is being stored", async () => {
  const client = await personOf(server);
  expect(await inOrder(client, [change, edit])).toEqual([200, 200]);
  const { username } = client;
  expect(await server.anonymous.ok(login, { body: { username, password: newPassword } })).toMatchObject({ id: client.userId });
});
