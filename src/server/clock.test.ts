import type { KyselyPlugin } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

import { clientConfig } from "#db/client.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";

import { rightClock, watchClock } from "./clock.ts";
import { createLog } from "./http/log.ts";
import { startWatchingClock } from "./jobs/watch-clock.ts";
import { channel } from "./live/announce.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(async () => {
  await expectBooksBalance(database);
  await database.drop();
});

interface Acts {
  readonly count?: number;
  readonly action?: string;
}

/** Notes acts so far ahead of the clock: when the last of them was, and now. */
async function write(ahead: string, { count = 1, action = "books.verified" }: Acts = {}) {
  const rows = await database.asOwner<{ written: Date; now: Date }>(
    `insert into audit_log (recorded_at, action, object_type) select now() + $1::interval, $2, 'books' from generate_series(1, $3)
      returning recorded_at as written, now()`,
    [ahead, action, count],
  );
  return rows.at(-1);
}

/** Starts on an office that was written to so far ahead of the clock: when that was, and what the start and every page from then on say. */
async function start(ahead: string, acts?: Acts) {
  const row = await write(ahead, acts);
  const lines: string[] = [];
  const clock = await watchClock(database.db, (line) => lines.push(line));
  const { written, now } = row ?? { written: new Date(Number.NaN), now: new Date(Number.NaN) };
  return { written, lines, onPages: clock.lastWritten(now), onceRight: clock.lastWritten(written) };
}

test.each(["6 years", "2 hours"])("a clock that went back by %s is told until it is right", async (ahead) => {
  const { written, lines, onPages, onceRight } = await start(ahead);
  expect(lines).toEqual([
    expect.stringContaining(`the office was last written to at ${written.toISOString()}: set the clock right`),
  ]);
  expect(onPages).toEqual(written);
  expect(onceRight).toBeUndefined();
});

test.each(["30 minutes", "0"])("a clock that went back by %s was set right, which is nothing to tell", async (ahead) => {
  const { lines, onPages } = await start(ahead);
  expect(lines).toEqual([]);
  expect(onPages).toBeUndefined();
});

test("a clock that stood ahead, was set right and was written by since is told of no more", async () => {
  await start("1 year");
  expect((await start("0")).onPages).toBeUndefined();
});

test("a clock that goes back while the server runs is told at the next look and once, until it is right, whatever is written by it", async () => {
  const { lines } = await start("0", { count: 600 });
  const clock = await watchClock(database.db, (line) => lines.push(line));
  expect(await clock.look()).toBe(false);
  const before = await write("6 years");
  const { written, now } = before ?? { written: new Date(Number.NaN), now: new Date(Number.NaN) };
  expect(await clock.look()).toBe(true);
  expect(clock.lastWritten(now)).toEqual(written);
  await write("0");
  expect(await clock.look()).toBe(false);
  expect(clock.lastWritten(now)).toEqual(written);
  expect(clock.lastWritten(written)).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining(`the office was last written to at ${written.toISOString()}`)]);
});

/** Opens a screen, as it were; answers what it has heard by the time it is asked. */
async function openScreen(office: TestDatabase): Promise<() => Promise<readonly string[]>> {
  const heard: string[] = [];
  const listener = new pg.Client(clientConfig(office.app));
  await listener.connect();
  onTestFinished(() => listener.end());
  listener.on("notification", ({ payload = "" }) => heard.push(payload));
  await listener.query(`listen ${channel}`);
  return async () => {
    await listener.query("select");
    return heard;
  };
}

test("the first clock of an office is watched as well, and open screens hear of what is found", async () => {
  const office = await createTestDatabase();
  onTestFinished(() => office.drop());
  expect((await office.asOwner("select from audit_log")).length).toBe(0);
  const clock = await watchClock(office.db, () => undefined);
  const heard = await openScreen(office);
  await startWatchingClock({ db: office.db, clock, log: createLog("silent") })();
  await office.asOwner(
    "insert into audit_log (recorded_at, action, object_type) values (now() + interval '1 day', 'books.verified', 'books')",
  );
  await startWatchingClock({ db: office.db, clock, log: createLog("silent") })();
  expect(await heard()).toEqual(["settings"]);
});

test("open screens hear of a clock that went back also where the first word of it failed", async () => {
  const office = await createTestDatabase();
  onTestFinished(() => office.drop());
  const heard = await openScreen(office);
  const away = new Error("away");
  const db = office.db.withPlugin({
    transformQuery: vi
      .fn<KyselyPlugin["transformQuery"]>(({ node }) => node)
      .mockImplementationOnce(() => {
        throw away;
      }),
    transformResult: async ({ result }) => result,
  });
  const look = vi.fn(() => Promise.resolve(false)).mockResolvedValueOnce(true);
  const log = createLog("silent");
  const failed = vi.spyOn(log, "warn");
  await startWatchingClock({ db, clock: { ...rightClock, look }, log })();
  expect(failed).toHaveBeenCalledExactlyOnceWith({ err: away }, expect.any(String));
  expect(look).toHaveBeenCalledTimes(2);
  expect(await heard()).toEqual(["settings"]);
});

test("a restore says nothing of when the office was at work", async () => {
  const before = await write("1 year");
  expect((await start("0", { action: "books.restored" })).onPages).toEqual(before?.written);
});

test("a clock that went back is told also where the machine was started anew after something was written by it", async () => {
  const before = await write("6 years", { count: 600 });
  expect((await start("0", { count: 300 })).onPages).toEqual(before?.written);
  expect((await start("0", { count: 300 })).onPages).toBeUndefined();
});
