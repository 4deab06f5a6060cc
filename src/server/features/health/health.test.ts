import { afterAll, beforeAll, expect, test } from "vitest";

import { healthz, readyz } from "#contract/health.ts";
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

test("with a migration missing the server is up and not ready", async () => {
  await server.database.asOwner("delete from pgmigrations where id = (select max(id) from pgmigrations)");
  expect(await server.anonymous.ok(healthz)).toEqual({ status: "ok" });
  const refusal = await server.anonymous.refused(readyz);
  expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
  expect(Number(refusal.headers["retry-after"])).toBeGreaterThan(0);
});
