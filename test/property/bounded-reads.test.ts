import { sql, type RawBuilder, type SqlBool } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exchangeContext } from "#contract/exchange.ts";
import { largestExport } from "#contract/file.ts";
import { largestCount, largestPageSize } from "#contract/page.ts";
import type { Route } from "#contract/route.ts";
import { exportDeletedTransactions, exportTransactions } from "#contract/transaction-exports.ts";
import { listDeletedTransactions, listTransactions, searchTransactions } from "#contract/transactions.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { liveQuestion } from "#server/features/transactions/filters.ts";
import { byIndexes, expectedRows } from "#server/features/transactions/search-by-indexes.ts";
import { countMatches, findMatches } from "#server/features/transactions/search.ts";
import { containsFolded } from "#server/folded-text.ts";
import { every } from "#server/ordered-list.ts";
import { faultsOfAll, tablesLargerThan, tellPlans, type Executed } from "#test/support/executed-plans.ts";
import { crowd, fillTransactions, writePairs } from "#test/support/many-transactions.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

/** Tables of more rows than this are the large ones, which grow with every day of work: none is scanned or sorted. */
const large = 15_000;
/** Rows that one step of a statement may read; a walk of the search reads 100,000. */
const mostRead = 110_000;
/** More than a step may read, so that one that reads them all is found. */
const transactionCount = 130_000;

let server: TestServer;
let admin: SignedInClient;
let largeTables: ReadonlySet<string>;
/** What was executed since it was last emptied. */
let executed: Executed[];

beforeAll(async () => {
  server = await startTestServer();
  executed = await tellPlans(server);
  admin = await server.signIn("admin");
  await fillTransactions((statement, values) => server.database.asOwner(statement, values), transactionCount);
  await writePairs((statement, values) => server.database.asOwner(statement, values), ["qj", "نژ"]);
  await fillAuditLog();
  largeTables = await tablesLargerThan(server, large);
});
afterAll(() => server.close());

/** Histories are read from the audit log, which grows as fast. */
async function fillAuditLog(): Promise<void> {
  await server.database.asOwner(
    `insert into audit_log (actor, action, object_type, object_id, version, new)
      select 'crowd', 'transaction.created', 'transaction', t.id::text, 1, transaction_json(t) from transactions t where id <= 20000`,
  );
  await server.database.asOwner("vacuum analyze audit_log");
}

/** What is wrong with the statements executed since it was last asked. */
function faults(readAllowed = mostRead): string[] {
  return faultsOfAll(executed, { readAllowed, largeTables });
}

const names = ["transType", "referenceId", "accountId", "narrative", "amount", "transactionDate"] as const;
type Filters = Partial<Record<(typeof names)[number], string>>;

/** Values that are in very many rows, in few, and in none; the last narrative is one that no index knows. */
const values: Readonly<Record<string, Required<Filters>>> = {
  frequent: {
    transType: "Transfer",
    referenceId: "7",
    accountId: "11",
    narrative: "telephone",
    amount: "1,000",
    transactionDate: "2023-02-10",
  },
  rare: {
    transType: "Hawala",
    referenceId: "4711",
    accountId: String(crowd.first + 9_000),
    narrative: "carpet cloth",
    amount: "123.45",
    transactionDate: "2022-06-01",
  },
  absent: {
    transType: "Hawala",
    referenceId: "2000000000",
    accountId: "77",
    narrative: "zq",
    amount: "0.07",
    transactionDate: "2001-01-01",
  },
};

/** All filters that may come together: none, each by itself, any two, and of those that are in very many rows any three. */
const combinations: readonly Filters[] = Object.entries(values).flatMap(([kind, of]) =>
  Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_name, index) => (bits >> index) % 2 === 1))
    .filter(({ length }) => length <= (kind === "frequent" ? 3 : 2))
    .map((chosen) => Object.fromEntries(chosen.map((name) => [name, of[name]]))),
);

