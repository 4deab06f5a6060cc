import { afterAll, beforeAll, expect, test } from "vitest";

import { createAccount, type Account } from "#contract/accounts.ts";
import { balancesByCode, cashBalance, senderBalance } from "#contract/balances.ts";
import { createAccountNumberSetting } from "#contract/settings.ts";
import { createTransaction } from "#contract/transactions.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const cash = 11;
let server: TestServer;
let user: SignedInClient;
let partner: Account;
let bank: Account;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signIn("user");
  const admin = await server.signIn("admin");
  expect(await user.ok(senderBalance)).toEqual({ balances: [] });
  await admin.ok(createAccountNumberSetting, { body: { currency: "USD", startNumber: 2001 } });
  partner = await user.ok(createAccount, { body: { accountName: "London", currencyId: 2, accountType: "partner" } });
  bank = await user.ok(createAccount, { body: { accountName: "Bank", currencyId: 1, accountType: "company" } });
  const entry = { transDescription: "x", currencyId: 2, dAmount: "250.75" };
  await admin.ok(createTransaction, { body: { ...entry, transType: "Debit", outAccountId: partner.id, inAccountId: cash } });
  const exchange = { transType: "Exchange", outAccountId: cash, inAccountId: partner.id, currencyId: 2, cCurrencyId: 1 };
  await admin.ok(createTransaction, { body: { ...exchange, dAmount: "100", cAmount: "7000", exRate: "70" } });
});
afterAll(() => server.close());

test("balances by code come in the order asked, each in the account's own currency; unknown codes stand apart", async () => {
  const accountCodes = [bank.accountCode, "nobody", "2001", "۲۰۰۱", "POSITION-USD", "11"];
  expect(await user.ok(balancesByCode, { body: { accountCodes } })).toEqual({
    balances: [
      {
        accountCode: bank.accountCode,
        accountName: "Bank",
        currencyId: 1,
        currency: "AFN",
        currencySymbol: "؋",
        totalBalance: "0.00",
        accountType: "company",
      },
      {
        accountCode: "2001",
        accountName: "London",
        currencyId: 2,
        currency: "USD",
        currencySymbol: "$",
        totalBalance: "-250.75",
        accountType: "partner",
      },
      {
        accountCode: "2001",
        accountName: "London",
        currencyId: 2,
        currency: "USD",
        currencySymbol: "$",
        totalBalance: "-250.75",
        accountType: "partner",
      },
      {
        accountCode: "11",
        accountName: "Cash at Shop",
        currencyId: 1,
        currency: "AFN",
        currencySymbol: "؋",
        totalBalance: "0.00",
        accountType: "company",
      },
    ],
    unknown: ["nobody", "POSITION-USD"],
  });
});

test("balances of no codes are none, of more than a hundred refused", async () => {
  expect(await user.ok(balancesByCode, { body: { accountCodes: [] } })).toEqual({ balances: [], unknown: [] });
  const accountCodes = Array.from({ length: 101 }, String);
  expect(await user.refused(balancesByCode, { body: { accountCodes } })).toMatchObject({ status: 400 });
  expect(await user.refused(balancesByCode, { body: { accountCodes: "2001" } })).toMatchObject({ status: 400 });
  expect(await user.refused(balancesByCode, { body: {} })).toMatchObject({ status: 400 });
});

test("the sender's account shows every currency it holds, its own first", async () => {
  const { balances } = await user.ok(senderBalance);
  expect(
    balances.map(({ accountCode, accountName, currency, currencySymbol, totalBalance }) => [
      accountCode,
      accountName,
      currency,
      currencySymbol,
      totalBalance,
    ]),
  ).toEqual([
    ["2001", "London", "USD", "$", "-250.75"],
    ["2001", "London", "AFN", "؋", "7000.00"],
  ]);
});

test("the cash at the shop is shown per currency, as numbers", async () => {
  expect(await user.ok(cashBalance)).toEqual({
    rows: [
      { currencyid: 1, currency: "AFN", currentbalance: 0 },
      { currencyid: 2, currency: "USD", currentbalance: -150.75 },
      { currencyid: 3, currency: "EUR", currentbalance: 0 },
      { currencyid: 4, currency: "PKR", currentbalance: 0 },
    ],
  });
});
