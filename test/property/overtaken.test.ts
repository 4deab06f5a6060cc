import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import { changePassword, login, secondStep, type AwaitedCode } from "#contract/auth.ts";
import { getHawalaSettings, updateHawalaSettings } from "#contract/hawala-settings.ts";
import type { Route } from "#contract/route.ts";
import { confirmSecondFactor, startSecondFactor } from "#contract/second-factor.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { updateUser } from "#contract/users.ts";
import { codeOf } from "#test/support/authenticator.ts";
import { currency, expectBooksBalance } from "#test/support/ledger.ts";
import { overtaken, type Change } from "#test/support/overtaken.ts";
import { guardedPersonOf, password, personOf } from "#test/support/second-factor.ts";
import { startTestServer, type Client, type Sent, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(async () => {
  try {
    await expectBooksBalance(server.database);
  } finally {
    await server.close();
  }
});
beforeEach(() => server.database.asOwner("delete from sign_in_failures"));

/** A request that would be carried out as things stand, what changes before it is, and what it is told then. */
interface Overtaken {
  readonly client: Client;
  readonly route: Route;
  readonly sent: Sent;
  readonly change: Change;
  readonly told: { readonly status: number; readonly message: string | RegExp };
}

const newPassword = "eleven red apples";
const otherPassword = (userId: string): Change => ["update users set password_hash = 'none' where id = $1", userId];

const requests: readonly [name: string, prepare: () => Promise<Overtaken>][] = [
  [
    "a sign-in by a password that is changed",
    async () => {
      const { username, userId } = await personOf(server);
      return {
        client: server.anonymous,
        route: login,
        sent: { body: { username, password } },
        change: otherPassword(userId),
        told: { status: 401, message: "Invalid username or password" },
      };
    },
  ],
  [
    "a new password in place of one that somebody else changes",
    async () => {
      const client = await personOf(server);
      return {
        client,
        route: changePassword,
        sent: { body: { currentPassword: password, newPassword } },
        change: otherPassword(client.userId),
        told: { status: 409, message: "The password was changed meanwhile" },
      };
    },
  ],
  [
    "a second step that another server lets pass",
    async () => {
      const { client, secret } = await guardedPersonOf(server);
      const answer = await server.anonymous.ok(login, { body: { username: client.username, password } });
      return {
        client: server.anonymous,
        route: secondStep,
        sent: { body: { challenge: (answer as AwaitedCode).challenge, code: codeOf(secret) } },
        change: ["delete from sign_in_challenges where user_id = $1", client.userId],
        told: { status: 401, message: "This sign-in has expired. Enter your password again" },
      };
    },
  ],
  [
    "an act of an administrator who is demoted",
    async () => {
      const [client, { userId: id }] = [await server.signIn("admin"), await server.signIn("user")];
      const demote = "update users set role = 'user' where id = $1";
      return {
        client,
        route: updateUser,
        sent: { params: { id }, body: { role: "admin" } },
        change: [`${demote} and pg_advisory_xact_lock(hashtextextended('sarraf users', 0)) is not null`, client.userId],
        told: { status: 403, message: "You do not have permission to do this" },
      };
    },
  ],
  [
    "an act of an administrator who is deactivated",
    async () => {
      const [client, { userId: id }] = [await server.signIn("admin"), await server.signIn("user")];
      const deactivate = "update users set is_active = false where id = $1";
      return {
        client,
        route: updateUser,
        sent: { params: { id }, body: { role: "admin" } },
        change: [`${deactivate} and pg_advisory_xact_lock(hashtextextended('sarraf users', 0)) is not null`, client.userId],
        told: { status: 403, message: "You do not have permission to do this" },
      };
    },
  ],
  [
    "a new cash account that is switched off",
    async () => {
      const fields = { accountName: "Box", currencyId: currency.USD, accountType: "company" };
      const { id } = await admin.ok(createAccount, { body: fields });
      return {
        client: admin,
        route: updateBusinessSettings,
        sent: { body: { cashAccountId: id } },
        change: ["update accounts set account_status = 'inactive' where id = $1", id],
        told: { status: 400, message: "The cash account must be active" },
      };
    },
  ],
  [
    "a base currency that is switched off",
    async () => ({
      client: admin,
      route: updateBusinessSettings,
      sent: { body: { baseCurrency: "PKR" } },
      change: ["update currencies set is_active = false where code = 'PKR'"],
      told: { status: 400, message: "The currency PKR is not active" },
    }),
  ],
  [
    "the first code of a second step that is set up anew on another server",
    async () => {
      const client = await personOf(server);
      const { secret } = await client.ok(startSecondFactor, { body: { password } });
      return {
        client,
        route: confirmSecondFactor,
        sent: { body: { code: codeOf(secret) } },
        change: ["update second_factors set sealed_secret = sha256(sealed_secret) where user_id = $1", client.userId],
        told: { status: 409, message: "This set-up has expired. Start again" },
      };
    },
  ],
  [
    "the first code of a second step that another server puts in force",
    async () => {
      const client = await personOf(server);
      const { secret } = await client.ok(startSecondFactor, { body: { password } });
      return {
        client,
        route: confirmSecondFactor,
        sent: { body: { code: codeOf(secret) } },
        change: ["update second_factors set confirmed_at = now() where user_id = $1", client.userId],
        told: { status: 409, message: "Two-step sign-in is on already" },
      };
    },
  ],
  [
    "a change of the hawala series that somebody else changes",
    async () => {
      const { version } = await admin.ok(getHawalaSettings);
      return {
        client: admin,
        route: updateHawalaSettings,
        sent: { body: { prefix: "KBL", nextNumber: 1 }, headers: { "if-match": String(version) } },
        change: ["update hawala_settings set version = version + 1"],
        told: { status: 409, message: /^The hawala series was changed meanwhile/ },
      };
    },
  ],
];

test.each(requests)("%s meanwhile is refused", async (_name, prepare) => {
  const { client, route, sent, change, told } = await prepare();
  const answer = await overtaken(server.database, change, () => client.send(route, sent));
  expect(answer.statusCode).toBe(told.status);
  expect(answer.json<{ message: string }>().message).toMatch(told.message);
});
