import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hawalaTotals, listHawalas, listPassedHawalas } from "#contract/hawala-lists.ts";
import { largestCount } from "#contract/page.ts";
import { fillHawalas, hawalaCrowd } from "#test/support/many-hawalas.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const hawalaCount = 12_000;
let server: TestServer;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signIn("user");
  await fillHawalas((sql, values) => server.database.asOwner(sql, values), hawalaCount);
});
afterAll(() => server.close());

type Filters = Readonly<Record<string, string | number>>;

/** A value of each filter in two ways, one that many rows have and one that few have, and what it asks of a row. */
const filters: Readonly<Record<string, readonly (readonly [string | number, string])[]>> = {
  direction: [
    ["incoming", "direction = 'incoming'"],
    ["outgoing", "direction = 'outgoing'"],
    ["all", "true"],
  ],
  fromDate: [["2023-01-08", "transaction_date >= '2023-01-08'"]],
  toDate: [["2023-01-10", "transaction_date <= '2023-01-10'"]],
  status: [
    ["Passed", "status = 'Passed'"],
    ["Cancelled", "status = 'Cancelled'"],
    ["completed", "status = 'completed'"],
    ["pending", "status = 'pending'"],
  ],
  currency: [
    ["AFN", "currency_id = 1"],
    ["pkr", "currency_id = 4"],
  ],
  partnerAccountId: [
    [hawalaCrowd.london, "sender_code = '2001'"],
    [hawalaCrowd.leeds, "sender_code = '2003'"],
    [hawalaCrowd.herat, `partner_account_id = ${String(hawalaCrowd.herat)}`],
  ],
  branchAccountId: [
    [11, paidFrom(11)],
    [hawalaCrowd.rareBranch, paidFrom(hawalaCrowd.rareBranch)],
  ],
  byBranch: [["1", `(${paidFrom(hawalaCrowd.branch)} or ${paidFrom(hawalaCrowd.rareBranch)})`]],
  batchId: [[3, "import_batch_id = 3"]],
  q: [
    ["hotakzad", "hawala_no || ' ' || sender_name || ' ' || receiver_name ilike '%hotakzad%'"],
    ["xq", "hawala_no || ' ' || sender_name || ' ' || receiver_name ilike '%xq%'"],
    ["l 119", "normal_no like '%L119%'"],
  ],
};

function paidFrom(accountId: number): string {
  return `status = 'Passed' and exists (select from transactions t where t.id = transaction_id and t.in_account_id = ${String(accountId)})`;
}

interface Asked {
  readonly query: Filters;
  readonly condition: string;
}

/** Every value of every filter by itself, and with every other value of each other one. */
const singles: readonly Asked[] = Object.entries(filters).flatMap(([name, values]) =>
  values.map(([value, condition]) => ({ query: { [name]: value }, condition })),
);
const isOnlyValue = ({ query }: Asked): boolean => Object.keys(query).every((name) => filters[name]?.length === 1);
const pairs: readonly Asked[] = singles.flatMap((one, index) =>
  singles
    .slice(index + 1)
    .filter((other) => Object.keys(other.query)[0] !== Object.keys(one.query)[0])
    .filter((other, nth) => (nth + index) % 2 === 0 || (isOnlyValue(one) && isOnlyValue(other)))
    .map((other) => ({ query: { ...one.query, ...other.query }, condition: `${one.condition} and ${other.condition}` })),
);
/** Incoming ones are what is listed where nothing else is said. */
const asked = [{ query: {}, condition: "true" }, ...singles, ...pairs].map(({ query, condition }) => ({
  query,
  condition: "direction" in query ? condition : `direction = 'incoming' and ${condition}`,
}));

async function expected<Row extends object>(select: string): Promise<readonly Row[]> {
  return (await server.database.pool.query<Row>(select)).rows;
}

describe("the hawalas of any two filters", () => {
  test("are those that a plain query has, in order, and are counted", async () => {
    for (const { query, condition } of asked) {
      const rows = await expected<{ id: number; count: number }>(
        `select id, count(*) over ()::integer as count from hawalas where ${condition} order by transaction_date desc, id desc limit 50`,
      );
      const count = rows[0]?.count ?? 0;
      const { body, headers } = await user.reply(listHawalas, { query: { ...query, limit: 50 } });
      expect(
        body.map(({ id }) => id),
        JSON.stringify(query),
      ).toEqual(rows.map(({ id }) => id));
      const isAtLeast = headers["x-total-count-is"] === "at-least";
      // What one page has whole is known, and so is what one index has in order.
      const isStretch = Object.keys(query).join() === "status" && count <= largestCount;
      if (count <= 50 || isStretch) expect(isAtLeast, JSON.stringify(query)).toBe(false);
      const total = Number(headers["x-total-count"]);
      if (isAtLeast) expect(total).toBeLessThanOrEqual(Math.min(count, largestCount));
      else expect(total, JSON.stringify(query)).toBe(count);
    }
  });

  test("come page by page, each once", async () => {
    for (const { query, condition } of asked.filter((_, index) => index % 11 === 0)) {
      const rows = await expected<{ id: number }>(
        `select id from hawalas where ${condition} order by transaction_date desc, id desc limit 1500`,
      );
      const ids: number[] = [];
      for (let cursor: string | undefined; ;) {
        const { body, headers } = await user.reply(listHawalas, { query: { ...query, limit: 500, cursor } });
        ids.push(...body.map(({ id }) => id));
        cursor = headers["x-next-cursor"] as string | undefined;
        if (cursor === undefined || ids.length >= 1_500) break;
      }
      expect(ids.slice(0, 1_500), JSON.stringify(query)).toEqual(rows.map(({ id }) => id));
    }
  });

  test("come to what a plain query adds up", async () => {
    for (const { query, condition } of asked) {
      const rows = await expected(
        `select direction, status, c.code as currency, count(*)::integer as hawalas,
          case direction when 'incoming' then sum(amount)::text end as amount, sum(r_amount)::text as "rAmount",
          case direction when 'incoming' then coalesce(sum(into_usd), 0)::numeric(28, 2)::text end as "intoUSD",
          case direction when 'incoming' then (count(*) - count(into_usd))::integer end as "withoutUSD"
          from hawalas join currencies c on c.id = currency_id where ${condition} group by direction, status, c.id`,
      );
      const totals = await user.ok(hawalaTotals, { query });
      const inOrder = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).toSorted();
      expect(inOrder(totals), JSON.stringify(query)).toEqual(inOrder(rows));
    }
  });
});

describe("the passed hawalas", () => {
  test("are listed by the day they were paid on, page by page", async () => {
    const rows = await expected<{ id: number }>(
      `select t.id from transactions t join hawalas h on h.transaction_id = t.id and h.status = 'Passed'
        where t.business_date between '2023-01-04' and '2023-01-06' order by t.business_date desc, t.id desc`,
    );
    const ids: number[] = [];
    for (let cursor: string | undefined; ;) {
      const { body, headers } = await user.reply(listPassedHawalas, {
        query: { fromDate: "2023-01-04", toDate: "2023-01-06", limit: 700, cursor },
      });
      ids.push(...body.map(({ id }) => id));
      cursor = headers["x-next-cursor"] as string | undefined;
      if (cursor === undefined) break;
    }
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(2_000);
  });
});
