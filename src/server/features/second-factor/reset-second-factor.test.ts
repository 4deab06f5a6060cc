import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { login, me } from "#contract/auth.ts";
import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from "#contract/second-factor.ts";
import { deleteUser, listUsers, resetSecondFactor } from "#contract/users.ts";
import { codeOf, wrongCodeFor } from "#test/support/authenticator.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { guardedPersonOf, password, personOf, type Guarded } from "#test/support/second-factor.ts";
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

const person = (role = "user"): Promise<SignedInClient> => personOf(server, role);
const guarded = (role = "user"): Promise<Guarded> => guardedPersonOf(server, role);

describe("an administrator", () => {
  test("takes it away from another user, on record, and sees who has one", async () => {
    const { client } = await guarded();
    const seen = async () => (await admin.ok(listUsers)).find(({ id }) => id === client.userId)?.hasSecondFactor;
    expect(await seen()).toBe(true);
    const params = { id: client.userId };
    expect(await admin.ok(resetSecondFactor, { params })).toMatchObject({ id: client.userId, hasSecondFactor: false });
    expect(await seen()).toBe(false);
    expect(await server.anonymous.ok(login, { body: { username: client.username, password } })).toMatchObject({
      id: client.userId,
    });
    const acts = server.database.db.selectFrom("audit_log").select(["action", "actor"]).where("object_id", "=", client.userId);
    expect((await acts.orderBy("id").execute()).at(-1)).toEqual({ action: "user.second_factor_reset", actor: admin.username });
    expect(await admin.refused(resetSecondFactor, { params })).toMatchObject({
      status: 409,
      message: `${client.username} has no two-step sign-in`,
    });
  });

  test("finds nothing to take away where it is only being set up", async () => {
    const client = await person();
    const { secret } = await client.ok(startSecondFactor, { body: { password } });
    expect(await admin.refused(resetSecondFactor, { params: { id: client.userId } })).toMatchObject({
      status: 409,
      message: `${client.username} has no two-step sign-in`,
    });
    await client.ok(confirmSecondFactor, { body: { code: codeOf(secret) } });
  });

  test("does not take away their own, for which the profile asks a code", async () => {
    const { client } = await guarded("admin");
    expect(await client.refused(resetSecondFactor, { params: { id: client.userId } })).toMatchObject({
      status: 409,
      message: "Turn your own two-step sign-in off in your profile",
    });
    expect(await client.ok(getSecondFactor)).toMatchObject({ enabled: true });
  });

  test("is told where there is no such user", async () => {
    const id = "00000000-0000-4000-8000-000000000000";
    expect(await admin.refused(resetSecondFactor, { params: { id } })).toMatchObject({ status: 404 });
  });

  test("can delete a user who did nothing but look after their own sign-in", async () => {
    const { client, secret } = await guarded();
    await client.refused(stopSecondFactor, { body: { password, code: wrongCodeFor(secret) } });
    await client.ok(renewRecoveryCodes, { body: { password, code: codeOf(secret) } });
    await admin.ok(deleteUser, { params: { id: client.userId } });
    expect(await client.refused(me)).toMatchObject({ status: 401 });
  });

  test("who took that of somebody else away has done recorded work, and cannot be deleted", async () => {
    const [chief, { client }] = [await person("admin"), await guarded()];
    await chief.ok(resetSecondFactor, { params: { id: client.userId } });
    expect(await admin.refused(deleteUser, { params: { id: chief.userId } })).toMatchObject({ status: 409 });
  });
});

test.each(["operator", "user"])("the role %s takes nobody's second step away", async (role) => {
  const [client, other] = [await person(role), await guarded()];
  expect(await client.refused(resetSecondFactor, { params: { id: other.client.userId } })).toMatchObject({ status: 403 });
  expect(await other.client.ok(getSecondFactor)).toMatchObject({ enabled: true });
});
