import { expect, onTestFinished, test } from "vitest";

import { getOffice } from "#contract/office.ts";
import { openDatabase } from "#db/client.ts";
import { buildApp } from "#server/app.ts";
import { auditKey, expectBooksBalance } from "#test/support/ledger.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

/** What the office says to a person once the server was started anew, after something was written so far ahead of the clock. */
async function saidAfterRestart(server: TestServer, ahead: string): Promise<{ lastWritten?: string | undefined }> {
  await server.database.asOwner(
    `insert into audit_log (recorded_at, action, object_type) values (now() + $1::interval, 'verification.run', 'verification')`,
    [ahead],
  );
  const own = openDatabase(server.database.app);
  const { config } = server.app.deps;
  const app = await buildApp({ config, database: own, owner: server.database.owner, auditKey });
  onTestFinished(async () => {
    await app.close();
    await own.close();
  });
  const { cookie } = await server.signIn("user");
  const answer = await app.fastify.inject({ url: getOffice.path, headers: { cookie } });
  return answer.json<{ lastWritten?: string }>();
}

test.each([
  ["years", "6 years", true],
  ["two hours", "2 hours", true],
  ["half an hour, as clocks are set right", "30 minutes", false],
  ["nothing", "0", false],
])("a clock that went back by %s is told where that is no mere setting right", async (_what, ahead, isTold) => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { lastWritten } = await saidAfterRestart(server, ahead);
  if (isTold) expect(Date.parse(lastWritten ?? "")).toBeGreaterThan(Date.now() + 3_600_000);
  else expect(lastWritten).toBeUndefined();
  await expectBooksBalance(server.database);
});

test("a clock that stood ahead, was set right and was written by since is told of no more", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await saidAfterRestart(server, "1 year");
  expect(await saidAfterRestart(server, "0")).not.toHaveProperty("lastWritten");
});
