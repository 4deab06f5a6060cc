import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import {
  createCurrency,
  currencyRates,
  deleteCurrency,
  listCurrencies,
  updateCurrency,
  type Currency,
} from "#contract/currencies.ts";
import { createAccountNumberSetting, updateBusinessSettings } from "#contract/settings.ts";
import { createTransaction } from "#contract/transactions.ts";
import { currencySymbol } from "#kernel/currency.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const [afn, usd, eur] = [1, 2, 3];
let server: TestServer;
let admin: SignedInClient;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  user = await server.signIn("user");
});
afterAll(() => server.close());

function add(code: string, fields: Record<string, unknown> = {}): Promise<Currency> {
  return user.ok(createCurrency, { body: { code, name: `Name of ${code}`, symbol: code, rate: "1.5", ...fields } });
}

const positionOf = (code: string) =>
  server.database.db.selectFrom("accounts").selectAll().where("code", "=", `POSITION-${code}`).executeTakeFirst();

test("the list has the four of the first day, by id", async () => {
  const currencies = await user.ok(listCurrencies);
  expect(currencies.map(({ id, code, exchangeRate }) => [id, code, exchangeRate])).toEqual([
    [1, "AFN", "70.00000000"],
    [2, "USD", "1.00000000"],
    [3, "EUR", "0.92000000"],
    [4, "PKR", "278.00000000"],
  ]);
  // The screens write these until they have read the list.
  for (const { code, symbol } of currencies) expect(currencySymbol(code)).toBe(symbol);
});

describe("adding a currency", () => {
  test("answers it and gives it a position account of the house", async () => {
    const { status, body } = await user.reply(createCurrency, {
      body: { code: " gbp ", name: "Pound", symbol: "£", rate: 0.79, id: 77, isActive: false },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      code: "GBP",
      name: "Pound",
      symbol: "£",
      exchangeRate: "0.79000000",
      isActive: true,
      version: 1,
    });
    const position = await positionOf("GBP");
    expect(position).toMatchObject({
      id: 25,
      account_name: "Currency Position GBP",
      account_type: "business",
      is_system: true,
      currency_id: body.id,
    });
    expect(await user.ok(currencyRates, { params: { id: body.id } })).toMatchObject([
      { rate: "0.79000000", recordedBy: user.username },
    ]);
  });

  test.each([
    [{ code: "" }, "code", "Code is required"],
    [{ code: undefined }, "code", "Code is required"],
    [{ code: "EURO" }, "code", "A currency code has three letters"],
    [{ code: "ZZZ" }, "code", "ZZZ is not a currency code of ISO 4217"],
    [{ code: "A1C" }, "code", "A1C is not a currency code of ISO 4217"],
    [{ name: "" }, "name", "Name is required"],
    [{ symbol: undefined }, "symbol", "Symbol is required"],
    [{ rate: undefined }, "rate", "Rate is required"],
    [{ rate: "" }, "rate", "Rate is required"],
    [{ rate: 0 }, "rate", "Exchange rate must be greater than 0"],
    [{ rate: "-1" }, "rate", "Exchange rate must be greater than 0"],
    [{ rate: "0.00000099" }, "rate", "Exchange rate must be at least 0.000001"],
    [{ rate: "1e3" }, "rate", "A rate is digits with at most eight decimals"],
    [{ rate: "1.123456789" }, "rate", "A rate is digits with at most eight decimals"],
    [{ rate: "1000000001" }, "rate", "Exchange rate must be at most 1000000000"],
  ])("is refused for %j", async (fields, path, message) => {
    const body = { code: "CHF", name: "Franc", symbol: "Fr", rate: "0.9", ...fields };
    expect(await user.refused(createCurrency, { body })).toMatchObject({ status: 400, message, issues: [{ path, message }] });
  });

  test("with a rate in exponent notation is refused, though JSON allows it", async () => {
    const payload = '{"code":"CHF","name":"Franc","symbol":"Fr","rate":9e-1}';
    const answer = await user.request({
      method: "POST",
      url: "/api/currencies",
      headers: { "content-type": "application/json" },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: "A rate is digits with at most eight decimals" });
  });

  test("that is there already is refused", async () => {
    expect(await user.refused(createCurrency, { body: { code: "usd", name: "D", symbol: "$", rate: 1 } })).toMatchObject({
      status: 409,
      issues: [{ path: "code" }],
    });
  });

  test("twice at once makes one; several at once get a position account each", async () => {
    const same = await Promise.all(
      [1, 2, 3].map(() => user.send(createCurrency, { body: { code: "SEK", name: "K", symbol: "kr", rate: 10 } })),
    );
    expect(sortedStatuses(same)).toEqual([201, 409, 409]);
    await Promise.all(["NOK", "DKK", "ISK", "HUF"].map((code) => add(code)));
    const rows = await server.database.db.selectFrom("currencies").select("position_account_id").execute();
    expect(new Set(rows.map((row) => row.position_account_id)).size).toBe(rows.length);
  });

  test("is refused when every position account is taken", async () => {
    await server.database.asOwner(`insert into accounts (id, code, account_name, currency_id, is_system)
      select n, 'TAKEN-' || n, 'Taken', 2, true from generate_series(21, 99) n where not exists (select from accounts where id = n)`);
    expect(await user.refused(createCurrency, { body: { code: "CZK", name: "K", symbol: "Kč", rate: 23 } })).toMatchObject({
      status: 409,
    });
    await server.database.asOwner("delete from accounts where code like 'TAKEN-%'");
    await add("CZK");
  });
});

