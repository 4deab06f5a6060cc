import { sql, type SqlBool } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { questionAsked } from "#server/features/hawalas/queries.ts";
import { liveQuestion } from "#server/features/transactions/filters.ts";
import { countMatches, findMatches } from "#server/features/transactions/search.ts";
import { countMatches as countHawalas, findMatches as findHawalas } from "#server/hawala/search.ts";
import { fillHawalas } from "#test/support/many-hawalas.ts";
import { fillTransactions } from "#test/support/many-transactions.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const run = (statement: string, values?: readonly unknown[]) => server.database.asOwner(statement, values);
  await fillTransactions(run, 5_000);
  await fillHawalas(run, 5_000);
});
afterAll(() => server.close());

/** Met by no row, and two milliseconds for each: all that a search looks at would take longer than a statement may. */
const slow = { others: [sql<SqlBool>`(select t.id < 0 from pg_sleep(0.002 + t.id * 0))`], indexed: [] };
const onAPage = { limit: 20, patienceMs: 0 };
const aPlace = { key: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), id: expect.any(Number) };

describe("where each row has to be fetched from a slow disk", () => {
  test("a search is answered as far as it came, and goes on there", async () => {
    const { db } = server.app.deps;
    const question = liveQuestion({});
    if (question === undefined) throw new Error("no filter is a question");
    const { places, next } = await findMatches(db, { ...question, ...slow }, { ...onAPage, after: undefined });
    expect([places, next]).toEqual([[], aPlace]);
    const behind = await findMatches(db, { ...question, ...slow }, { ...onAPage, after: next });
    expect([behind.places, behind.next]).toEqual([[], aPlace]);
    expect(behind.next).not.toEqual(next);
    expect(await countMatches(db, { ...question, ...slow })).toEqual({ total: 0, isAtLeast: true });
  });

  test("a list of hawalas is, too", async () => {
    const { db } = server.app.deps;
    const question = await questionAsked(db, { direction: "incoming", currency: undefined, q: undefined });
    if (question === undefined) throw new Error("no filter is a question");
    const { places, next } = await findHawalas(db, { ...question, ...slow }, { ...onAPage, after: undefined });
    expect([places, next]).toEqual([[], aPlace]);
    expect(await countHawalas(db, { ...question, ...slow })).toEqual({ total: 0, isAtLeast: true });
  });
});