describe("no list reads, sorts or answers without a bound, on 130,000 transactions", () => {
  test("the guard bites", async () => {
    expect([...largeTables].toSorted()).toEqual(["audit_log", "transactions"]);
    const { pool } = server.app.deps;
    executed.splice(0);
    await pool.query("select count(*) from transactions where narrative like '%zq%'");
    expect(faults()).toEqual([expect.stringMatching(/^scans transactions/), expect.stringMatching(/^reads 130000 rows/)]);
    await pool.query("select id from transactions order by c_narrative offset 20000 limit 5");
    expect(faults().map((fault) => fault.split(":")[0])).toEqual(["sorts 20005 rows", "scans transactions", "reads 130000 rows"]);
    await pool.query("select id from transactions where id = 5");
    expect(faults()).toEqual([]);
  });

  test.each([searchTransactions, listDeletedTransactions])(
    "$path for every combination of filters, the first page and the next",
    async (route) => {
      for (const filters of combinations) {
        const first = await admin.reply(route, { query: { ...filters, limit: 20 } });
        const cursor = first.headers["x-next-cursor"] as string | undefined;
        if (cursor !== undefined) await admin.reply(route, { query: { ...filters, limit: 20, cursor } });
        expect(executed.length).toBeGreaterThan(0);
        expect(faults(), JSON.stringify(filters)).toEqual([]);
      }
    },
  );

  test("the longest page, and the list of all transactions", async () => {
    for (const route of [listTransactions, searchTransactions, listDeletedTransactions]) {
      const reply = await admin.reply(route, { query: { limit: largestPageSize } });
      expect((reply.body as unknown[]).length).toBeGreaterThan(route === listDeletedTransactions ? 2_000 : largestPageSize - 1);
      expect(await admin.ok(route)).toHaveLength(1_000);
      expect(faults()).toEqual([]);
    }
  });

  test("the context of a deal of any pair", async () => {
    for (const purchaseCurrencyId of [1, 2, 3, 4]) {
      for (const sellingCurrencyId of [1, 2, 3, 4].filter((id) => id !== purchaseCurrencyId)) {
        await admin.ok(exchangeContext, { query: { purchaseCurrencyId, sellingCurrencyId } });
      }
    }
    expect(faults()).toEqual([]);
  });

  test("an export, and none is made of more than a file may hold", async () => {
    for (const route of [exportTransactions, exportDeletedTransactions]) {
      const { body } = await admin.reply(route, { query: { format: "csv", narrative: "carpet cloth" } });
      expect((body as Buffer).length).toBeGreaterThan(1_000);
    }
    // A file is made in one go: it may look at four rows for each that it may have.
    expect(faults(4 * largestExport)).toEqual([]);
    expect(await admin.refused(exportTransactions, { query: { format: "xlsx" } })).toMatchObject({
      status: 413,
      code: "too_large",
      message: "A file holds at most 50,000 rows, and this list has more. Narrow the filter and export again",
    });
  });

  test("every other call that reads", async () => {
    const others = (await declaredRoutes()).filter(
      (route) => route.method === "GET" && route.binary !== "download" && route.messages === undefined,
    );
    for (const route of others) {
      const answer = await admin.send(route, { params: { id: route.path.startsWith("/api/users") ? admin.userId : 105 } });
      expect(answer.statusCode, route.path).toBeLessThan(500);
      expect(faults(), route.path).toEqual([]);
      if (answer.headers["content-type"]?.toString().includes("json") && !route.binary) {
        const body: unknown = answer.json();
        if (Array.isArray(body)) expect(body.length, route.path).toBeLessThanOrEqual(largestPageSize);
      }
    }
  });
});

