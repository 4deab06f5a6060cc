import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Route } from "#contract/route.ts";
import {
  deleteTransaction,
  listDeletedTransactions,
  listTransactions,
  recoverTransaction,
  searchTransactions,
} from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { transfer } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
const live: number[] = [];
const deleted: number[] = [];

/** Thirteen on one day, four on the day before: pages end within ties. As many again are deleted. */
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
  for (let index = 0; index < 17; index += 1) {
    const transDate = index % 4 === 3 ? "2026-03-04" : "2026-03-05";
    live.push((await desk.post(transfer(farid, zahra, "5", { transDate }))).id);
    const { id } = await desk.post(transfer(farid, zahra, "5", { transDate }));
    await desk.admin.ok(deleteTransaction, { params: { id } });
    deleted.push(id);
  }
});
afterAll(() => desk.close());

type Query = Readonly<Record<string, string | number>>;

/** Walks from page to page, as a client does that puts the cursor into the address as it came. */
async function pages(
  route: Route,
  query: Query,
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<number[][]> {
  const found: number[][] = [];
  for (let cursor: string | undefined; ;) {
    const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    const url = `${route.path}?${address}${cursor === undefined ? "" : `&cursor=${cursor}`}`;
    const answer = await desk.user.request({ method: "GET", url });
    expect(answer.statusCode, answer.body).toBe(200);
    found.push(answer.json<{ id: number }[]>().map(({ id }) => id));
    cursor = answer.headers["x-next-cursor"] as string | undefined;
    if (cursor === undefined) return found;
    expect(found.length).toBeLessThan(100);
    await between(found.length);
  }
}

const byDay = (ids: readonly number[]): number[] => {
  const isEarlier = (id: number): boolean => ([...live, ...deleted].indexOf(id) % live.length) % 4 === 3;
  return [...ids].toSorted((left, right) => Number(isEarlier(left)) - Number(isEarlier(right)) || right - left);
};

describe.each([
  ["all transactions", listTransactions, () => byDay(live)],
  ["a search", searchTransactions, () => byDay(live)],
  ["the deleted list", listDeletedTransactions, () => deleted.toReversed()],
] as const)("%s", (_name, route, expected) => {
  test.each([1, 2, 3, 5, 16, 17, 18, 5000])(
    "in pages of %i gives every row once, in order, and says how many there are",
    async (limit) => {
      const walked = await pages(route, { limit });
      expect(walked.flat()).toEqual(expected());
      expect(walked.length).toBe(Math.max(1, Math.ceil(17 / limit)));
      expect((await desk.user.reply(route, { query: { limit } })).headers["x-total-count"]).toBe("17");
    },
  );

  test("without a limit answers up to a thousand", async () => {
    expect(await pages(route, {})).toEqual([expected()]);
  });

  test.each([
    "x",
    "1",
    "_",
    "2026-03-05_",
    "2026-03-05_x",
    "2026-13-05_1",
    "2026-02-30_1",
    "0000-01-01_1",
    "infinity_1",
    "2026-03-05_99999999999",
    "'",
    "2026-13-45T10:00:00Z_1",
    "2026-03-05T25:61:00+00:00_1",
    "2026-03-05T10:00:00.123456+00:00_1;",
    "2026-02-30T10:00:00.000000Z_1",
    "2026-03-05T25:00:00.000000Z_1",
    "0000-03-05T10:00:00.000000Z_1",
  ])("refuses the cursor %j", async (cursor) => {
    const refused = await desk.user.refused(route, { query: { cursor } });
    expect(refused).toMatchObject({ status: 400, code: "invalid", issues: [{ path: "cursor" }] });
  });
});

test("pages of a search by account follow its filter, on both sides of the account", async () => {
  for (const party of [farid, zahra]) {
    expect((await pages(searchTransactions, { accountId: party.id, limit: 4 })).flat()).toEqual(byDay(live));
    expect((await pages(listDeletedTransactions, { accountId: party.id, limit: 4, amount: "5" })).flat()).toEqual(
      deleted.toReversed(),
    );
  }
});

test("rows that come and go between two pages lose and repeat none of the others", async () => {
  const added: number[] = [];
  const walked = await pages(searchTransactions, { limit: 3 }, async (page) => {
    added.push((await desk.post(transfer(farid, zahra, "5", { transDate: "2026-03-05" }))).id);
    // The row that the cursor names is taken away under the feet of the reader.
    if (page === 2) await desk.admin.ok(deleteTransaction, { params: { id: byDay(live)[5] ?? 0 } });
  });
  expect(walked.flat().filter((id) => !added.includes(id))).toEqual(byDay(live));
  await desk.admin.ok(recoverTransaction, { params: { id: byDay(live)[5] ?? 0 } });

  const walkedDeleted = await pages(listDeletedTransactions, { limit: 3 }, async (page) => {
    if (page === 2) await desk.admin.ok(recoverTransaction, { params: { id: deleted.toReversed()[5] ?? 0 } });
  });
  expect(walkedDeleted.flat()).toEqual(deleted.toReversed());
});
