import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { dashboardCards, dashboardLists, getDashboard, listDashboardHawalas, type DashboardList } from "#contract/dashboard.ts";
import { cancelHawala, passHawala, type Hawala } from "#contract/hawalas.ts";
import { addAmounts, amountFrom, amountText, zeroAmount } from "#kernel/amount.ts";
import { businessDateAt } from "#kernel/business-date.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import type { Client } from "#test/support/server.ts";

let desk: Desk;
const today = businessDateAt(new Date(), "Asia/Kabul");
/** By a word that stands for each. */
const ids = new Map<string, number>();
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  const dollars = { currency: "USD", rAmount: "130", rate: "1" };
  const hawalas = {
    old: incoming({ transactionDate: "2026-01-05", senderName: "Pasarlay Stanik", hawalaNo: "LN 77/1" }),
    oldPassedToday: incoming({ transactionDate: "2026-01-06", ...dollars }),
    oldPassed: incoming({ transactionDate: "2026-01-07", receiverName: "کریم یوسفی" }),
    oldCancelled: incoming({ transactionDate: "2026-01-08" }),
    other: incoming({ transactionDate: "2026-01-09", senderCode: "2002", senderName: "Eurydice half%" }),
    ofToday: incoming({ transactionDate: today }),
    passedToday: incoming({ transactionDate: today }),
  };
  for (const [word, body] of Object.entries(hawalas)) ids.set(word, (await enter(desk, body)).id);
  await enter(desk, outgoing({ transactionDate: today }));
  const pass = (word: string, body: object = {}) => desk.user.ok(passHawala, { params: { id: ids.get(word) ?? 0 }, body });
  await pass("oldPassedToday");
  await pass("oldPassed", { transDate: "2026-01-20" });
  await pass("passedToday");
  await desk.user.ok(cancelHawala, { params: { id: ids.get("oldCancelled") ?? 0 } });
});
afterAll(() => desk.closeInBalance());

type Query = Readonly<Record<string, string | number>>;

const wordOf = ({ id }: Hawala): string => [...ids].find(([, one]) => one === id)?.[0] ?? `hawala ${String(id)}`;

async function listed(client: Client, query: Query): Promise<readonly string[]> {
  return (await client.ok(listDashboardHawalas, { query })).map(wordOf);
}

const everything = ["passedToday", "ofToday", "other", "oldCancelled", "oldPassed", "oldPassedToday", "old"];
const behind: Readonly<Record<DashboardList, readonly string[]>> = {
  total: everything,
  pending: ["ofToday", "other", "old"],
  passed: ["passedToday", "oldPassed", "oldPassedToday"],
  cancelled: ["oldCancelled"],
  today: ["passedToday", "ofToday", "oldPassedToday"],
  standing: everything.filter((word) => word !== "oldCancelled"),
};
const withoutOther = (words: readonly string[]): readonly string[] => words.filter((word) => word !== "other");

describe("the list behind a card", () => {
  test.each(dashboardLists)("has the hawalas that the card counts, newest first: %s", async (filter) => {
    expect(await listed(desk.admin, { filter })).toEqual(behind[filter]);
    for (const client of [desk.operator, desk.user])
      expect(await listed(client, { filter })).toEqual(withoutOther(behind[filter]));
  });

  test("is that of all without a card", async () => {
    expect(await listed(desk.admin, {})).toEqual(everything);
  });

  test("counts as its card does, within the dates, on every page", async () => {
    for (const query of [
      {},
      { fromDate: "2026-01-06" },
      { toDate: "2026-01-08" },
      { fromDate: "2026-01-06", toDate: "2026-01-08" },
    ]) {
      for (const client of [desk.admin, desk.user]) {
        const { hawalas, admin } = await client.ok(getDashboard, { query });
        const figures = { total: hawalas.all, ...hawalas, ...(admin === undefined ? {} : { today: admin.todaysActivity }) };
        for (const filter of dashboardCards) {
          const { body, headers } = await client.reply(listDashboardHawalas, { query: { ...query, filter, limit: 2 } });
          expect(headers["x-total-count"]).toBe(String(figures[filter as keyof typeof figures] ?? 3));
          expect(headers["x-total-count-is"]).toBeUndefined();
          expect(body.length).toBe(Math.min(2, Number(headers["x-total-count"])));
        }
      }
    }
  });

  test.each(["total", "passed", "today"] as const)("comes in pages that lose nothing: %s", async (filter) => {
    const found: string[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const { body, headers } = await desk.admin.reply(listDashboardHawalas, { query: { filter, limit: 1, cursor } });
      found.push(...body.map(wordOf));
      cursor = headers["x-next-cursor"] as string | undefined;
    }
    expect(found).toEqual(behind[filter]);
  });

  test("keeps today's activity whatever the dates, as its card does", async () => {
    expect(await listed(desk.admin, { filter: "today", toDate: "2026-01-01" })).toEqual(behind.today);
  });
});

