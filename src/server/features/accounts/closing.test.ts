import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accountBalances, createAccount, getAccount, listAccounts, updateAccount, type Account } from "#contract/accounts.ts";
import { createTransaction } from "#contract/transactions.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const cash = 11;
const [afn, usd] = [1, 2];
let server: TestServer;
let admin: SignedInClient;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  user = await server.signIn("user");
});
afterAll(() => server.close());

function open(fields: Record<string, unknown> = {}): Promise<Account> {
  return user.ok(createAccount, { body: { accountName: "Ahmad", currencyId: afn, ...fields } });
}

function creditOf(account: Account, dAmount: string) {
  return {
    transType: "Credit",
    outAccountId: cash,
    inAccountId: account.id,
    currencyId: account.currencyId,
    dAmount,
    transDescription: "paid in",
  };
}

describe("closing an account", () => {
  test("is refused while a balance is not zero, naming each", async () => {
    const account = await open({ currencyId: usd });
    await admin.ok(createTransaction, { body: creditOf(account, "12.50") });
    const refusal = await user.refused(updateAccount, { params: { id: account.id }, body: { accountStatus: "closed" } });
    expect(refusal).toMatchObject({ status: 409, code: "conflict" });
    expect(refusal.message).toContain("not zero: 12.50 USD");
    expect(await user.ok(getAccount, { params: { id: account.id } })).toMatchObject({ accountStatus: "active", version: 1 });
    // Of what the house holds itself in its own sign, as everywhere.
    const { id } = await open({ currencyId: usd, accountType: "company" });
    const sides = { transType: "Transfer", outAccountId: id, inAccountId: account.id, currencyId: usd };
    await admin.ok(createTransaction, { body: { ...sides, dAmount: "7", transDescription: "held" } });
    const held = await user.refused(updateAccount, { params: { id }, body: { accountStatus: "closed" } });
    expect(held.message).toContain("not zero: 7.00 USD");
  });

  test("at zero succeeds, and the account takes no postings any more", async () => {
    const account = await open();
    const closed = await user.ok(updateAccount, { params: { id: account.id }, body: { accountStatus: "closed", phone: "1" } });
    expect(closed).toMatchObject({ accountStatus: "closed", phone: "1", version: 2 });
    const body = creditOf(account, "1");
    expect(await admin.refused(createTransaction, { body })).toMatchObject({ status: 409 });
  });

  test("and posting to it at the same moment never leaves a closed account with money", async () => {
    for (let round = 0; round < 10; round += 1) {
      const account = await open();
      const body = creditOf(account, "1");
      const [closing, posting] = await Promise.all([
        user.send(updateAccount, { params: { id: account.id }, body: { accountStatus: "closed" } }),
        admin.send(createTransaction, { body }),
      ]);
      expect(sortedStatuses([closing, posting])).not.toEqual([200, 201]);
      const [balance] = await user.ok(accountBalances, { params: { id: account.id } });
      const { accountStatus } = await user.ok(getAccount, { params: { id: account.id } });
      expect({ accountStatus, balance: balance?.balance }).toEqual(
        posting.statusCode === 201 ? { accountStatus: "active", balance: "1.00" } : { accountStatus: "closed", balance: "0.00" },
      );
    }
  });
});

test("an account is never deleted", async () => {
  const { id } = await open();
  const answer = await admin.request({ method: "DELETE", url: `/api/accounts/${String(id)}` });
  expect(answer.statusCode).toBe(404);
  await expect(server.database.asOwner("delete from accounts where id = $1", [id])).rejects.toThrow(/never deleted/);
  expect(await user.ok(listAccounts, { query: { ids: String(id) } })).toHaveLength(1);
});
