import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import {
  createCurrency,
  currencyRates,
  currencyUse,
  deleteCurrency,
  listCurrencies,
  updateCurrency,
  type Currency,
} from "#contract/currencies.ts";
import { closeDay } from "#contract/day-closes.ts";
import { createHawala, updateHawala } from "#contract/hawalas.ts";
import { createAccountNumberSetting, updateBusinessSettings } from "#contract/settings.ts";
import { createTransaction, deleteTransaction, updateTransaction } from "#contract/transactions.ts";
import { incoming } from "#test/support/hawalas.ts";
import { holding } from "#test/support/holding.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const [afn, usd] = [1, 2];
const cash = 11;
const none = { count: 0, isMore: false };
const unused = { accounts: none, balances: none, transactions: none, hawalas: none, hasNumberSetting: false, keptBecause: null };
let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

function add(code: string): Promise<Currency> {
  return admin.ok(createCurrency, { body: { code, name: `Name of ${code}`, symbol: code, rate: "1.5" } });
}

const useOf = (id: number) => admin.ok(currencyUse, { params: { id } });

describe("the use of a currency", () => {
  test("is nothing for one just added, and every role may see it", async () => {
    const { id } = await add("GBP");
    for (const role of ["admin", "operator", "user"] as const) {
      const client = await server.signIn(role);
      expect(await client.ok(currencyUse, { params: { id } })).toEqual(unused);
    }
  });

  test("counts accounts, balances and transactions, and says what stands against its deletion", async () => {
    const { id } = await add("AED");
    await admin.ok(createAccount, { body: { accountName: "A", currencyId: id } });
    const customer = await admin.ok(createAccount, { body: { accountName: "B", currencyId: afn } });
    const deal = { transType: "Exchange", outAccountId: cash, inAccountId: customer.id, currencyId: usd, cCurrencyId: id };
    const body = { ...deal, dAmount: "10", cAmount: "15", exRate: "1.5" };
    const { id: transactionId } = await admin.ok(createTransaction, { body });
    await admin.ok(createAccountNumberSetting, { body: { currency: "AED", startNumber: 9001 } });
    const one = { count: 1, isMore: false };
    const reason = "AED is in use and cannot be deleted: 1 account, transactions, an account number setting";
    const use = { accounts: one, balances: one, transactions: one, hawalas: none, hasNumberSetting: true, keptBecause: reason };
    expect(await useOf(id)).toEqual(use);
    expect(await admin.refused(deleteCurrency, { params: { id } })).toMatchObject({ status: 409, message: reason });

    // A deleted transaction no longer counts, but its postings are there for ever.
    await admin.ok(deleteTransaction, { params: { id: transactionId } });
    const still = "AED is in use and cannot be deleted: 1 account, deleted or corrected transactions, an account number setting";
    expect(await useOf(id)).toEqual({ ...use, balances: none, transactions: none, keptBecause: still });
    await expectBooksBalance(server.database);
  });

  test("names what was moved to another currency, of which no transaction tells any more", async () => {
    const { id } = await add("KWD");
    const customer = await admin.ok(createAccount, { body: { accountName: "C", currencyId: afn } });
    const deal = { transType: "Exchange", outAccountId: cash, inAccountId: customer.id, currencyId: usd, dAmount: "10" };
    const wrong = { ...deal, cCurrencyId: id, cAmount: "15", exRate: "1.5" };
    const { id: transactionId } = await admin.ok(createTransaction, { body: wrong });
    expect((await useOf(id)).keptBecause).toBe("KWD is in use and cannot be deleted: transactions");
    const right = { ...deal, cCurrencyId: afn, cAmount: "700", exRate: "70" };
    await admin.ok(updateTransaction, { params: { id: transactionId }, body: right });
    const reason = "KWD is in use and cannot be deleted: deleted or corrected transactions";
    expect(await useOf(id)).toEqual({ ...unused, keptBecause: reason });
    expect(await admin.refused(deleteCurrency, { params: { id } })).toMatchObject({ status: 409, message: reason });
    await expectBooksBalance(server.database);
  });

  test("is counted no further than a bound", async () => {
    const { id } = await add("SAR");
    await server.database.asOwner(`insert into accounts (code, account_name, currency_id)
      select 'MANY-' || n, 'Many', ${String(id)} from generate_series(1, 1001) n`);
    const { accounts, keptBecause } = await useOf(id);
    expect(accounts).toEqual({ count: 1_000, isMore: true });
    expect(keptBecause).toBe("SAR is in use and cannot be deleted: more than 1000 accounts");
  });

  test("names the currency of the board and the one of valuation", async () => {
    const { id } = await add("CAD");
    expect((await useOf(usd)).keptBecause).toBe("All rates are counted per 1 USD; it stays");
    await admin.ok(updateBusinessSettings, { body: { baseCurrency: "CAD" } });
    expect((await useOf(id)).keptBecause).toBe("CAD is the base currency of the office; choose another one first");
    await admin.ok(updateBusinessSettings, { body: { baseCurrency: "USD" } });
    expect((await useOf(id)).keptBecause).toBeNull();
  });

  test("names the count of a closed day, also where nothing was counted against nothing", async () => {
    const { id } = await add("QAR");
    expect(await useOf(id)).toEqual(unused);
    const counts = [{ currencyId: id, book: "0", counted: "0" }];
    await admin.ok(closeDay, { body: { date: "2020-01-01", counts } });
    const reason = "QAR is in use and cannot be deleted: the count of a closed day";
    expect(await useOf(id)).toEqual({ ...unused, keptBecause: reason });
    expect(await admin.refused(deleteCurrency, { params: { id } })).toMatchObject({ status: 409, message: reason });
  });

  test("ends with the last hawala in it, which may have been entered in it by mistake", async () => {
    const { id } = await add("OMR");
    const hawala = incoming({ currency: "OMR" });
    const { id: hawalaId } = await admin.ok(createHawala, { body: hawala });
    const reason = "OMR is in use and cannot be deleted: hawalas";
    expect(await useOf(id)).toEqual({ ...unused, hawalas: { count: 1, isMore: false }, keptBecause: reason });
    expect(await admin.refused(deleteCurrency, { params: { id } })).toMatchObject({ status: 409, message: reason });
    await admin.ok(updateHawala, { params: { id: hawalaId }, body: { ...hawala, currency: "AFN" } });
    expect(await useOf(id)).toEqual(unused);
    await admin.ok(deleteCurrency, { params: { id } });
    await expectBooksBalance(server.database);
  });

  test("of an unknown id is not found", async () => {
    expect(await admin.refused(currencyUse, { params: { id: 9_999 } })).toMatchObject({ status: 404 });
  });
});

