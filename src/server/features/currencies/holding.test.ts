import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAccount, updateAccount } from "#contract/accounts.ts";
import { createCurrency, deleteCurrency, listCurrencies, type Currency } from "#contract/currencies.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const usd = 2;
let server: TestServer;
let admin: SignedInClient;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  user = await server.signIn("user");
});
afterAll(() => server.close());

function add(code: string): Promise<Currency> {
  return user.ok(createCurrency, { body: { code, name: `Name of ${code}`, symbol: code, rate: "1.5" } });
}

/** The accounts that hold a currency. */
async function holdersOf(currencyId: number): Promise<number[]> {
  const { db } = server.database;
  const held = db
    .selectFrom("account_currency")
    .innerJoin("balances", (join) =>
      join
        .onRef("balances.account_id", "=", "account_currency.account_id")
        .onRef("balances.currency_id", "=", "account_currency.currency_id"),
    );
  const rows = await held
    .select("account_currency.account_id as id")
    .where("account_currency.currency_id", "=", currencyId)
    .execute();
  return rows.map(({ id }) => id).toSorted((left, right) => left - right);
}

test("a currency that is added is held by the house and its position account from the start", async () => {
  const { id } = await add("GBP");
  expect(await holdersOf(id)).toEqual([11, 12, 13, 14, 15, 25]);
});

test("a currency that its only account left before anything was posted can be deleted", async () => {
  const { id } = await add("BHD");
  const account = await user.ok(createAccount, { body: { accountName: "M", currencyId: id } });
  expect(await user.refused(deleteCurrency, { params: { id } })).toMatchObject({ status: 409 });
  await user.ok(updateAccount, { params: { id: account.id }, body: { currencyId: usd } });
  await user.ok(deleteCurrency, { params: { id } });
  expect(await holdersOf(id)).toEqual([]);
});

describe("another cash account", () => {
  const openBox = async (): Promise<number> =>
    (await user.ok(createAccount, { body: { accountName: "Box", currencyId: usd, accountType: "company" } })).id;
  const moveCash = (id: number) => admin.send(updateBusinessSettings, { body: { cashAccountId: id } });

  test("holds every currency, and each one that is added; a currency that neither box has used can be deleted", async () => {
    const box = await openBox();
    const { id: before } = await add("OMR");
    expect(await holdersOf(before)).not.toContain(box);
    expect((await moveCash(box)).statusCode).toBe(200);
    for (const { id } of await user.ok(listCurrencies)) expect(await holdersOf(id)).toContain(box);
    const { id: after } = await add("JOD");
    expect(await holdersOf(after)).toEqual(expect.arrayContaining([11, box]));
    for (const id of [before, after]) {
      await user.ok(deleteCurrency, { params: { id } });
      expect(await holdersOf(id)).toEqual([]);
    }
    await moveCash(11);
  });

  test("chosen while currencies come and go holds those that stay", async () => {
    for (const code of ["BRL", "MXN", "ZAR", "KRW", "PLN"]) {
      const box = await openBox();
      const going = await add("MYR");
      const answers = await Promise.all([
        moveCash(box),
        user.send(createCurrency, { body: { code, name: "N", symbol: "S", rate: 2 } }),
        user.send(deleteCurrency, { params: { id: going.id } }),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 201, 200]);
      for (const { id } of await user.ok(listCurrencies)) expect(await holdersOf(id)).toContain(box);
      expect(await holdersOf(going.id)).toEqual([]);
    }
    await moveCash(11);
  });
});
