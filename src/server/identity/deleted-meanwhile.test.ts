import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { login, logout } from "#contract/auth.ts";
import { confirmSecondFactor, renewRecoveryCodes, startSecondFactor, stopSecondFactor } from "#contract/second-factor.ts";
import { endSession, listSessions } from "#contract/sessions.ts";
import { codeOf } from "#test/support/authenticator.ts";
import { holding } from "#test/support/holding.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { guardedPersonOf, password, personOf } from "#test/support/second-factor.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});

/** What somebody is about to do. */
interface Prepared {
  readonly client: SignedInClient;
  readonly act: () => PromiseLike<LightMyRequestResponse>;
}

/** What people do to their own sign-in, the rows that go with them which it changes, and what it comes to where they are gone. */
const acts: readonly (readonly [what: string, table: string, ifGone: number, prepare: () => Promise<Prepared>])[] = [
  [
    "signing out",
    "sessions",
    200,
    async () => {
      const client = await personOf(server);
      return { client, act: () => client.send(logout) };
    },
  ],
  [
    "ending a session",
    "sessions",
    401,
    async () => {
      const client = await personOf(server);
      const [session] = await client.ok(listSessions);
      return { client, act: () => client.send(endSession, { params: { id: session?.id ?? 0 } }) };
    },
  ],
  [
    "beginning a set-up anew",
    "second_factors",
    401,
    async () => {
      const client = await personOf(server);
      await client.ok(startSecondFactor, { body: { password } });
      return { client, act: () => client.send(startSecondFactor, { body: { password } }) };
    },
  ],
  [
    "ending a set-up with its first code",
    "second_factors",
    401,
    async () => {
      const client = await personOf(server);
      const { secret } = await client.ok(startSecondFactor, { body: { password } });
      return { client, act: () => client.send(confirmSecondFactor, { body: { code: codeOf(secret) } }) };
    },
  ],
  [
    "taking new recovery codes",
    "second_factors",
    401,
    async () => {
      const { client, secret } = await guardedPersonOf(server);
      return { client, act: () => client.send(renewRecoveryCodes, { body: { password, code: codeOf(secret) } }) };
    },
  ],
  [
    "turning the second step off",
    "second_factors",
    401,
    async () => {
      const { client, recoveryCodes } = await guardedPersonOf(server);
      return { client, act: () => client.send(stopSecondFactor, { body: { password, code: recoveryCodes[0] } }) };
    },
  ],
  [
    "signing in after a sign-in whose second step has expired",
    "sign_in_challenges",
    401,
    async () => {
      const { client } = await guardedPersonOf(server);
      const { username } = client;
      await server.anonymous.ok(login, { body: { username, password } });
      await server.database.asOwner("update sign_in_challenges set expires_at = now() where user_id = $1", [client.userId]);
      return { client, act: () => server.anonymous.send(login, { body: { username, password } }) };
    },
  ],
];

describe.each(acts)("%s while the user is being deleted", (_what, table, ifGone, prepare) => {
  test("waits for the user before it locks what goes with them, so that neither waits for the other in a circle", async () => {
    const { client, act } = await prepare();
    const { heldUp, letGo } = await holding(server.database, `select from users where id = '${client.userId}' for update`);
    const acting = Promise.resolve(act());
    await heldUp(1);
    const going = await server.database.asOwner(`select from ${table} where user_id = $1 for update nowait`, [client.userId]);
    expect(going).toHaveLength(1);
    await letGo();
    expect((await acting).statusCode).toBe(200);
  });

  test("leaves no work of theirs on record", async () => {
    const { client, act } = await prepare();
    const { heldUp, letGo } = await holding(server.database, `delete from users where id = '${client.userId}'`);
    const before = await auditedOf(client);
    const acting = Promise.resolve(act());
    await heldUp(1);
    await letGo();
    expect((await acting).statusCode).toBe(ifGone);
    const ended = { action: "session.ended", actor: client.username, actor_id: null };
    expect(await auditedOf(client)).toEqual(ifGone === 200 ? [...before, ended] : before);
  });
});

const auditedOf = ({ username }: SignedInClient) =>
  server.database.asOwner("select action, actor, actor_id from audit_log where actor = $1 order by id", [username]);
