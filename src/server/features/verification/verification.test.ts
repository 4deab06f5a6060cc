import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import { createTransaction } from "#contract/transactions.ts";
import { deleteUser } from "#contract/users.ts";
import { lastVerification, runVerification } from "#contract/verification.ts";
import { system } from "#server/audit.ts";
import { isNightlyDue, nightlyLook, runNightly, startNightly } from "#server/jobs/nightly.ts";
import { bodies, cash } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { holding } from "#test/support/holding.ts";
import { currency } from "#test/support/ledger.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

import { verifyBooks } from "./commands.ts";

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

describe("a verification whose starter is deleted while it is under way", () => {
  /** It is at its end, and waits to be noted. */
  async function deletedMeanwhile(office: TestServer) {
    const [starter, colleague] = [await office.signIn("admin"), await office.signIn("admin")];
    const { heldUp, letGo } = await holding(office.database, "lock table verifications in share mode");
    const run = Promise.resolve(starter.send(runVerification));
    await heldUp(1);
    await colleague.ok(deleteUser, { params: { id: starter.userId } });
    return { starter, run, letGo };
  }

  test("is kept and answered, to them and to whoever waits for it: of them the name stays on record", async () => {
    const { starter, run, letGo } = await deletedMeanwhile(server);
    const waiting = verifyBooks(server.app.deps, system);
    await letGo();
    const [answer, result] = await Promise.all([run, waiting]);
    expect([answer.statusCode, answer.json()]).toEqual([200, result]);
    expect(await user.ok(lastVerification)).toEqual(result);
    const [noted] = await server.database.asOwner(
      "select actor, actor_id from audit_log where action = 'books.verified' order by id desc",
    );
    expect(noted).toEqual({ actor: starter.username, actor_id: null });
  });

  test("keeps the night's work from nothing, which still verifies the books by itself", async () => {
    const office = await startTestServer();
    onTestFinished(() => office.close());
    const { database, app } = office;
    const teller = await office.signIn("admin");
    const deal = { currencyId: currency.USD, dAmount: "1", cCurrencyId: currency.AFN, cAmount: "70", exRate: "70" };
    await teller.ok(createTransaction, { body: bodies.exchange(cash, cash, deal) });
    await database.asOwner("update business_settings set backups_since = '2020-01-01'");
    await database.asOwner(
      "insert into sign_in_failures (username, ip, failed_at) values ('old', 'x', now() - interval '25 hours')",
    );
    const { run, letGo } = await deletedMeanwhile(office);
    const night = nightlyLook(app.deps)(new Date());
    // Its last step before it verifies.
    const isCleared = async () => (await database.asOwner("select from sign_in_failures")).length === 0;
    await eventually("the night's work waits for the verification", isCleared);
    await letGo();
    await Promise.all([run, night]);
    const kept = async () => (await database.asOwner("select from verifications")).length;
    expect(await kept()).toBe(1);
    expect((await database.asOwner("select from position_days")).length).toBeGreaterThan(0);
    expect(await isNightlyDue(app.deps)).toBe(true);
    await nightlyLook(app.deps)(new Date());
    expect(await kept()).toBe(2);
    expect(await isNightlyDue(app.deps)).toBe(false);
  });
});

