import { afterAll, beforeAll, expect, test } from "vitest";

import { login } from "#contract/auth.ts";
import { healthz, readyz } from "#contract/health.ts";
import { holding } from "#test/support/holding.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("the process says that it is up, and that its database is there and migrated, to anybody", async () => {
  expect(await server.anonymous.ok(healthz)).toEqual({ status: "ok" });
  expect(await server.anonymous.ok(readyz)).toEqual({ status: "ok" });
});

test("however many ask whether it is ready are answered by one look, and others go on", async () => {
  const held = await holding(server.database, "lock table pgmigrations in access exclusive mode");
  const answers = Promise.all(Array.from({ length: 30 }, () => server.anonymous.ok(readyz)));
  await held.heldUp(1);
  await server.anonymous.refused(login, { body: { username: "nobody", password: "x" } });
  await held.heldUp(1);
  await held.letGo();
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(["ok"]));
});

test("with a migration missing the server is up and not ready", async () => {
  await server.database.asOwner("delete from pgmigrations where id = (select max(id) from pgmigrations)");
  expect(await server.anonymous.ok(healthz)).toEqual({ status: "ok" });
  const refusal = await server.anonymous.refused(readyz);
  expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
});
