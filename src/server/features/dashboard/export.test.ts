import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportCashDays, exportHawalaDays, getDashboard } from "#contract/dashboard.ts";
import { exportTypes } from "#contract/file.ts";
import { bodies, openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { enter, incoming } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";
import type { Client, Sent } from "#test/support/server.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await enter(desk, incoming({ transactionDate: "2026-03-02" }));
  await enter(desk, incoming({ transactionDate: "2026-03-02", senderCode: "2002" }));
  await desk.post(bodies.credit(await desk.open(currency.USD), "12.50"));
});
afterAll(() => desk.closeInBalance());

async function csv(client: Client, route: typeof exportCashDays | typeof exportHawalaDays, query: Sent["query"] = {}) {
  const { body } = await client.reply(route, { query: { format: "csv", ...query } });
  return (body as Buffer).toString("utf8").slice(1).trimEnd().split("\r\n");
}

describe("the figures of a chart as a file", () => {
  test("hawalas: a row for each day, of those that the person is shown", async () => {
    const days = { fromDate: "2026-03-01", toDate: "2026-03-02" };
    const header = "Date,Pending,Passed,Cancelled";
    expect(await csv(desk.admin, exportHawalaDays, days)).toEqual([header, "2026-03-01,0,0,0", "2026-03-02,2,0,0"]);
    expect(await csv(desk.user, exportHawalaDays, days)).toEqual([header, "2026-03-01,0,0,0", "2026-03-02,1,0,0"]);
    const months = await csv(desk.admin, exportHawalaDays, { fromDate: "2025-02-01", toDate: "2026-03-02" });
    expect([months[0], months.at(-1), months.length]).toEqual(["Month,Pending,Passed,Cancelled", "2026-03-01,2,0,0", 15]);
    expect(await csv(desk.admin, exportHawalaDays, { fromDate: "9999-01-01" })).toEqual([header]);
  });

  test("cash: a row for each day, a column for each currency, as the chart has them", async () => {
    const { dates } = (await desk.user.ok(getDashboard)).cashDays;
    const rows = await csv(desk.user, exportCashDays);
    expect(rows[0]).toBe("Date,AFN,USD,EUR,PKR");
    expect(rows.slice(1).map((row) => row.split(",")[0])).toEqual(dates);
    expect(rows.at(-1)).toBe(`${dates.at(-1) ?? ""},0.00,12.50,0.00,0.00`);
  });

  test("is a workbook unless asked otherwise, named after its list, and on record", async () => {
    for (const [route, list] of [
      [exportHawalaDays, "hawala-days"],
      [exportCashDays, "cash-days"],
    ] as const) {
      const { headers, body } = await desk.operator.reply(route);
      expect(headers["content-type"]).toBe(exportTypes.xlsx);
      expect(headers["content-disposition"]).toMatch(new RegExp(`filename="${list}-\\d{4}-\\d\\d-\\d\\d\\.xlsx"`));
      expect((body as Buffer).subarray(0, 2).toString()).toBe("PK");
      const [act] = await desk.server.database.asOwner(
        "select actor, new from audit_log where action = 'list.exported' and object_id = $1 order by id desc limit 1",
        [list],
      );
      expect(act).toEqual({ actor: desk.operator.username, new: { format: "xlsx", rows: 30, filter: {} } });
    }
  });

  test("is refused for what is no period or no kind of file, and to who is not signed in", async () => {
    const backwards = { fromDate: "2026-03-02", toDate: "2026-03-01" };
    expect(await desk.user.refused(exportHawalaDays, { query: backwards })).toMatchObject({ status: 400 });
    for (const route of [exportHawalaDays, exportCashDays]) {
      expect(await desk.user.refused(route, { query: { format: "pdf" } })).toMatchObject({ message: "Choose xlsx or csv" });
      expect((await desk.server.anonymous.refused(route)).status).toBe(401);
    }
  });
});
