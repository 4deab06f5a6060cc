import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { transaction } from "#db/client.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { openCurrencyBook, type CurrencyBook } from "./currency-book.ts";

let database: TestDatabase;
let book: CurrencyBook;
let asked: { readonly mock: { readonly calls: unknown[] } };
beforeAll(async () => {
  // The only connection: who holds it and waits for another one waits for ever.
  database = await createTestDatabase(1);
});
beforeEach(() => {
  asked = vi.spyOn(database.pool, "query");
  book = openCurrencyBook(database.pool);
  return () => vi.restoreAllMocks();
});
afterAll(() => database.drop());

test("a currency is looked up once, with the house's account that shows its position", async () => {
  const first = await book.knowing({ currencyId: 1, cCurrencyId: 2 });
  expect([first(1), first(2)]).toEqual([
    { code: "AFN", positionAccountId: 21 },
    { code: "USD", positionAccountId: 22 },
  ]);
  expect((await book.knowing({ currencyId: 2, cCurrencyId: 4 }))(4).code).toBe("PKR");
  expect(asked.mock.calls).toHaveLength(1);
});

test("a currency that there is none of is refused at its field; where it has come since, it is found", async () => {
  await expect(book.knowing({ currencyId: 2, cCurrencyId: 999 })).rejects.toMatchObject({
    code: "invalid",
    details: { issues: [{ path: "cCurrencyId", message: "This currency does not exist" }] },
  });
  await database.asOwner(`with house as (
      insert into accounts (id, code, account_name, currency_id, account_type, is_system)
        overriding system value values (29, '29', 'Position 999', 2, 'company', true) returning id)
    insert into currencies (id, code, name, symbol, exchange_rate, position_account_id)
      overriding system value select 999, 'XXX', 'Later', 'X', 1, id from house`);
  expect((await book.knowing({ currencyId: 2, cCurrencyId: 999 }))(999)).toEqual({ code: "XXX", positionAccountId: 29 });
});

test("who is in a database transaction looks there and needs no second connection", async () => {
  const code = await transaction(database.db, async (tx) => (await book.knowing({ currencyId: 3 }, tx))(3).code);
  expect(code).toBe("EUR");
  expect(asked.mock.calls).toEqual([]);
});