describe("the list of a currency", () => {
  test("has exactly the hawalas that its amounts count, on every page, for everybody", async () => {
    for (const client of [desk.admin, desk.user]) {
      for (const dates of [{}, { fromDate: "2026-01-06", toDate: "2026-01-08" }]) {
        const { amounts } = await client.ok(getDashboard, { query: dates });
        for (const { currency, hawalas, ...sums } of amounts) {
          const rowsOf = (filter: string) => client.ok(listDashboardHawalas, { query: { ...dates, filter, currency } });
          const sumOf = (rows: readonly Hawala[]) =>
            amountText(rows.reduce((sum, { rAmount }) => addAmounts(sum, amountFrom(rAmount)), zeroAmount));
          expect(sumOf(await rowsOf("standing"))).toBe(sums.amount);
          expect(sumOf(await rowsOf("pending"))).toBe(sums.pending);
          expect(sumOf(await rowsOf("passed"))).toBe(sums.passed);
          const query = { ...dates, filter: "standing", currency, limit: 1 };
          const { headers } = await client.reply(listDashboardHawalas, { query });
          expect(headers["x-total-count"]).toBe(String(hawalas));
        }
      }
    }
  });

  test.each([
    ["standing", "USD", ["oldPassedToday"]],
    ["pending", "USD", []],
    ["total", "afn", ["passedToday", "ofToday", "other", "oldCancelled", "oldPassed", "old"]],
    ["today", "USD", ["oldPassedToday"]],
    ["total", "XXX", []],
  ])("of %s in %s", async (filter, currency, words) => {
    expect(await listed(desk.admin, { filter, currency })).toEqual(words);
    expect(await listed(desk.user, { filter, currency })).toEqual(withoutOther(words));
    const { headers } = await desk.admin.reply(listDashboardHawalas, { query: { filter, currency } });
    expect(headers["x-total-count"]).toBe(String(words.length));
  });

  test("is searched within it", async () => {
    expect(await listed(desk.admin, { currency: "AFN", q: "passed" })).toEqual(["passedToday", "oldPassed"]);
    expect(await listed(desk.user, { currency: "USD", q: "passed" })).toEqual(["oldPassedToday"]);
    expect(await listed(desk.user, { currency: "USD", q: "pasarlay" })).toEqual([]);
  });
});

describe("a search in the list", () => {
  test.each([
    ["by hawala number, however it is written", "ln77", ["old"]],
    ["by sender", "pasarlay", ["old"]],
    ["by receiver, with the letters of another keyboard", "كريم", ["oldPassed"]],
    ["by status", "cancel", ["oldCancelled"]],
    ["by status in capitals", "PASSED", ["passedToday", "oldPassed", "oldPassedToday"]],
    ["by status in Dari", "لغوشده", ["oldCancelled"]],
    ["by status in Dari, in two words", "اجرا شده", ["passedToday", "oldPassed", "oldPassedToday"]],
    ["by status in Pashto, with the letters of another keyboard", "اجرا شوي", ["passedToday", "oldPassed", "oldPassedToday"]],
    ["by currency", "usd", ["oldPassedToday"]],
    ["by a part that is in a name and in no code", "eury", ["other"]],
    ["by a sign that a pattern would read otherwise", "half%", ["other"]],
    ["of nothing that is there", "zqwxy", []],
  ])("%s", async (_name, q, words) => {
    expect(await listed(desk.admin, { q })).toEqual(words);
    expect(await listed(desk.user, { q })).toEqual(withoutOther(words));
    const { headers } = await desk.admin.reply(listDashboardHawalas, { query: { q } });
    expect(headers["x-total-count"]).toBe(String(words.length));
  });

  test("stays within the card and the dates", async () => {
    expect(await listed(desk.admin, { q: "passed", filter: "pending" })).toEqual([]);
    expect(await listed(desk.admin, { q: "passed", filter: "today" })).toEqual(["passedToday", "oldPassedToday"]);
    expect(await listed(desk.admin, { q: "usd", filter: "today" })).toEqual(["oldPassedToday"]);
    expect(await listed(desk.admin, { q: "passed", toDate: "2026-01-06" })).toEqual(["oldPassedToday"]);
  });

  test("finds all with an empty text", async () => {
    expect(await listed(desk.admin, { q: "" })).toEqual(everything);
  });
});

test("a list that nobody offers is refused", async () => {
  const refused = async (query: Query) => desk.user.refused(listDashboardHawalas, { query });
  expect(await refused({ filter: "completed" })).toMatchObject({
    status: 400,
    message: "Filter must be one of total, pending, passed, cancelled, today, standing",
  });
  expect(await refused({ cursor: "elsewhere" })).toMatchObject({ status: 400, issues: [{ path: "cursor" }] });
  expect(await refused({ filter: "today", cursor: "elsewhere" })).toMatchObject({ status: 400, issues: [{ path: "cursor" }] });
  expect(await refused({ fromDate: "2026-02-02", toDate: "2026-02-01" })).toMatchObject({
    status: 400,
    message: "The end date must not be before the start date",
  });
  expect(await refused({ limit: 0 })).toMatchObject({ status: 400 });
  expect(await refused({ q: "x".repeat(101) })).toMatchObject({ status: 400 });
  expect((await desk.server.anonymous.refused(listDashboardHawalas)).status).toBe(401);
});
