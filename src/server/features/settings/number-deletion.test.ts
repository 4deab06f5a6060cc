import { afterAll, beforeAll, expect, test } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import { deleteCurrency } from "#contract/currencies.ts";
import {
  createAccountNumberSetting,
  deleteAccountNumberSetting,
  listAccountNumberSettings,
  updateAccountNumberSetting,
} from "#contract/settings.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const eur = 3;
let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

function set(currency: string, startNumber: number) {
  return admin.ok(createAccountNumberSetting, { body: { currency, startNumber } });
}

async function opened(): Promise<string> {
  const { accountCode } = await admin.ok(createAccount, { body: { accountName: "A", currencyId: eur } });
  return accountCode;
}

test("a deleted number setting leaves its currency to the common series, and codes already issued are passed over", async () => {
  const { id } = await set("EUR", 3001);
  expect(await opened()).toBe("3001");
  expect(await admin.ok(deleteAccountNumberSetting, { params: { id } })).toEqual({
    message: "Account number setting deleted successfully",
  });
  expect(await admin.ok(listAccountNumberSettings)).toEqual([]);
  expect(await opened()).toMatch(/^AC\d+$/);
  await set("EUR", 3001);
  expect(await opened()).toBe("3002");
  await expectBooksBalance(server.database);
});

test("without its setting a currency that nothing else uses can be deleted", async () => {
  const pkr = 4;
  const { id } = await set("PKR", 4001);
  expect(await admin.refused(deleteCurrency, { params: { id: pkr } })).toMatchObject({ status: 409 });
  await admin.ok(deleteAccountNumberSetting, { params: { id } });
  await admin.ok(deleteCurrency, { params: { id: pkr } });
});

test("deleting it twice, also at once, deletes it once and is on record once", async () => {
  const setting = await set("AFN", 1001);
  const params = { id: setting.id };
  const answers = await Promise.all([1, 2].map(() => admin.send(deleteAccountNumberSetting, { params })));
  expect(sortedStatuses(answers)).toEqual([200, 404]);
  expect(await admin.refused(deleteAccountNumberSetting, { params })).toMatchObject({
    status: 404,
    message: "This setting does not exist",
  });
  const acts = await server.database.db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "account_number_setting.deleted")
    .where("object_id", "=", String(setting.id))
    .execute();
  expect(acts).toMatchObject([{ actor: admin.username, old: setting }]);
});

test("one that numbers another currency by now is not deleted by whoever was asked about the first", async () => {
  const { id, version } = await set("AFN", 5001);
  const params = { id };
  const colleague = await server.signIn("admin");
  await colleague.ok(updateAccountNumberSetting, { params, body: { currency: "USD", startNumber: 5001 } });
  const deletion = (read: number) => ({ params, headers: { "if-match": String(read) } });
  const message = expect.stringMatching(`^This number setting was changed meanwhile: ${colleague.username} at `);
  const refused = await admin.refused(deleteAccountNumberSetting, deletion(version));
  expect(refused).toMatchObject({ status: 409, code: "stale_version", message });
  await admin.ok(deleteAccountNumberSetting, deletion(version + 1));
});

test("an account opened while its setting is deleted gets one code or the other", async () => {
  const { id } = await set("USD", 2001);
  const opening = [1, 2, 3].map(() => admin.ok(createAccount, { body: { accountName: "Race", currencyId: 2 } }));
  const [accounts] = await Promise.all([Promise.all(opening), admin.ok(deleteAccountNumberSetting, { params: { id } })]);
  const codes = accounts.map(({ accountCode }) => accountCode);
  expect(new Set(codes).size).toBe(3);
  for (const code of codes) expect(code).toMatch(/^(?:AC\d+|200[123])$/);
});

test("only an administrator deletes a setting", async () => {
  for (const role of ["operator", "user"] as const) {
    const other = await server.signIn(role);
    expect(await other.refused(deleteAccountNumberSetting, { params: { id: 1 } })).toMatchObject({ status: 403 });
  }
});
