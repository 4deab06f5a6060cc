import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurrency, updateCurrency } from "#contract/currencies.ts";
import {
  currencyPositionDeals,
  currencyPositionReport,
  exportCurrencyPosition,
  exportCurrencyPositionDeals,
} from "#contract/currency-position.ts";
import type { Route } from "#contract/route.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { createTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { holding } from "#test/support/holding.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

const { AFN, USD, EUR } = currency;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await desk.admin.ok(updateBusinessSettings, { body: { baseCurrency: "AFN" } });
  // Four days of three deals in dollars, of which the operator records the second, and one in euros each day.
  for (const transDate of ["2026-04-01", "2026-04-02", "2026-04-03", "2026-04-05"]) {
    const deal = (
      client: typeof desk.user,
      currencyId: number,
      cCurrencyId: number,
      [dAmount, cAmount, exRate]: readonly string[],
    ) =>
      client.ok(createTransaction, {
        body: bodies.exchange(cash, cash, { currencyId, cCurrencyId, dAmount, cAmount, exRate, transDate }),
      });
    await deal(desk.user, USD, AFN, ["100", "7000", "70"]);
    await deal(desk.operator, AFN, USD, ["2130", "30", "71"]);
    await deal(desk.user, EUR, AFN, ["10", "760", "76"]);
    await deal(desk.user, AFN, USD, ["720", "10", "72"]);
  }
});
afterAll(() => desk.closeInBalance());

const list = async (query: Readonly<Record<string, string | number>>) => {
  const { body, headers } = await desk.user.reply(currencyPositionDeals, { query });
  return { rows: body, total: headers["x-total-count"], cursor: headers["x-next-cursor"] as string | undefined };
};

describe("the deals behind a position", () => {
  test("come in their order, each with the average before and after it and what it realised", async () => {
    const { rows, total } = await list({ currencyId: USD, toDate: "2026-04-01" });
    const quiet = { transDate: "2026-04-01", transType: "Exchange", otherCurrency: "AFN", isByBoard: false };
    expect(total).toBe("3");
    expect(rows).toEqual([
      {
        ...quiet,
        transactionId: 1,
        recordedBy: desk.user.username,
        bought: "100.00",
        sold: null,
        otherAmount: "7000.00",
        exRate: "70.00000000",
        value: "7000.00",
        quantityBefore: "0.00",
        quantityAfter: "100.00",
        averageBefore: null,
        averageAfter: "70.00000000",
        realised: "0.00",
      },
      {
        ...quiet,
        transactionId: 2,
        recordedBy: desk.operator.username,
        bought: null,
        sold: "30.00",
        otherAmount: "2130.00",
        exRate: "71.00000000",
        value: "2130.00",
        quantityBefore: "100.00",
        quantityAfter: "70.00",
        averageBefore: "70.00000000",
        averageAfter: "70.00000000",
        realised: "30.00",
      },
      expect.objectContaining({ transactionId: 4, sold: "10.00", quantityAfter: "60.00", realised: "20.00" }),
    ]);
  });

  test("come page by page, and are the same however long the pages are", async () => {
    const { rows: all, cursor: none } = await list({ currencyId: USD });
    expect([all.length, none]).toEqual([12, undefined]);
    for (const limit of [1, 2, 3, 5, 11, 12]) {
      const found: typeof all = [];
      let cursor: string | undefined = "";
      while (cursor !== undefined) {
        const page: Awaited<ReturnType<typeof list>> = await list({ currencyId: USD, limit, cursor });
        expect(page.total).toBe("12");
        found.push(...page.rows);
        cursor = page.cursor;
      }
      expect(found).toEqual(all);
    }
  });

  test("of one person are reckoned among those of all", async () => {
    const { rows: all } = await list({ currencyId: USD });
    const ofOperator = all.filter(({ recordedBy }) => recordedBy === desk.operator.username);
    const first = await list({ currencyId: USD, userId: desk.operator.userId, limit: 3 });
    const next = await list({ currencyId: USD, userId: desk.operator.userId, limit: 3, cursor: first.cursor ?? "" });
    expect([...first.rows, ...next.rows]).toEqual(ofOperator);
    expect([first.total, next.total, next.cursor]).toEqual(["4", "4", undefined]);
  });

  test("come to the figures of the report, for any days and anybody", async () => {
    for (const period of [
      {},
      { fromDate: "2026-04-02" },
      { toDate: "2026-04-03" },
      { fromDate: "2026-04-04", toDate: "2026-04-09" },
    ]) {
      for (const who of [{}, { userId: desk.user.userId }]) {
        const { currencies } = await desk.user.ok(currencyPositionReport, { query: { ...period, ...who } });
        for (const row of currencies) {
          const { rows, total } = await list({ currencyId: row.currencyId, ...period, ...who });
          const sum = (figure: "bought" | "sold" | "realised"): string =>
            rows.reduce((minor, deal) => minor + BigInt((deal[figure] ?? "0.00").replace(".", "")), 0n).toString();
          const minor = (text: string): string => BigInt(text.replace(".", "")).toString();
          expect([sum("bought"), sum("sold"), sum("realised")]).toEqual([
            minor(row.bought),
            minor(row.sold),
            minor(row.realised),
          ]);
          expect([rows.length, total]).toEqual([row.deals, String(row.deals)]);
        }
      }
    }
  });

  test("before the first of a page behind the last there is nothing, and the count stays", async () => {
    expect(await list({ currencyId: USD, cursor: "2026-04-09_7" })).toEqual({ rows: [], total: "12", cursor: undefined });
    expect((await list({ currencyId: currency.PKR })).rows).toEqual([]);
  });

  test.each([
    [{}, 400, "Currency is required"],
    [{ currencyId: "dollars" }, 400, "Currency is required"],
    [{ currencyId: 4711 }, 404, "This currency does not exist"],
    [{ currencyId: 2, cursor: "yesterday" }, 400, "The cursor is not one that this list has given"],
    [{ currencyId: 2, cursor: "2026-02-30_7" }, 400, "The cursor is not one that this list has given"],
    [{ currencyId: 2, cursor: "2026-02-20_9999999999" }, 400, "The cursor is not one that this list has given"],
    [{ currencyId: 2, fromDate: "2026-04-02", toDate: "2026-04-01" }, 400, "The end date must not be before the start date"],
  ])("%j is refused with %i: %s", async (query, status, message) => {
    expect(await desk.refused(desk.user, currencyPositionDeals, { query })).toMatchObject({ status, message });
  });
});