describe("the day of a rate", () => {
  test("is that of its latest change, and other edits leave it", async () => {
    const added = await add("TRY");
    const renamed = await admin.ok(updateCurrency, { params: { id: added.id }, body: { name: "Lira", rate: "1.5" } });
    expect(renamed.ratedAt).toBe(added.ratedAt);
    const changed = await admin.ok(updateCurrency, { params: { id: added.id }, body: { rate: "1.6" } });
    expect(Date.parse(changed.ratedAt)).toBeGreaterThan(Date.parse(added.ratedAt));
    const [latest] = await admin.ok(currencyRates, { params: { id: added.id } });
    expect(latest).toMatchObject({ rate: "1.60000000", recordedAt: changed.ratedAt });
    const listed = (await admin.ok(listCurrencies)).find(({ id }) => id === added.id);
    expect(listed).toEqual(changed);
  });

  test("is that on which it began to hold, after the change that it waited for", async () => {
    const { id } = await add("MAD");
    const another = await holding(server.database, `select from currencies where id = ${String(id)} for update`);
    const change = admin.ok(updateCurrency, { params: { id }, body: { rate: "3.75" } });
    await another.heldUp(1);
    const { rows } = await server.database.pool.query<{ now: Date }>("select clock_timestamp() as now");
    await another.letGo();
    expect(Date.parse((await change).ratedAt)).toBeGreaterThanOrEqual(rows[0]?.now.getTime() ?? Infinity);
  });
});
