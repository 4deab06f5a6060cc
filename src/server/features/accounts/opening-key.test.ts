import { afterAll, beforeAll, expect, test } from "vitest";

import { createAccount, listAccounts, updateAccount } from "#contract/accounts.ts";
import { createTransaction } from "#contract/transactions.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signIn("user");
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});

const body = { accountName: "Farid", currencyId: 2, phone: "0700 1" };
const under = (key: string) => ({ "idempotency-key": key });
const count = async (q: string) => (await user.ok(listAccounts, { query: { q } })).length;

test("an account asked for twice under one key is opened once, and its number is not spent twice", async () => {
  const first = await user.reply(createAccount, { body, headers: under("a") });
  const again = await user.reply(createAccount, { body, headers: under("a") });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await count("farid")).toBe(1);
  const next = await user.ok(createAccount, { body: { ...body, accountName: "Zahra" }, headers: under("b") });
  expect(Number.parseInt(next.accountCode.slice(2), 10)).toBe(Number.parseInt(first.body.accountCode.slice(2), 10) + 1);
});

test("asked for many times at once it is opened once", async () => {
  const sent = { body: { ...body, accountName: "Karim" }, headers: under("many") };
  const opened = await Promise.all(Array.from({ length: 12 }, () => user.ok(createAccount, sent)));
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  expect(await count("karim")).toBe(1);
});

test("an account that has been edited since is answered as it stands", async () => {
  const sent = { body: { ...body, accountName: "Najib" }, headers: under("edited") };
  const { id } = await user.ok(createAccount, sent);
  await user.ok(updateAccount, { params: { id }, body: { phone: "0799 9" } });
  expect(await user.ok(createAccount, sent)).toMatchObject({ id, phone: "0799 9", version: 2 });
});

test("the same key with another body is refused, and a malformed one", async () => {
  await user.ok(createAccount, { body, headers: under("mine") });
  const other = { body: { ...body, phone: "0700 2" }, headers: under("mine") };
  expect(await user.refused(createAccount, other)).toMatchObject({ status: 409, code: "idempotency_conflict" });
  expect(await user.refused(createAccount, { body, headers: under("a key") })).toMatchObject({ status: 400 });
});

test("a key that posted a transaction opens no account, and one that opened an account posts nothing", async () => {
  const one = await user.ok(createAccount, { body });
  const two = await user.ok(createAccount, { body });
  const transfer = { transType: "Transfer", outAccountId: one.id, inAccountId: two.id, currencyId: 2, dAmount: "1" };
  await user.ok(createTransaction, { body: { ...transfer, transDescription: "By telephone" }, headers: under("posted") });
  expect(await user.refused(createAccount, { body, headers: under("posted") })).toMatchObject({ status: 409 });
  const opened = await user.ok(createAccount, { body, headers: under("opened") });
  const posting = { body: { ...transfer, transDescription: "By telephone" }, headers: under("opened") };
  expect(await user.refused(createTransaction, posting)).toMatchObject({ status: 409, code: "idempotency_conflict" });
  expect((await user.ok(createAccount, { body, headers: under("opened") })).id).toBe(opened.id);
});

test("keys belong to their user, and a refused opening spends none", async () => {
  const another = await server.signIn("operator");
  const mine = await user.ok(createAccount, { body, headers: under("ours") });
  expect((await another.ok(createAccount, { body, headers: under("ours") })).id).not.toBe(mine.id);
  await user.refused(createAccount, { body: { ...body, currencyId: 77 }, headers: under("refused") });
  await user.ok(createAccount, { body, headers: under("refused") });
});
