import { afterAll, beforeAll, expect, test } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import { createTransaction } from "#contract/transactions.ts";
import { lastVerification, runVerification } from "#contract/verification.ts";
import { isNight, runNightly, startNightly } from "#server/jobs/nightly.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let admin: SignedInClient;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  user = await server.signIn("user");
});
afterAll(() => server.close());

test("before the first verification there is no result", async () => {
  expect(await user.ok(lastVerification)).toBeNull();
});

test("running it answers what was found, and everybody can read it afterwards", async () => {
  const customer = await user.ok(createAccount, { body: { accountName: "C", currencyId: 1 } });
  const body = {
    transType: "Credit",
    outAccountId: 11,
    inAccountId: customer.id,
    currencyId: 1,
    dAmount: "100",
    transDescription: "x",
  };
  await admin.ok(createTransaction, { body });
  const result = await admin.ok(runVerification);
  expect(result).toEqual({ balanced: true, faults: [], startedAt: expect.any(String), finishedAt: expect.any(String) });
  expect(await user.ok(lastVerification)).toEqual(result);
  expect(await user.refused(runVerification)).toMatchObject({ status: 403 });
});

test("books that were tampered with are found out", async () => {
  await server.database.asOwner("update balances set debits = debits + 1 where account_id = 11 and currency_id = 1");
  const { balanced, faults } = await admin.ok(runVerification);
  expect(balanced).toBe(false);
  expect(faults.join("\n")).toMatch(/account 11 in currency 1/i);
  expect(await user.ok(lastVerification)).toMatchObject({ balanced: false });
  await server.database.asOwner("update balances set debits = debits - 1 where account_id = 11 and currency_id = 1");
});

test("several who ask at once get the result of one run", async () => {
  const count = async (): Promise<number> => (await server.database.db.selectFrom("verifications").select("id").execute()).length;
  const before = await count();
  const results = await Promise.all([1, 2, 3].map(() => admin.ok(runVerification)));
  expect(new Set(results.map((result) => result.finishedAt)).size).toBe(1);
  expect(await count()).toBe(before + 1);
});

test("the nightly work verifies the books and throws away what no longer counts", async () => {
  const { deps } = server.app;
  const gone = await server.signIn("user");
  const idle = await server.signIn("user");
  await server.database.asOwner("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [gone.userId]);
  await server.database.asOwner("update sessions set last_seen_at = now() - interval '61 minutes' where user_id = $1", [
    idle.userId,
  ]);
  await server.database.asOwner(
    "insert into sign_in_failures (username, ip, failed_at) values ('old', 'x', now() - interval '25 hours'), ('new', 'x', now())",
  );
  const [begun, unfinished] = [await server.signIn("user"), await server.signIn("user")];
  await server.database.asOwner(
    `insert into sign_in_challenges (token_hash, user_id, password_mark, expires_at)
      values ('one', $1, '', now() - interval '1 second'), ('two', $1, '', now() + interval '1 minute')`,
    [begun.userId],
  );
  await server.database.asOwner(
    `insert into second_factors (user_id, sealed_secret, started_at, confirmed_at)
      values ($1, '', now() - interval '25 hours', null), ($2, '', now() - interval '25 hours', now())`,
    [unfinished.userId, begun.userId],
  );
  await runNightly(deps);
  expect(await server.database.asOwner("select user_id from sign_in_challenges")).toEqual([{ user_id: begun.userId }]);
  expect(await server.database.asOwner("select user_id from second_factors")).toEqual([{ user_id: begun.userId }]);
  const sessions = await server.database.db.selectFrom("sessions").select("user_id").execute();
  const left = sessions.map((session) => session.user_id);
  expect(left).not.toContain(gone.userId);
  expect(left).not.toContain(idle.userId);
  expect(left).toContain(user.userId);
  const failures = await server.database.db.selectFrom("sign_in_failures").select("username").execute();
  expect(failures.map((failure) => failure.username)).toEqual(["new"]);
  expect(await user.ok(lastVerification)).toMatchObject({ balanced: true });
});

test("of two servers one does the nightly work", async () => {
  const { deps } = server.app;
  const [before] = await server.database.asOwner<{ count: number }>("select count(*)::integer as count from verifications");
  const other = await deps.pool.connect();
  await other.query("select pg_advisory_lock(7301002)");
  await runNightly(deps);
  await other.query("select pg_advisory_unlock(7301002)");
  other.release();
  const [after] = await server.database.asOwner<{ count: number }>("select count(*)::integer as count from verifications");
  expect(after).toEqual(before);
});

test("the nightly work comes at half past two of the office's clock, once a night whichever server does it", async () => {
  const office = await startTestServer();
  const { deps } = office.app;
  const { asOwner } = office.database;
  const itIsThereNow = async (minutes: number): Promise<void> => {
    const now = new Date();
    const ahead = (minutes - now.getUTCHours() * 60 - now.getUTCMinutes() + 1_440) % 1_440;
    await asOwner("update business_settings set time_zone = $1", [`<here>-${Math.floor(ahead / 60)}:${ahead % 60}`]);
  };
  await itIsThereNow(2 * 60 + 15);
  expect(await isNight(deps)).toBe(false);
  await itIsThereNow(2 * 60 + 30);
  expect(await isNight(deps)).toBe(true);
  await Promise.all([runNightly(deps, () => isNight(deps)), runNightly(deps, () => isNight(deps))]);
  await runNightly(deps, () => isNight(deps));
  expect(await asOwner("select from verifications")).toHaveLength(1);
  await office.close();
});

test("the nightly work can be called off", () => {
  startNightly(server.app.deps)();
});
