import { afterAll, beforeAll, expect, test } from "vitest";

import { login, me } from "#contract/auth.ts";
import { setUserStatus } from "#contract/users.ts";
import { guardedPersonOf, password, personOf } from "#test/support/second-factor.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

import { resetLostPassword } from "./lost-password.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("whoever holds the server gives a new password, on record, which is changed at the next sign-in", async () => {
  const client = await personOf(server, "admin");
  const { db } = server.database;
  for (let guess = 0; guess < 5; guess += 1) {
    await server.anonymous.refused(login, { body: { username: client.username, password: "a guess" } });
  }
  const given = await resetLostPassword(db, ` ${client.username.toUpperCase()}`);
  expect(given.username).toBe(client.username);
  expect(given.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
  expect(await client.refused(me)).toMatchObject({ status: 401 });
  const { body, headers } = await server.anonymous.reply(login, { body: given });
  expect(body).toMatchObject({ id: client.userId, role: "admin", mustChangePassword: true });
  expect(headers["set-cookie"]).toBeDefined();
  expect(await server.anonymous.refused(login, { body: { username: client.username, password } })).toMatchObject({ status: 401 });

  const acts = await db.selectFrom("audit_log").selectAll().where("object_id", "=", client.userId).execute();
  expect(acts).toMatchObject([{ action: "user.changed", version: 2, actor: null, reason: "on the server" }]);
  const log = await db.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(given.password);
});

test("a second step stays, and nobody is let in who is unknown or deactivated", async () => {
  const { db } = server.database;
  const { client } = await guardedPersonOf(server, "admin");
  const given = await resetLostPassword(db, client.username);
  expect(await server.anonymous.ok(login, { body: given })).toMatchObject({ secondFactorRequired: true });
  const admin = await server.signIn("admin");
  await admin.ok(setUserStatus, { params: { id: client.userId }, body: { isActive: false } });
  await expect(resetLostPassword(db, client.username)).rejects.toThrow(`${client.username} is deactivated.`);
  await expect(resetLostPassword(db, "nobody")).rejects.toThrow("There is no user nobody.");
});