describe("as files", () => {
  const exports = async () => {
    const { rows } = await desk.server.database.pool.query<{ actor: string; object_id: string; new: unknown }>(
      "select actor, object_id, new from audit_log where action = 'list.exported' order by id",
    );
    return rows;
  };

  test("the positions, with what they come to, and who took them out of the office", async () => {
    const query = { format: "csv", toDate: "2026-04-03" };
    const { body } = await desk.user.reply(exportCurrencyPosition, { query });
    const lines = (body as Buffer).toString("utf8").slice(1).trimEnd().split("\r\n");
    expect(lines).toEqual([
      "Currency,Opening,Deals,Bought,Sold,Closing,Average,Board Rate,Rate Is,Cost,Value,Realised Profit,Unrealised Profit",
      "AFN,0.00,12,8550.00,23280.00,-14730.00,,,,,,,",
      "USD,0.00,9,300.00,120.00,180.00,70.00000000,70.00000000,AFN for 1 USD,12600.00,12600.00,150.00,0.00",
      "EUR,0.00,3,30.00,0.00,30.00,76.00000000,76.08695652,AFN for 1 EUR,2280.00,2282.61,0.00,2.61",
      "Total AFN,,,,,,,,,14880.00,14882.61,150.00,2.61",
    ]);
    expect(await exports()).toEqual([
      {
        actor: desk.user.username,
        object_id: "currency-position",
        new: { format: "csv", rows: 4, filter: { toDate: "2026-04-03" } },
      },
    ]);
  });

  test("the deals of a currency, as a spreadsheet", async () => {
    const bytes = await desk.user.ok(exportCurrencyPositionDeals, { query: { currencyId: USD, userId: desk.operator.userId } });
    const { name, rows, hasFormula } = readSheet(bytes as Buffer);
    expect([name, rows.length, hasFormula]).toEqual(["Deals", 5, false]);
    expect(rows[1]?.slice(0, 3)).toEqual([{ number: "2" }, { number: "46113" }, "Exchange"]);
    expect((await exports()).at(-1)).toMatchObject({
      object_id: "currency-position-deals",
      new: { format: "xlsx", rows: 4, filter: { currencyId: USD, userId: desk.operator.userId } },
    });
  });

  test("say in their names and headings what they are of", async () => {
    const named = async (route: Route, query: Readonly<Record<string, string | number>>) => {
      const { body, headers } = await desk.user.reply(route, { query: { ...query, format: "csv" } });
      const [, name] = /filename="(.*?)"/.exec(String(headers["content-disposition"])) ?? [];
      return { name, head: (body as Buffer).toString("utf8").slice(1).split("\r\n")[0] };
    };
    const days = { fromDate: "2026-04-01", toDate: "2026-04-03" };
    const whose = { ...days, userId: desk.operator.userId };
    const { today } = await desk.user.ok(currencyPositionReport);
    expect((await named(exportCurrencyPosition, days)).name).toBe("currency-position-2026-04-01-2026-04-03.csv");
    expect((await named(exportCurrencyPosition, whose)).name).toBe(
      `currency-position-${desk.operator.username}-2026-04-01-2026-04-03.csv`,
    );
    expect((await named(exportCurrencyPosition, {})).name).toBe(`currency-position-${today}.csv`);
    expect(await named(exportCurrencyPositionDeals, { ...days, currencyId: USD })).toEqual({
      name: "currency-position-deals-USD-2026-04-01-2026-04-03.csv",
      head:
        "Transaction ID,Date,Type,Bought (USD),Sold (USD),Other Currency,Other Amount,Rate,Value (AFN),Valued By Board," +
        "Position Before (USD),Average Before,Position After (USD),Average After,Realised Profit (AFN),Recorded By",
    });
    expect((await named(exportCurrencyPositionDeals, { currencyId: EUR })).name).toBe(`currency-position-deals-EUR-${today}.csv`);
  });

  test("hold nothing open while they wait for the days to be made anew", async () => {
    const { database } = desk.server;
    await database.asOwner("delete from position_folds; delete from position_days");
    const fold = await holding(database, "lock table position_folds in exclusive mode");
    const files = Promise.all([
      desk.user.ok(exportCurrencyPosition),
      desk.operator.ok(exportCurrencyPositionDeals, { query: { currencyId: EUR } }),
    ]);
    await fold.heldUp(1);
    const idle = "select from pg_stat_activity where usename = current_user and state = 'idle in transaction'";
    await expect.poll(async () => (await database.pool.query(`${idle} and datname = current_database()`)).rowCount).toBe(0);
    await fold.letGo();
    await files;
  });

  test("a wrong kind, a turned period and no currency are refused", async () => {
    expect(await desk.user.refused(exportCurrencyPosition, { query: { format: "pdf" } })).toMatchObject({ status: 400 });
    expect(
      await desk.user.refused(exportCurrencyPosition, { query: { fromDate: "2026-04-02", toDate: "2026-04-01" } }),
    ).toMatchObject({
      status: 400,
    });
    expect(await desk.user.refused(exportCurrencyPositionDeals, {})).toMatchObject({
      status: 400,
      message: "Currency is required",
    });
  });
});

