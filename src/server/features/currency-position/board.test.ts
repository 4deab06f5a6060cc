import { afterAll, beforeAll, expect, test } from "vitest";

import { transaction } from "#db/client.ts";
import { rateText } from "#kernel/rate.ts";
import { rateHistory } from "#server/features/currencies/queries.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { boardFrom } from "./board.ts";

const afn = 1;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Records these rates one after another, each at what the clock says then. */
async function record(...rates: readonly (readonly [rate: string, clock: string])[]): Promise<void> {
  await database.asOwner("delete from currency_rates where currency_id = $1", [afn]);
  for (const [rate, clock] of rates) {
    await database.asOwner("insert into currency_rates (currency_id, rate, recorded_at) values ($1, $2, $3)", [afn, rate, clock]);
  }
}

/** The board of each of these days, when it is asked for from a day on. */
async function boardOf(days: readonly string[], from: string): Promise<readonly string[]> {
  const board = await transaction(database.db, (tx) => boardFrom(tx, from));
  return days.map((day) => rateText(board(afn, day)).replace(/\.0+$/, ""));
}

const days = ["2026-02-20", "2026-03-01", "2026-03-04", "2026-03-05", "2026-03-09", "2026-03-10", "2026-03-12"];

test("the board of a day is the last rate that was recorded until its end, and before the first that of the first day", async () => {
  await record(["69", "2026-03-01 09:00+04:30"], ["70", "2026-03-01 17:00+04:30"], ["72", "2026-03-05 00:10+04:30"]);
  expect(await boardOf(days, "2026-02-01")).toEqual(["70", "70", "70", "72", "72", "72", "72"]);
  expect(await boardOf(days.slice(4), "2026-03-09")).toEqual(["72", "72", "72"]);
});

test("of a day within which the clock was set back it is the one that the rate history has as the last, wherever it is asked from", async () => {
  await record(["70", "2026-03-01 17:00+04:30"], ["72", "2026-03-05 23:50+04:30"], ["73", "2026-03-05 00:10+04:30"]);
  const [last] = (await rateHistory(database.db, afn, { limit: 1, cursor: undefined })).rows;
  expect(last?.rate).toMatch(/^73\.0+$/);
  expect(await boardOf(days, "2026-02-01")).toEqual(["70", "70", "70", "73", "73", "73", "73"]);
  for (const from of ["2026-03-05", "2026-03-06", "2026-03-12"]) expect(await boardOf(days.slice(-1), from)).toEqual(["73"]);
});

test("a rate that a clock a day back has dated is none of the day that the clock was set back on, wherever it is asked from", async () => {
  await record(["70", "2026-03-01 17:00+04:30"], ["72", "2026-03-05 12:00+04:30"], ["73", "2026-03-04 13:00+04:30"]);
  expect(await boardOf(days, "2026-02-01")).toEqual(["70", "70", "73", "72", "72", "72", "72"]);
  for (const from of ["2026-03-05", "2026-03-06", "2026-03-12"]) expect(await boardOf(days.slice(-1), from)).toEqual(["72"]);
});

test("a rate that a clock years back has dated counts where it is dated, and not for what was dealt since", async () => {
  await record(["70", "2026-03-01 17:00+04:30"], ["75", "2019-01-01 12:00+04:30"], ["71", "2026-03-10 12:00+04:30"]);
  expect(await boardOf(["2019-06-01", ...days], "2019-01-01")).toEqual(["75", "75", "70", "70", "70", "70", "71", "71"]);
});