describe("what a bounded search finds", () => {
  /** The ids a search has, over all its pages. */
  async function walked(route: Route, filters: Filters): Promise<{ ids: number[]; total: string; isAtLeast: boolean }> {
    const ids: number[] = [];
    let total: string | undefined;
    let isAtLeast = false;
    for (let cursor: string | undefined; ;) {
      const { body, headers } = await admin.reply(route, { query: { ...filters, limit: 700, cursor } });
      ids.push(...(body as { id: number }[]).map(({ id }) => id));
      total ??= String(headers["x-total-count"]);
      isAtLeast ||= headers["x-total-count-is"] === "at-least";
      cursor = headers["x-next-cursor"] as string | undefined;
      if (cursor === undefined) return { ids, total, isAtLeast };
    }
  }

  const searches: readonly (readonly [Filters, string])[] = [
    [{ transType: "Hawala" }, "type = 'Hawala'"],
    [{ referenceId: "7" }, "(id = 7 or reference_id = 7)"],
    [{ accountId: String(crowd.first + 5_000) }, `${String(crowd.first + 5_000)} in (out_account_id, in_account_id)`],
    [
      { accountId: String(crowd.first), amount: "1000" },
      `${String(crowd.first)} in (out_account_id, in_account_id) and 1000 in (d_amount, c_amount)`,
    ],
    [{ narrative: "carpet cloth" }, "narrative || chr(1) || c_narrative ilike '%carpet cloth%'"],
    [{ narrative: "ok" }, "narrative || chr(1) || c_narrative ilike '%ok%'"],
    [{ narrative: "x7" }, "narrative || chr(1) || c_narrative ilike '%x7%'"],
    [{ narrative: "x" }, "narrative || chr(1) || c_narrative ilike '%x%'"],
    [{ narrative: "qj" }, "narrative || chr(1) || c_narrative ilike '%qj%'"],
    [{ narrative: "QJ." }, "narrative || chr(1) || c_narrative ilike '%qj.%'"],
    [{ narrative: "نژ" }, "narrative || chr(1) || c_narrative like '%نژ%'"],
    [{ narrative: "qj", transType: "Credit" }, "type = 'Credit' and narrative || chr(1) || c_narrative ilike '%qj%'"],
    [
      { narrative: "qj", accountId: "11" },
      "11 in (out_account_id, in_account_id) and narrative || chr(1) || c_narrative ilike '%qj%'",
    ],
    [{ narrative: "goods telephone" }, "narrative || chr(1) || c_narrative ilike '%goods telephone%'"],
    [{ narrative: "gold", transType: "Exchange" }, "type = 'Exchange' and narrative || chr(1) || c_narrative ilike '%gold%'"],
    [{ transactionDate: "2023-02-10" }, "business_date = '2023-02-10'"],
    [{ amount: "500", transType: "Debit" }, "type = 'Debit' and 500 in (d_amount, c_amount)"],
  ];

  test.each(searches)("%j is what the table has, once each and in order, live and deleted", async (filters, condition) => {
    const expected = async (where: string, order: string) =>
      (
        await server.database.asOwner<{ id: number }>(
          `select id from transactions where ${where} and ${condition} order by ${order}`,
        )
      ).map(({ id }) => id);
    for (const [route, ids] of [
      [searchTransactions, await expected("deleted_at is null", "business_date desc, id desc")],
      [listDeletedTransactions, await expected("deleted_at is not null", "deleted_at desc, id desc")],
    ] as const) {
      const found = await walked(route, filters);
      expect(found.ids).toEqual(ids);
      if (found.isAtLeast) expect(Number(found.total)).toBeLessThanOrEqual(ids.length);
      else expect(found.total).toBe(String(ids.length));
    }
  });

  test("is counted exactly up to the largest count, and no further", async () => {
    const counted = async (query: Filters) => {
      const { headers } = await admin.reply(searchTransactions, { query: { ...query, limit: 10 } });
      return [headers["x-total-count"], headers["x-total-count-is"]];
    };
    expect(await counted({})).toEqual([String(largestCount), "at-least"]);
    expect(await counted({ transType: "Transfer" })).toEqual([String(largestCount), "at-least"]);
    // A call that runs out of patience says "at least" too; in a transaction a count takes as long as it takes.
    for (const query of [{ transType: "Hawala" }, { narrative: "carpet cloth" }] as const) {
      const question = liveQuestion(query);
      if (question === undefined) throw new Error("a filter is a question");
      const { isAtLeast } = await server.app.deps.db.transaction().execute((tx) => countMatches(tx, question));
      expect(isAtLeast, JSON.stringify(query)).toBe(false);
    }
    executed.splice(0);
    expect(await counted({ narrative: "zqwxy" })).toEqual(["0", undefined]);
  });

  test("is collected by indexes only where the planner expects few rows", async () => {
    const idsWhere = (conditions: RawBuilder<SqlBool>) =>
      byIndexes(server.app.deps.db, {
        statement: sql<{ ids: number[] }>`select array_agg(t.id order by t.id) as ids from transactions t where ${conditions}`,
        expected: conditions,
        purpose: "page",
        withinMs: 60_000,
      });
    executed.splice(0);
    expect(await idsWhere(sql<SqlBool>`t.type = 'Transfer'`)).toBeUndefined();
    expect(executed.filter(({ Plan }) => Plan["Actual Rows"] > 0)).toEqual([]);
    const expected = await server.database.asOwner<{ id: number }>(
      "select id from transactions where type = 'Hawala' order by id",
    );
    expect(await idsWhere(sql<SqlBool>`t.type = 'Hawala'`)).toEqual({ ids: expected.map(({ id }) => id) });
    executed.splice(0);
  });

  test("is expected in as many rows as the statistics know of its whole text", async () => {
    const { db } = server.app.deps;
    for (const narrative of ["carpet", "کرایه"]) {
      const question = liveQuestion({ narrative });
      if (question === undefined) throw new Error("a narrative is a question");
      const whole = await expectedRows(db, containsFolded(sql`t.search_text`, narrative));
      // The groups of letters that the index is asked for seem to be in far fewer rows.
      expect(await expectedRows(db, every(question.indexed))).toBeLessThan(whole / 2);
      expect(await expectedRows(db, question.expected)).toBeGreaterThanOrEqual(whole);
    }
    executed.splice(0);
  });

  test("of what no index knows goes on where the patience of a call ended, and loses nothing", async () => {
    const { db } = server.app.deps;
    const question = liveQuestion({ narrative: "x" });
    if (question === undefined) throw new Error("a narrative is a question");
    const whole = await findMatches(db, question, { limit: 1_000, after: undefined, patienceMs: Infinity });
    const ids: number[] = [];
    let unfilled = 0;
    for (let after = undefined as (typeof whole)["next"]; ;) {
      const part = await findMatches(db, question, { limit: 100, after, patienceMs: 0 });
      ids.push(...part.places.map(({ id }) => id));
      after = part.next;
      if (after === undefined) break;
      if (part.places.length < 100) unfilled += 1;
    }
    expect(ids).toEqual(whole.places.map(({ id }) => id));
    expect(unfilled).toBeGreaterThan(0);
    executed.splice(0);
  });
});
