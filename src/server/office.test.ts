import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { getOffice } from "#contract/office.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { zoneOfTwoMidnights } from "#test/support/two-midnights.ts";

import { beginOfDay } from "./office.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each([
  ["of any day", "2026-03-21", "Asia/Kabul", "2026-03-20T19:30:00.000Z"],
  ["that comes twice: the first", "2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
  ["of the day after", "2026-11-02", "America/Havana", "2026-11-02T05:00:00.000Z"],
  ["that is left out: the moment in its place", "2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00.000Z"],
  ["of the first of a year", "2028-01-01", "Pacific/Kiritimati", "2027-12-31T10:00:00.000Z"],
])("a day begins at its midnight %s", async (_which, day, timeZone, begins) => {
  const asked = sql<{ found: Date }>`select ${beginOfDay(sql`${day}::date`, sql`${timeZone}`)} as found`;
  const { rows } = await asked.execute(server.database.db);
  expect(rows).toEqual([{ found: new Date(begins) }]);
});

test("whatever the zone, a day begins when it does by the clock of the database, which says what day it is", async () => {
  const { rows } = await sql`
    select name, day
    from pg_timezone_names
    cross join generate_series(date '2026-01-01', date '2026-12-31', interval '1 day') day
    cross join lateral (select ${beginOfDay(sql`day`, sql`name`)} as begins) it
    where (begins at time zone name)::date <> day or ((begins - interval '1 second') at time zone name)::date <> day - interval '1 day'
    limit 10`.execute(server.database.db);
  expect(rows).toEqual([]);
});

test("today is over at the first of two midnights, as the database has them, whatever Node knows of the zone", async () => {
  const { timeZone, firstMidnight } = zoneOfTwoMidnights(1);
  await server.database.asOwner("update business_settings set time_zone = $1", [timeZone]);
  const { todayEndsAt } = await (await server.signIn("user")).ok(getOffice);
  expect(new Date(todayEndsAt)).toEqual(firstMidnight);
});
