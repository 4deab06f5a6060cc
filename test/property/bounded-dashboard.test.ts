import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportCashDays, exportHawalaDays, getDashboard, listDashboardHawalas } from "#contract/dashboard.ts";
import { hawalaTotalUsd, listHawalas, listPassedHawalas } from "#contract/hawala-lists.ts";
import { faultsOfAll, tablesLargerThan, tellPlans, type Executed } from "#test/support/executed-plans.ts";
import { fillHawalas } from "#test/support/many-hawalas.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const hawalaCount = 18_000;
/** Rows that one step of a statement may read: half of the hawalas at most. */
const readAllowed = 9_000;

let server: TestServer;
let clients: readonly SignedInClient[];
let executed: Executed[];
let largeTables: ReadonlySet<string>;
beforeAll(async () => {
  server = await startTestServer();
  executed = await tellPlans(server);
  clients = [await server.signIn("admin"), await server.signIn("user")];
  await fillHawalas((sql, values) => server.database.asOwner(sql, values), hawalaCount);
  // The cash account's years: its sums by day.
  await server.database.asOwner(
    `insert into balance_days (account_id, currency_id, business_date, debits, credits)
      select 11, c.id, date '2000-01-01' + day, 1, 0 from generate_series(0, 9500) day, currencies c`,
  );
  await server.database.asOwner("analyze balance_days");
  largeTables = await tablesLargerThan(server, 15_000);
});
afterAll(() => server.close());

const periods = [
  {},
  { fromDate: "2023-01-15" },
  { toDate: "2023-01-15" },
  { fromDate: "2023-01-10", toDate: "2023-01-12" },
  { fromDate: "2000-01-01", toDate: "2099-01-01" },
  { fromDate: "2024-01-01" },
] as const;

const faults = (): string[] => faultsOfAll(executed, { readAllowed, largeTables });

describe("no call of the dashboard reads, sorts or answers without a bound, on 18,000 hawalas", () => {
  test("the guard bites", async () => {
    expect([...largeTables].toSorted()).toEqual(["balance_days", "hawalas", "transactions"]);
    executed.splice(0);
    await server.app.deps.pool.query("select count(*) from hawalas where receiver_name like '%zq%'");
    expect(faults().length).toBeGreaterThan(0);
  });

  test("its figures, for any period", async () => {
    for (const client of clients) {
      for (const query of periods) {
        await client.ok(getDashboard, { query });
        expect(executed.length).toBeGreaterThan(8);
        expect(faults(), JSON.stringify(query)).toEqual([]);
      }
    }
  });

  test("the lists behind its cards, the first page and the next, searched and not", async () => {
    const cards = [
      {},
      { filter: "pending" },
      { filter: "cancelled" },
      { filter: "today" },
      { filter: "standing", currency: "PKR" },
    ];
    for (const client of clients) {
      for (const card of cards) {
        for (const query of [{}, { q: "idris" }, { q: "L-17999" }, { q: "usd" }, { q: "pkr" }, { toDate: "2023-01-15" }]) {
          const asked = { ...card, ...query, limit: 20 };
          const { headers } = await client.reply(listDashboardHawalas, { query: asked });
          const cursor = headers["x-next-cursor"] as string | undefined;
          if (cursor !== undefined) await client.reply(listDashboardHawalas, { query: { ...asked, cursor } });
          expect(faults(), JSON.stringify(asked)).toEqual([]);
        }
      }
    }
  });

  test("what earlier clients ask beside it", async () => {
    const [admin] = clients as readonly [SignedInClient];
    for (const query of periods) {
      await admin.ok(hawalaTotalUsd, { query });
      await admin.ok(listHawalas, { query: { ...query, limit: 100 } });
      await admin.ok(listPassedHawalas, { query: { ...query, limit: 100 } });
      expect(faults(), JSON.stringify(query)).toEqual([]);
    }
    await admin.reply(exportHawalaDays, { query: periods[4] });
    await admin.reply(exportCashDays);
    expect(faults()).toEqual([]);
  });
});