describe("editing a currency", () => {
  test("changes name, symbol, rate and active flag; a new rate joins the history", async () => {
    const { id } = await add("INR");
    expect(await user.ok(updateCurrency, { params: { id }, body: { name: "Rupee", symbol: "₹", code: "XXX" } })).toMatchObject({
      code: "INR",
      name: "Rupee",
      symbol: "₹",
      exchangeRate: "1.50000000",
    });
    expect(await user.ok(updateCurrency, { params: { id }, body: { rate: "83.25" } })).toMatchObject({
      exchangeRate: "83.25000000",
    });
    expect(await admin.ok(updateCurrency, { params: { id }, body: { exchangeRate: 84 } })).toMatchObject({
      exchangeRate: "84.00000000",
    });
    await admin.ok(updateCurrency, { params: { id }, body: { rate: "84.0", exchangeRate: 84, isActive: false } });
    const history = await user.ok(currencyRates, { params: { id } });
    expect(history.map(({ rate, recordedBy }) => [rate, recordedBy])).toEqual([
      ["84.00000000", admin.username],
      ["83.25000000", user.username],
      ["1.50000000", user.username],
    ]);
  });

  test("leaves the rates before it to be read, page by page", async () => {
    const { id } = await add("MXN");
    for (const rate of ["2", "3", "4"]) await user.ok(updateCurrency, { params: { id }, body: { rate } });
    const pageBehind = async (cursor: string) => {
      const answer = await user.send(currencyRates, { params: { id }, query: { limit: 3, cursor } });
      return { rates: answer.json<{ rate: string }[]>().map(({ rate }) => rate), headers: answer.headers };
    };
    const first = await pageBehind("");
    expect(first.rates).toEqual(["4.00000000", "3.00000000", "2.00000000"]);
    expect(first.headers["x-total-count"]).toBe("4");
    const last = await pageBehind(String(first.headers["x-next-cursor"]));
    expect(last.rates).toEqual(["1.50000000"]);
    expect(last.headers["x-next-cursor"]).toBeUndefined();
    expect(await user.refused(currencyRates, { params: { id }, query: { cursor: "x" } })).toMatchObject({ status: 400 });
  });

  test.each([
    [{ rate: "0" }, "rate"],
    [{ rate: "abc" }, "rate"],
    [{ exchangeRate: "1.123456789" }, "exchangeRate"],
    [{ rate: "1", exchangeRate: "2" }, "rate"],
    [{ name: "" }, "name"],
    [{ isActive: "yes" }, "isActive"],
  ])("to %j is refused", async (body, path) => {
    expect(await user.refused(updateCurrency, { params: { id: eur }, body })).toMatchObject({ status: 400, issues: [{ path }] });
  });

  test("keeps the currency of the board at 1 and switched on", async () => {
    expect(await admin.refused(updateCurrency, { params: { id: usd }, body: { rate: "1.01" } })).toMatchObject({ status: 400 });
    await admin.ok(updateCurrency, { params: { id: usd }, body: { rate: "1.00", name: "US Dollar" } });
    expect(await admin.refused(updateCurrency, { params: { id: usd }, body: { isActive: false } })).toMatchObject({
      status: 409,
    });
  });

  test("of an unknown id is not found", async () => {
    expect(await user.refused(updateCurrency, { params: { id: 9_999 }, body: {} })).toMatchObject({ status: 404 });
    expect(await user.refused(currencyRates, { params: { id: 9_999 } })).toMatchObject({ status: 404 });
  });
});

