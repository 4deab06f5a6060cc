import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listBackups } from "#contract/backups.ts";
import { getDashboard, type Dashboard } from "#contract/dashboard.ts";
import { hawalaTotalUsd, listHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, hawalaToPending, passHawala } from "#contract/hawalas.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { lastVerification, runVerification } from "#contract/verification.ts";
import { addDays, businessDateAt } from "#kernel/business-date.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";

let desk: Desk;
let empty: readonly Dashboard[];
const today = businessDateAt(new Date(), "Asia/Kabul");
beforeAll(async () => {
  desk = await openDesk();
  empty = [await desk.admin.ok(getDashboard), await desk.operator.ok(getDashboard), await desk.user.ok(getDashboard)];
  await openLondon(desk);
  await fill();
});
afterAll(() => desk.closeInBalance());

/** Hawalas of several days, senders, currencies and statuses; two of the older ones are passed today. */
async function fill(): Promise<void> {
  const dollars = { currency: "USD", rAmount: "130.10", rate: "1", intoUSD: "130.10" };
  const first = await enter(desk, incoming({ transactionDate: "2026-03-01" }));
  const second = await enter(desk, incoming({ transactionDate: "2026-03-02", ...dollars }));
  const third = await enter(desk, incoming({ transactionDate: "2026-03-02", senderName: "Third" }));
  await enter(desk, incoming({ transactionDate: "2026-03-05", ...dollars }));
  await enter(desk, incoming({ transactionDate: today, intoUSD: "11.11" }));
  await enter(desk, incoming({ transactionDate: today, ...dollars, senderCode: "2002" }));
  await enter(desk, outgoing({ transactionDate: today }));
  await desk.user.ok(passHawala, { params: { id: first.id } });
  await desk.user.ok(passHawala, { params: { id: second.id }, body: { transDate: "2026-03-04" } });
  await desk.user.ok(cancelHawala, { params: { id: third.id } });
}

interface Oracle {
  readonly all: number;
  readonly pending: number;
  readonly passed: number;
  readonly cancelled: number;
}

/** The counts by the rows themselves. */
async function counted(where: string): Promise<Oracle> {
  const [counts] = await desk.server.database.asOwner<Oracle & Record<string, unknown>>(
    `select count(*)::integer as "all", count(*) filter (where status = 'Pending')::integer as pending,
      count(*) filter (where status = 'Passed')::integer as passed, count(*) filter (where status = 'Cancelled')::integer as cancelled
      from hawalas where direction = 'incoming' and ${where}`,
  );
  if (counts === undefined) throw new Error("a count has a row");
  return counts;
}

/** The sums by the rows themselves. */
async function summed(where: string): Promise<unknown> {
  return desk.server.database.asOwner(
    `select c.id as "currencyId", c.code as currency, c.symbol, count(*) filter (where status <> 'Cancelled')::integer as hawalas,
      coalesce(sum(r_amount) filter (where status <> 'Cancelled'), 0)::numeric(28, 2) as amount,
      coalesce(sum(r_amount) filter (where status = 'Pending'), 0)::numeric(28, 2) as pending,
      coalesce(sum(r_amount) filter (where status = 'Passed'), 0)::numeric(28, 2) as passed,
      coalesce(sum(r_amount) filter (where status = 'Cancelled'), 0)::numeric(28, 2) as cancelled
      from hawalas h join currencies c on c.id = h.currency_id where direction = 'incoming' and ${where} group by c.id order by c.id`,
  );
}

describe("an empty office", () => {
  test("has a dashboard of zeros for everybody", () => {
    for (const shown of empty) {
      expect(shown).toMatchObject({
        today,
        senderCode: "2001",
        hawalas: { all: 0, pending: 0, passed: 0, cancelled: 0 },
        amounts: [],
        recent: [],
        verification: null,
        senderBalances: [],
      });
      expect(shown.cash.map(({ currency, balance }) => [currency, balance])).toEqual(
        ["AFN", "USD", "EUR", "PKR"].map((code) => [code, "0.00"]),
      );
      expect(shown.books).toHaveLength(4);
      expect(shown.books[0]).toMatchObject({ opening: "0.00", in: "0.00", out: "0.00", current: "0.00" });
      expect(shown.hawalaDays.points.every(({ pending, passed, cancelled }) => pending + passed + cancelled === 0)).toBe(true);
      expect(shown.hawalaDays.points).toHaveLength(30);
    }
  });

  test("tells its admin of no sender account, no dollars and no backup", () => {
    expect(empty[0]?.admin).toMatchObject({
      todaysActivity: 0,
      usd: { totalUsd: "0.00", withoutUsd: 0, senderCode: "2001", partnerName: null, countedFrom: "2025-08-18" },
      accounts: 1,
      currencies: { all: 4, active: 4 },
      database: { isHealthy: true },
      lastGoodBackup: null,
      isBackupOverdue: false,
    });
  });
});