test("deals that are posted while reports are made are neither lost nor doubled", async () => {
  const deals = Array.from({ length: 60 }, (_, index) =>
    bodies.exchange(cash, cash, {
      ...(index % 3 === 0 ? { currencyId: AFN, cCurrencyId: USD, dAmount: "710", cAmount: "10" } : {}),
      ...(index % 3 === 0 ? {} : { currencyId: USD, cCurrencyId: AFN, dAmount: "10", cAmount: "710" }),
      exRate: "71",
      transDate: `2026-04-0${String(1 + (index % 6))}`,
    }),
  );
  const posting = Promise.all(deals.map((body) => desk.post(body)));
  const reading = Promise.all(
    Array.from({ length: 40 }, async () => {
      const { currencies, totals } = await desk.user.ok(currencyPositionReport);
      const minor = (text: string): bigint => BigInt(text.replace(".", ""));
      // Whatever has been posted by then: what all currencies cost together is what all deals realised.
      expect(currencies.reduce((sum, row) => sum + minor(row.cost), 0n)).toBe(minor(totals.realised));
    }),
  );
  await Promise.all([posting, reading]);
  const warm = await desk.user.ok(currencyPositionReport);
  expect(warm.totals.deals).toBe(16 + deals.length);
  await desk.server.database.asOwner("delete from position_folds; delete from position_days");
  const anew = await Promise.all(Array.from({ length: 8 }, () => desk.user.ok(currencyPositionReport)));
  for (const one of anew) expect(one).toEqual(warm);
});

test("a rate mended on a currency's first day counts for the days before it, in the report as in its deals", async () => {
  const pounds = { code: "GBP", name: "British pound", symbol: "£", rate: "0.8" };
  const { id } = await desk.admin.ok(createCurrency, { body: pounds });
  // 80 pounds given are 100 dollars or 7,000 afghani.
  const sides = { currencyId: EUR, dAmount: "92", cCurrencyId: id, cAmount: "80", exRate: "0.86956522" };
  await desk.post(bodies.exchange(cash, cash, { ...sides, transDate: "2026-04-06" }));
  const expectCost = async (cost: string) => {
    const { currencies } = await desk.user.ok(currencyPositionReport);
    expect(currencies.find(({ currencyId }) => currencyId === id)).toMatchObject({ closingQuantity: "-80.00", cost: `-${cost}` });
    expect((await list({ currencyId: id })).rows).toMatchObject([{ sold: "80.00", value: cost }]);
  };
  await expectCost("7000.00");
  await desk.admin.ok(updateCurrency, { params: { id }, body: { rate: "0.5" } });
  await expectCost("11200.00");
  // The base currency's rate is in every such value.
  await desk.admin.ok(updateCurrency, { params: { id: AFN }, body: { rate: "75" } });
  await expectCost("12000.00");
});

test.each([
  [{ fromDate: "2026-03-02", toDate: "2026-03-01" }, "toDate", "The end date must not be before the start date"],
  [{ fromDate: "2026-02-30" }, "fromDate", "Give the date as YYYY-MM-DD, a day that exists"],
  [{ userId: "Karim" }, "userId", "Not a valid user"],
])("a report of %j is refused: %s", async (query, path, message) => {
  const refused = await desk.refused(desk.user, currencyPositionReport, { query });
  expect(refused).toMatchObject({ status: 400, issues: [{ path, message }] });
});
