import { afterAll, beforeAll, expect, test } from "vitest";

import { login } from "#contract/auth.ts";
import { confirmSecondFactor, startSecondFactor } from "#contract/second-factor.ts";
import { codeOf } from "#test/support/authenticator.ts";
import { guardedPersonOf, password, personOf } from "#test/support/second-factor.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

import { resetLostSecondFactor } from "./lost-second-factor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("whoever holds the server takes a second step away, on record, once", async () => {
  const { client } = await guardedPersonOf(server, "admin");
  const { db } = server.database;
  expect(await resetLostSecondFactor(db, ` ${client.username.toUpperCase()}`)).toBe(client.username);
  expect(await server.anonymous.ok(login, { body: { username: client.username, password } })).toMatchObject({
    id: client.userId,
  });
  const acts = await db.selectFrom("audit_log").selectAll().where("object_id", "=", client.userId).orderBy("id").execute();
  expect(acts.at(-1)).toMatchObject({ action: "user.second_factor_reset", actor: null, reason: "on the server" });
  await expect(resetLostSecondFactor(db, client.username)).rejects.toThrow(`${client.username} has no two-step sign-in.`);
  await expect(resetLostSecondFactor(db, "nobody")).rejects.toThrow("There is no user nobody.");
});

test("one that is only being set up is no second step to take away", async () => {
  const client = await personOf(server, "admin");
  const { secret } = await client.ok(startSecondFactor, { body: { password } });
  await expect(resetLostSecondFactor(server.database.db, client.username)).rejects.toThrow(
    `${client.username} has no two-step sign-in.`,
  );
  await client.ok(confirmSecondFactor, { body: { code: codeOf(secret) } });
});