/** Each filter, and what it asks of a row. */
const filters: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{}, "true"],
  [{ fromDate: "", toDate: "" }, "true"],
  [{ fromDate: "2026-03-02" }, "transaction_date >= '2026-03-02'"],
  [{ toDate: "2026-03-02" }, "transaction_date <= '2026-03-02'"],
  [{ fromDate: "2026-03-02", toDate: "2026-03-02" }, "transaction_date = '2026-03-02'"],
  [{ fromDate: "2026-03-03", toDate: today }, `transaction_date between '2026-03-03' and '${today}'`],
  [{ toDate: "2001-01-01" }, "transaction_date <= '2001-01-01'"],
  [{ fromDate: "9999-12-31" }, "transaction_date >= '9999-12-31'"],
];

describe("the hawalas of the dashboard", () => {
  test.each(filters)("are for an admin all incoming ones: %j", async (query, condition) => {
    const shown = await desk.admin.ok(getDashboard, { query });
    expect(shown.hawalas).toEqual(await counted(condition));
    expect(shown.amounts).toEqual(await summed(condition));
    const listed = await desk.admin.ok(listHawalas, { query: { ...query, limit: 5 } });
    expect(shown.recent).toEqual(listed);
  });

  test.each(filters)("are for everybody else those of the default sender: %j", async (query, condition) => {
    for (const client of [desk.operator, desk.user]) {
      const shown = await client.ok(getDashboard, { query });
      expect(shown.hawalas).toEqual(await counted(`${condition} and sender_code = '2001'`));
      expect(shown.amounts).toEqual(await summed(`${condition} and sender_code = '2001'`));
      expect(shown.recent.every(({ senderCode }) => senderCode === "2001")).toBe(true);
    }
  });

  test("follow the settings' sender code", async () => {
    await desk.admin.ok(updateBusinessSettings, { body: { senderCode: "2002" } });
    const shown = await desk.user.ok(getDashboard);
    expect(shown).toMatchObject({ senderCode: "2002", hawalas: { all: 1, pending: 1 }, senderBalances: [] });
    await desk.admin.ok(updateBusinessSettings, { body: { senderCode: "2001" } });
  });

  test("come by day with the days that have none, or by month where the period is long", async () => {
    const points = async (query: Readonly<Record<string, string>>) => (await desk.admin.ok(getDashboard, { query })).hawalaDays;
    const none = { pending: 0, passed: 0, cancelled: 0 };
    expect(await points({ fromDate: "2026-02-28", toDate: "2026-03-05" })).toEqual({
      fromDate: "2026-02-28",
      toDate: "2026-03-05",
      unit: "day",
      points: [
        { date: "2026-02-28", ...none },
        { date: "2026-03-01", ...none, passed: 1 },
        { date: "2026-03-02", ...none, passed: 1, cancelled: 1 },
        { date: "2026-03-03", ...none },
        { date: "2026-03-04", ...none },
        { date: "2026-03-05", ...none, pending: 1 },
      ],
    });
    const long = await points({ fromDate: "2025-01-15", toDate: "2026-03-03" });
    expect(long).toMatchObject({ unit: "month", fromDate: "2025-01-15", toDate: "2026-03-03" });
    expect(long.points).toHaveLength(15);
    expect(long.points.at(-1)).toEqual({ date: "2026-03-01", ...none, passed: 2, cancelled: 1 });
    const usual = await points({});
    expect(usual).toMatchObject({ unit: "day", fromDate: addDays(today, -29), toDate: today });
    expect(usual.points.at(-1)).toEqual({ date: today, ...none, pending: 2 });
  });

  test("are refused for a period that ends before it begins, and for days that no calendar has", async () => {
    for (const client of [desk.admin, desk.user]) {
      const backwards = { fromDate: "2026-03-02", toDate: "2026-03-01" };
      expect(await client.refused(getDashboard, { query: backwards })).toMatchObject({
        status: 400,
        message: "The end date must not be before the start date",
        issues: [{ path: "toDate", message: "The end date must not be before the start date" }],
      });
      for (const day of ["2026-02-30", "2026-13-01", "0000-01-01", "01/02/2026", "tomorrow"]) {
        for (const end of ["fromDate", "toDate"]) {
          expect(await client.refused(getDashboard, { query: { [end]: day } })).toMatchObject({
            status: 400,
            message: "Give the date as YYYY-MM-DD, a day that exists",
            issues: [{ path: end }],
          });
        }
      }
    }
  });
});

