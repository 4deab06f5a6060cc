import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { hawalaTotals, hawalaTotalUsd } from "#contract/hawala-lists.ts";
import { cancelHawala, passHawala } from "#contract/hawalas.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { addAmounts, amountFrom, amountText } from "#kernel/amount.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

describe("what a filter comes to", () => {
  test("per direction, status and currency, following each act", async () => {
    const day = { transactionDate: "2026-02-01" };
    const query = { direction: "all", fromDate: "2026-02-01", toDate: "2026-02-01" };
    const totals = (more: object = {}) => desk.user.ok(hawalaTotals, { query: { ...query, ...more } });
    expect(await totals()).toEqual([]);
    const first = await enter(desk, incoming(day));
    await enter(desk, incoming({ ...day, currency: "USD", rAmount: "130", rate: "1", intoUSD: "130" }));
    const waitsWithoutDollars = await enter(desk, incoming({ ...day, intoUSD: undefined }));
    await enter(desk, outgoing(day));
    const pounds = { direction: "incoming", amount: "100.00", hawalas: 1, withoutUSD: 0 };
    const dollars = { ...pounds, status: "Pending", currency: "USD", rAmount: "130.00", intoUSD: "130.00" };
    const ours = {
      direction: "outgoing",
      status: "sent",
      currency: "AFN",
      hawalas: 1,
      amount: null,
      rAmount: "6980.00",
      intoUSD: null,
      withoutUSD: null,
    };
    const afghani = { ...pounds, currency: "AFN", rAmount: "9200.00", intoUSD: "131.43" };
    const two = { hawalas: 2, amount: "200.00", rAmount: "18400.00" };
    expect(await totals()).toEqual([{ ...afghani, ...two, status: "Pending", withoutUSD: 1 }, dollars, ours]);
    await desk.user.ok(passHawala, { params: { id: first.id } });
    const waiting = { ...afghani, status: "Pending", intoUSD: "0.00", withoutUSD: 1 };
    const passed = { ...afghani, status: "Passed" };
    expect(await totals()).toEqual([waiting, dollars, passed, ours]);
    expect(await totals({ q: first.hawalaNo })).toEqual([passed]);
    // Found one by one, and no sum by day.
    expect(await totals({ q: waitsWithoutDollars.hawalaNo })).toEqual([waiting]);
    expect(await totals({ branchAccountId: 11 })).toEqual([passed]);
    expect(await totals({ currency: "USD" })).toEqual([dollars]);
    expect(await totals({ status: "sent" })).toEqual([ours]);
    expect(await totals({ batchId: 1 })).toEqual([]);
    await desk.user.ok(cancelHawala, { params: { id: first.id } });
    expect(await totals()).toEqual([waiting, dollars, { ...afghani, status: "Cancelled" }, ours]);
  });

  test("is refused rather than added up in part", async () => {
    // An office of its own: to audit, seal and verify so many would cost more than everything else here.
    const { server, user, operator } = await openDesk();
    onTestFinished(() => server.close());
    // Their days are counted, and nothing else of them is looked at.
    await server.database.asOwner("alter table hawalas disable trigger user; alter table hawalas enable trigger days_of_new");
    await server.database.asOwner(
      `
      insert into hawalas (direction, hawala_no, normal_no, status, sender_code, sender_name, receiver_name, amount, exchange_rate,
        r_amount, currency_id, transaction_date, created_by)
        select 'incoming', 'M' || n, 'M' || n, 'Pending', '2003', 'Crowded House', 'R', 1, 1, 1, 1, '2020-01-01', $1
        from generate_series(1, 25001) n`,
      [operator.userId],
    );
    const byDay = await user.ok(hawalaTotals, { query: { toDate: "2020-01-01" } });
    expect(byDay).toMatchObject([{ hawalas: 25_001, rAmount: "25001.00" }]);
    expect(await user.refused(hawalaTotals, { query: { q: "crowded" } })).toMatchObject({
      status: 413,
      code: "too_large",
      message: "These filters find too many hawalas to add up. Narrow the dates or the search",
    });
  });
});

describe("the dollars of the default sender", () => {
  const day = "2025-09-01";
  const total = (query: Readonly<Record<string, string>> = {}) => desk.admin.ok(hawalaTotalUsd, { query });
  const usd = async (query: Readonly<Record<string, string>> = {}) => (await total(query)).totalUsd;

  test("are those of his incoming hawalas that are not cancelled, from the day of the settings", async () => {
    const only = { fromDate: day, toDate: day };
    const before = await usd();
    expect(await usd(only)).toBe("0.00");
    const { id } = await enter(desk, incoming({ transactionDate: day, intoUSD: "10.10" }));
    await enter(desk, incoming({ transactionDate: day, intoUSD: "20.20" }));
    await enter(desk, incoming({ transactionDate: "2025-08-17", intoUSD: "7000" }));
    await enter(desk, incoming({ transactionDate: day, senderCode: "2002", intoUSD: "8000" }));
    await enter(desk, outgoing({ transactionDate: day }));
    expect(await usd(only)).toBe("30.30");
    expect(await usd()).toBe(amountText(addAmounts(amountFrom(before), amountFrom("30.30"))));
    await desk.user.ok(passHawala, { params: { id } });
    expect(await usd(only)).toBe("30.30");
    await desk.user.ok(cancelHawala, { params: { id } });
    expect(await usd(only)).toBe("20.20");
    expect(await usd({ fromDate: "2025-09-02", toDate: "2025-09-03" })).toBe("0.00");
    expect(await usd({ toDate: "2025-08-18" })).toBe("0.00");
    await enter(desk, incoming({ transactionDate: "2025-08-18", intoUSD: "3" }));
    expect(await usd({ toDate: "2025-08-18" })).toBe("3.00");
  });

  test("leave out the hawalas without any, and say how many these are", async () => {
    const only = { fromDate: "2025-09-05", toDate: "2025-09-05" };
    const { id } = await enter(desk, incoming({ transactionDate: "2025-09-05", intoUSD: undefined }));
    await enter(desk, incoming({ transactionDate: "2025-09-05", intoUSD: "5" }));
    await enter(desk, outgoing({ transactionDate: "2025-09-05" }));
    expect(await total(only)).toEqual({ totalUsd: "5.00", withoutUsd: 1 });
    await desk.user.ok(cancelHawala, { params: { id } });
    expect(await total(only)).toEqual({ totalUsd: "5.00", withoutUsd: 0 });
  });

  test("follow the settings", async () => {
    await desk.admin.ok(updateBusinessSettings, { body: { usdTotalFrom: "2025-08-01", senderCode: "2001" } });
    expect(await usd({ toDate: day })).toBe("7023.20");
    await desk.admin.ok(updateBusinessSettings, { body: { senderCode: "2002" } });
    expect(await usd({ toDate: day })).toBe("8000.00");
    await desk.admin.ok(updateBusinessSettings, { body: { senderCode: "2001" } });
  });

  test("are for admins", async () => {
    for (const client of [desk.operator, desk.user]) {
      expect((await client.refused(hawalaTotalUsd)).status).toBe(403);
    }
    expect((await desk.admin.refused(hawalaTotalUsd, { query: { fromDate: "2025-02-29" } })).status).toBe(400);
    const backwards = { fromDate: "2025-02-02", toDate: "2025-02-01" };
    expect((await desk.admin.refused(hawalaTotalUsd, { query: backwards })).status).toBe(400);
  });
});