describe("deleting a currency", () => {
  test("that nothing uses removes it and its position account, and its code can be added anew", async () => {
    const { id } = await add("TRY");
    expect(await user.ok(deleteCurrency, { params: { id } })).toEqual({ message: "Currency deleted successfully" });
    expect(await positionOf("TRY")).toBeUndefined();
    expect(await user.refused(deleteCurrency, { params: { id } })).toMatchObject({ status: 404 });
    const again = await add("TRY");
    expect(again.id).toBeGreaterThan(id);
  });

  test("of an account is refused, naming the use", async () => {
    const { id } = await add("AED");
    await user.ok(createAccount, { body: { accountName: "A", currencyId: id } });
    await user.ok(createAccount, { body: { accountName: "B", currencyId: id } });
    const refusal = await user.refused(deleteCurrency, { params: { id } });
    expect(refusal).toMatchObject({ status: 409, code: "conflict", message: "AED is in use and cannot be deleted: 2 accounts" });
  });

  test("of a number setting or of transactions is refused", async () => {
    const { id } = await add("SAR");
    await admin.ok(createAccountNumberSetting, { body: { currency: "SAR", startNumber: 9000 } });
    expect((await user.refused(deleteCurrency, { params: { id } })).message).toContain("an account number setting");
    const { id: other } = await add("QAR");
    const customer = await user.ok(createAccount, { body: { accountName: "C", currencyId: afn } });
    const exchange = { transType: "Exchange", outAccountId: 11, inAccountId: customer.id, currencyId: usd, cCurrencyId: other };
    await admin.ok(createTransaction, { body: { ...exchange, dAmount: "10", cAmount: "15", exRate: "1.5" } });
    expect((await user.refused(deleteCurrency, { params: { id: other } })).message).toContain("transactions");
  });

  test("of the board or of valuation is refused", async () => {
    const { id } = await add("CAD");
    await admin.ok(updateBusinessSettings, { body: { baseCurrency: "CAD" } });
    for (const needed of [usd, id])
      expect(await admin.refused(deleteCurrency, { params: { id: needed } })).toMatchObject({ status: 409 });
    await admin.ok(updateBusinessSettings, { body: { baseCurrency: "USD" } });
    await admin.ok(deleteCurrency, { params: { id } });
  });

  test("while an account is opened in it leaves either both or neither", async () => {
    for (const code of ["AUD", "NZD", "SGD", "HKD", "THB"]) {
      const { id } = await add(code);
      const [deleting, opening] = await Promise.all([
        admin.send(deleteCurrency, { params: { id } }),
        user.send(createAccount, { body: { accountName: "Race", currencyId: id } }),
      ]);
      expect([
        [200, 400],
        [409, 201],
      ]).toContainEqual([deleting.statusCode, opening.statusCode]);
    }
  });
});

test("every change of currencies is on record", async () => {
  const { id } = await add("KWD");
  await user.ok(updateCurrency, { params: { id }, body: { rate: 2 } });
  await user.ok(deleteCurrency, { params: { id } });
  const acts = await server.database.db
    .selectFrom("audit_log")
    .selectAll()
    .where("object_type", "=", "currency")
    .where("object_id", "=", String(id))
    .orderBy("id")
    .execute();
  const actor = user.username;
  const [before, after] = [
    { code: "KWD", exchangeRate: "1.50000000" },
    { code: "KWD", exchangeRate: "2.00000000" },
  ];
  expect(acts).toMatchObject([
    { action: "currency.created", actor, old: null, new: before },
    { action: "currency.changed", actor, old: before, new: after },
    { action: "currency.deleted", actor, old: after, new: null },
  ]);
});