test("the nightly work verifies the books and throws away what no longer counts", async () => {
  const { deps } = server.app;
  const gone = await server.signIn("user");
  const idle = await server.signIn("user");
  const dismissed = await server.signIn("user");
  await server.database.asOwner("update users set is_active = false where id = $1", [dismissed.userId]);
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
  expect(left).not.toContain(dismissed.userId);
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

describe("when the nightly work is due", () => {
  let office: TestServer;
  beforeEach(async () => {
    office = await startTestServer();
  });
  afterEach(() => office.close());

  const isDue = (at?: string): Promise<boolean> => isNightlyDue(office.app.deps, at === undefined ? undefined : new Date(at));
  const hasOfficeSince = (since: string, timeZone: string): Promise<unknown> =>
    office.database.asOwner("update business_settings set backups_since = $1, time_zone = $2", [since, timeZone]);
  const verifiedBy = (actorId: string | null, at: string): Promise<unknown> =>
    office.database.asOwner(
      "insert into audit_log (actor_id, action, object_type, recorded_at) values ($1, 'books.verified', 'books', $2)",
      [actorId, at],
    );
  const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const verifications = async (): Promise<number> => (await office.database.asOwner("select from verifications")).length;
  /** Whatever time it really is: a zone in which it is so many minutes after midnight. */
  const zoneWhereItIs = (minutes: number): string => {
    const now = new Date();
    const ahead = (minutes - now.getUTCHours() * 60 - now.getUTCMinutes() + 1_440) % 1_440;
    return `<here>-${String(Math.floor(ahead / 60))}:${String(ahead % 60)}`;
  };

  test.each([0, 145, 151, 720, 1_438])("%d minutes after midnight a missed night is made up for, once", async (minutes) => {
    await hasOfficeSince("2020-01-01", zoneWhereItIs(minutes));
    await verifiedBy(null, hoursAgo(30));
    expect(await isDue()).toBe(true);
    const { deps } = office.app;
    await Promise.all([nightlyLook(deps)(new Date()), nightlyLook(deps)(new Date())]);
    expect(await isDue()).toBe(false);
    // A server that saw it due looks again behind the lock.
    await runNightly(deps, () => isNightlyDue(deps));
    expect(await verifications()).toBe(1);
  });

  test("in an office that never had one, or had only those by hand", async () => {
    await hasOfficeSince("2020-01-01", zoneWhereItIs(720));
    await verifiedBy(user.userId, hoursAgo(1));
    expect(await isDue()).toBe(true);
  });

  test("not in a fresh office before its first half past two", async () => {
    await hasOfficeSince("2026-03-22T08:00:00Z", "Asia/Kabul");
    // 02:30 in Kabul is 22:00 of the day before in Greenwich.
    expect(await isDue("2026-03-22T08:01:00Z")).toBe(false);
    expect(await isDue("2026-03-22T21:59:59Z")).toBe(false);
    expect(await isDue("2026-03-22T22:00:00Z")).toBe(true);
    expect(await isDue("2026-03-23T21:59:59Z")).toBe(true);
  });

  test("once a night by the office's clock", async () => {
    await hasOfficeSince("2020-01-01", "Asia/Kabul");
    await verifiedBy(null, "2026-03-21T22:00:05Z");
    expect(await isDue("2026-03-21T22:01:00Z")).toBe(false);
    // Midnight of the office, and of Greenwich.
    expect(await isDue("2026-03-22T19:30:00Z")).toBe(false);
    expect(await isDue("2026-03-22T00:00:00Z")).toBe(false);
    expect(await isDue("2026-03-22T21:59:59Z")).toBe(false);
    expect(await isDue("2026-03-22T22:00:00Z")).toBe(true);
  });

  test("also in a night whose half past two the clocks leave out, and once where it comes twice", async () => {
    // Berlin's clocks go from 02:00 to 03:00 on 29 March 2026, and from 03:00 to 02:00 on 25 October.
    await hasOfficeSince("2026-03-29T01:30:00Z", "Europe/Berlin");
    expect(await isDue("2026-03-29T01:29:59Z")).toBe(false);
    expect(await isDue("2026-03-29T01:30:00Z")).toBe(true);
    await verifiedBy(null, "2026-10-25T01:30:05Z");
    expect(await isDue("2026-10-25T01:31:00Z")).toBe(false);
    expect(await isDue("2026-10-26T01:29:59Z")).toBe(false);
    expect(await isDue("2026-10-26T01:30:00Z")).toBe(true);
  });

  test("whatever a clock that stood ahead has noted", async () => {
    await hasOfficeSince(hoursAgo(-720), zoneWhereItIs(720));
    await verifiedBy(null, hoursAgo(-720));
    expect(await isDue()).toBe(true);
    const { deps } = office.app;
    const asItIs = { ...deps, direct: { host: "127.0.0.1", port: 1 } as typeof deps.direct };
    const look = nightlyLook(asItIs);
    await expect(look(new Date(hoursAgo(-720)))).rejects.toThrow(/ECONNREFUSED/);
    asItIs.direct = deps.direct;
    await look(new Date());
    expect(await verifications()).toBe(1);
    expect(await isDue()).toBe(false);
  });

  test("not again after books that do not balance, which is a result, and stands in the log", async () => {
    await hasOfficeSince("2020-01-01", zoneWhereItIs(720));
    await office.database.asOwner("update balances set debits = debits + 1 where account_id = 11 and currency_id = 1");
    const { deps } = office.app;
    const [found, wellFound] = [vi.spyOn(deps.log, "error"), vi.spyOn(deps.log, "info")];
    await nightlyLook(deps)(new Date());
    expect(await office.database.asOwner("select balanced from verifications")).toEqual([{ balanced: false }]);
    const faults = [expect.stringMatching(/account 11 in currency 1/i)];
    expect(found).toHaveBeenCalledExactlyOnceWith({ faults: expect.arrayContaining(faults) }, "the books do not balance");
    expect(wellFound).not.toHaveBeenCalled();
    expect(await isDue()).toBe(false);
  });

  test("again an hour after a run that failed", async () => {
    await hasOfficeSince("2020-01-01", zoneWhereItIs(720));
    const { deps } = office.app;
    const asItIs = { ...deps, direct: { host: "127.0.0.1", port: 1 } as typeof deps.direct };
    const look = nightlyLook(asItIs);
    const failedAt = Date.now();
    await expect(look(new Date(failedAt))).rejects.toThrow(/ECONNREFUSED/);
    asItIs.direct = deps.direct;
    await look(new Date(failedAt + 59 * 60_000));
    expect(await verifications()).toBe(0);
    await look(new Date(failedAt + 60 * 60_000));
    expect(await verifications()).toBe(1);
  });
});

test("the nightly work can be called off", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = startNightly(server.app.deps);
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
