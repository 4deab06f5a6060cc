import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer } from "#test/support/server.ts";

import { createBackups } from "./backups.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("of two servers whose schedules look at the same moment, the second makes none when its turn comes after the first is done", async () => {
  const { asOwner } = server.database;
  const { auditKey, backups, config, db, log, owner } = server.app.deps;
  await asOwner("update business_settings set backups_since = '2020-01-01'");
  await asOwner(
    "insert into backups (origin, verdict, started_at, finished_at) values ('person', 'failed', '2020-01-02', '2020-01-02')",
  );
  const now = new Date();
  let hasLooked = false;
  // The other server reads that none was made; before it goes on, this one makes it, from beginning to end.
  const late = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (hasLooked || result.rows[0]?.["origin"] === undefined) return result;
      hasLooked = true;
      await backups.keepSchedule(now);
      await backups.idle();
      return result;
    },
  });
  const other = createBackups({ db: late, owner, auditKey, log, folder: config.backupDir, databaseFolder: undefined });
  await other.keepSchedule(now);
  await other.idle();
  expect(hasLooked).toBe(true);
  expect(await asOwner("select verdict from backups where origin = 'schedule'")).toEqual([{ verdict: "good" }]);
});