describe("what an admin alone is shown", () => {
  test("is absent for everybody else", async () => {
    for (const client of [desk.operator, desk.user]) {
      const { body } = await client.reply(getDashboard);
      expect(Object.keys(body)).not.toContain("admin");
    }
    expect((await desk.server.anonymous.refused(getDashboard)).status).toBe(401);
  });

  test("the dollars are those of the call for them, with whose they are and since when", async () => {
    for (const query of [{}, { fromDate: "2026-03-02" }, { toDate: "2026-03-01" }]) {
      const { admin } = await desk.admin.ok(getDashboard, { query });
      const total = await desk.admin.ok(hawalaTotalUsd, { query });
      const partner = { senderCode: "2001", partnerName: "London", partnerAccountId: expect.any(Number) };
      expect(admin?.usd).toEqual({ ...total, ...partner, countedFrom: "2025-08-18" });
    }
    // 131.43 + 130.10 + 130.10 + 11.11; neither the cancelled one nor another sender's.
    expect((await desk.admin.ok(getDashboard)).admin?.usd.totalUsd).toBe("402.74");
  });

  test("today's activity is what is dated today and what was passed today, each once, whatever the filter", async () => {
    for (const query of [{}, { toDate: "2026-03-01" }]) {
      expect((await desk.admin.ok(getDashboard, { query })).admin?.todaysActivity).toBe(3);
    }
    const { id } = await enter(desk, incoming({ transactionDate: today }));
    await desk.user.ok(passHawala, { params: { id } });
    expect((await desk.admin.ok(getDashboard)).admin?.todaysActivity).toBe(4);
    await desk.user.ok(cancelHawala, { params: { id } });
    expect((await desk.admin.ok(getDashboard)).admin?.todaysActivity).toBe(4);
    // Of an older one the payout counts that stands, and none that was taken back.
    const params = { id: (await enter(desk, incoming({ transactionDate: "2026-03-06" }))).id };
    for (const [act, count] of [
      [passHawala, 5],
      [hawalaToPending, 4],
      [passHawala, 5],
      [hawalaToPending, 4],
    ] as const) {
      await desk.user.ok(act, { params });
      expect((await desk.admin.ok(getDashboard)).admin?.todaysActivity).toBe(count);
    }
  });

  test("the last good backup, and whether it is too old", async () => {
    const made = (verdict: string, hoursAgo: number) =>
      desk.server.database.asOwner(
        `insert into backups (origin, verdict, file_name, size, sha256, started_at, finished_at)
          values ('schedule', $1, $1 || $2::text, 1, sha256('x'), now() - make_interval(hours => $2::integer), now() - make_interval(hours => $2::integer))`,
        [verdict, hoursAgo],
      );
    const shown = async () => {
      const { admin } = await desk.admin.ok(getDashboard);
      // One rule for the two pages.
      expect(admin?.isBackupOverdue).toBe((await desk.admin.ok(listBackups)).isOverdue);
      return admin;
    };
    await made("failed", 1);
    expect(await shown()).toMatchObject({ lastGoodBackup: null, isBackupOverdue: false });
    const ageOffice = (hours: number) =>
      desk.server.database.asOwner("update business_settings set backups_since = now() - make_interval(hours => $1::integer)", [
        hours,
      ]);
    await ageOffice(37);
    expect(await shown()).toMatchObject({ lastGoodBackup: null, isBackupOverdue: true });
    await made("good", 37);
    expect(await shown()).toMatchObject({ isBackupOverdue: true });
    await made("good", 35);
    await made("unchecked", 2);
    const last = await shown();
    expect(last?.isBackupOverdue).toBe(false);
    expect(Math.round((Date.now() - Date.parse(last?.lastGoodBackup?.finishedAt ?? "")) / 3_600_000)).toBe(35);
  });

  test("how the database stands", async () => {
    const database = async () => (await desk.admin.ok(getDashboard)).admin?.database;
    expect(await database()).toMatchObject({ isHealthy: true, version: expect.stringMatching(/^\d+/) as string });
    expect((await database())?.sizeBytes).toBeGreaterThan(1_000_000);
    await desk.server.database.asOwner("insert into pgmigrations (name, run_on) values ('9999_of-another-version', now())");
    expect((await database())?.isHealthy).toBe(false);
    await desk.server.database.asOwner("delete from pgmigrations where name = '9999_of-another-version'");
  });
});

test("the sender's balances and the last verification are those of their own calls", async () => {
  await desk.admin.ok(runVerification);
  const { verification, senderBalances } = await desk.user.ok(getDashboard);
  expect(verification).toEqual(await desk.user.ok(lastVerification));
  expect(verification?.balanced).toBe(true);
  expect(senderBalances.map(({ accountCode, currency, totalBalance }) => [accountCode, currency, totalBalance])).toEqual([
    ["2001", "AFN", "-9200.00"],
    ["2001", "USD", "-130.10"],
  ]);
});
