import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import { largestCount } from "#contract/page.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signIn("user");
  await server.database.asOwner(`
    insert into accounts (code, account_name, last_name, father_name, phone, currency_id, account_type) values
      ('20', 'Qasim', null, null, null, 2, 'customer'),
      ('200', 'Noor', 'Zia', null, '0700 20', 2, 'customer'),
      ('ac20', 'Small Letters', null, null, null, 2, 'customer'),
      ('AC20', 'Great Letters', null, null, null, 2, 'company'),
      ('AC3', 'نور', null, 'قاسم', null, 1, 'customer'),
      ('AC4', 'ن' || U&'\\200C' || 'ور', null, null, '۲۰', 1, 'customer'),
      ('AC5', '50% - A_C', null, null, null, 1, 'customer'),
      ('T1', 'At Home', null, null, '0770 555 569', 1, 'customer'),
      ('T2', 'From Abroad', null, null, '+93 770 555 569', 1, 'customer')`);
  await server.database.asOwner(`
    insert into accounts (code, account_name, tazkira_number, currency_id) values
      ('T3', 'With a Tazkira', '1400-0101-12345', 1), ('T4', 'Another', '1399-0101-12345', 1),
      ('T5', '0101-2345-67890', null, 1), ('0770000001', 'With a Code', null, 1), ('T6', 'Of that Number', '770000001', 1)`);
  // Enough that the database has a choice between reading everything and asking an index.
  await server.database.asOwner(`
    insert into accounts (code, account_name, last_name, phone, currency_id)
    select 'M' || n, 'Mehr ' || n, 'Wardak', '079 ' || lpad((n * 7919 % 100000)::text, 5, '0'), 1 + n % 4 from generate_series(1, 12000) n`);
  await server.database.asOwner("analyze accounts");
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});

async function found(query: Record<string, string | number>): Promise<string[]> {
  return (await user.ok(listAccounts, { query: { limit: 50, ...query } })).map((account) => account.accountCode);
}

describe("the search of accounts", () => {
  test.each([
    ["q", ["20"]],
    ["Q", ["20"]],
    ["sm", ["ac20"]],
    ["zi", ["200"]],
    ["نو", ["AC3", "AC4"]],
    ["قا", ["AC3"]],
    ["ن\u200Cو", ["AC3", "AC4"]],
    ["نور\u200Cقاسم", ["AC3"]],
    ["%", ["AC5"]],
    ["_c", ["AC5"]],
    ["zq", []],
    ["no zi", ["200"]],
    ["zi noor", ["200"]],
  ])("of one or two letters finds them wherever they stand: %j", async (q, codes) => {
    expect(await found({ q })).toEqual(codes);
  });

  test.each([
    "0770-555-569",
    "0770.555",
    "(0770)555-569",
    "0770 555 569",
    "0770555569",
    "+93 770 555 569",
    "+93(770)555-569",
    "0093770555569",
    "۰۷۷۰-۵۵۵-۵۶۹",
  ])("finds a telephone number however it is written, and however the account has it: %s", async (q) => {
    const isWhole = q !== "0770.555";
    expect(await found({ q })).toEqual(isWhole ? ["T1", "T2"] : ["T1"]);
  });

  test("finds an account by a number that is cut as it is stored, and no other by a part of it", async () => {
    expect(await found({ q: "1400-0101-12345" })).toEqual(["T3"]);
    expect(await found({ q: "0770 555 568" })).toEqual([]);
  });

  test("finds an account by a number that looks like a telephone's as it is stored, and a code before others", async () => {
    expect(await found({ q: "0101-2345-67890" })).toEqual(["T5"]);
    expect(await found({ q: "0770000001" })).toEqual(["0770000001", "T6"]);
  });

  test("finds every account that a plain reading of the list finds, for every short text", async () => {
    const { pool } = server.database;
    for (const q of ["m", "20", "ak", "h 1", "ac 2"]) {
      const { rows } = await pool.query<{ code: string }>(
        `select code from accounts where not is_system
          and not exists (select from regexp_split_to_table($1, ' ') t where position(t in search_text) = 0)`,
        [q],
      );
      const all: string[] = [];
      let cursor: string | undefined;
      do {
        const { body, headers } = await user.reply(listAccounts, { query: { q, cursor, limit: 5000, balances: false } });
        all.push(...body.map((account) => account.accountCode));
        cursor = headers["x-next-cursor"] as string | undefined;
      } while (cursor !== undefined);
      expect(all.toSorted()).toEqual(rows.map(({ code }) => code).toSorted());
      expect(new Set(all).size).toBe(all.length);
    }
  });

  test("has what begins with the typed code first, the shortest before the longer ones", async () => {
    expect(await found({ q: "20", limit: 2 })).toEqual(["20", "200"]);
    expect((await found({ q: "ac" })).slice(0, 5)).toEqual(["AC3", "AC4", "AC5", "AC20", "ac20"]);
  });

  test("goes on over the border between those that begin with the text and the others", async () => {
    const whole = await found({ q: "2", type: "customer", currencyId: 2, limit: 40 });
    const pages: string[] = [];
    let cursor: string | undefined;
    while (pages.length < whole.length) {
      const { body, headers } = await user.reply(listAccounts, {
        query: { q: "2", type: "customer", currencyId: 2, limit: 1, cursor },
      });
      pages.push(...body.map((account) => account.accountCode));
      cursor = headers["x-next-cursor"] as string;
    }
    expect(pages).toEqual(whole);
    expect(whole.slice(0, 2)).toEqual(["20", "200"]);
  });

  test("of nothing but signs that nobody sees is no search", async () => {
    expect(await found({ q: "\u0640" })).toEqual(await found({}));
  });

  test("counts to a limit, and says where there are more", async () => {
    const many = await user.reply(listAccounts, { query: { limit: 1 } });
    expect([many.headers["x-total-count"], many.headers["x-total-count-is"]]).toEqual([String(largestCount), "at-least"]);
    const few = await user.reply(listAccounts, { query: { limit: 1, q: "نور" } });
    expect([few.headers["x-total-count"], few.headers["x-total-count-is"]]).toEqual(["2", undefined]);
    const letter = await user.reply(listAccounts, { query: { limit: 1, q: "m" } });
    expect(letter.headers["x-total-count-is"]).toBe("at-least");
  });
});
