import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import {
  accountBalances,
  accountPicture,
  accountSignature,
  createAccount,
  exportAccounts,
  getAccount,
  listAccounts,
  updateAccount,
  type Account,
} from "#contract/accounts.ts";
import { createTransaction } from "#contract/transactions.ts";
import { dataUrl, gifOf, jpegOf, pngOf } from "#test/support/images.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const cash = 11;
let server: TestServer;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signIn("user");
});
afterAll(() => server.close());

const listed = async (query: Record<string, string | number | boolean> = {}): Promise<string[]> =>
  (await user.ok(listAccounts, { query })).map((account) => account.accountCode);

describe("the account list", () => {
  beforeAll(async () => {
    await server.database.asOwner(`
      insert into accounts (code, account_name, last_name, father_name, phone, tazkira_number, currency_id, account_type, account_status) values
        ('999', 'Ahmad', 'Zia', 'Karim', '0700 111 222', '1399-0101', 1, 'customer', 'active'),
        ('1000', 'كريم', null, null, null, null, 1, 'partner', 'active'),
        ('10000', '100% Sure', null, null, null, null, 2, 'company', 'inactive'),
        ('AC1000', 'A_B Traders', null, null, null, null, 2, 'company', 'suspended'),
        ('AC999', 'back\\slash', null, null, '۰۷۸۸', null, 1, 'customer', 'closed')`);
  });

  test("leaves the house's accounts out but for the cash account, in the order of the codes", async () => {
    expect(await listed()).toEqual(["11", "999", "1000", "10000", "AC999", "AC1000"]);
  });

  test("comes in pages that together are the whole", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body, headers } = await user.reply(listAccounts, { query: { limit: 2, cursor } });
      expect(headers["x-total-count"]).toBe("6");
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map((account) => account.accountCode));
      cursor = headers["x-next-cursor"] as string | undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(await listed());
  });

  test("takes an empty filter for none, and names one that cannot be", async () => {
    expect(await listed({ q: "", status: "", type: "", currencyId: "" })).toEqual(await listed());
    expect(await user.refused(listAccounts, { query: { status: "asleep" } })).toMatchObject({
      status: 400,
      message: "Not an account status",
    });
  });

  test("has first what begins with the typed code, also over its pages", async () => {
    expect(await listed({ q: "10" })).toEqual(["1000", "10000", "999", "AC1000"]);
    const first = await user.reply(listAccounts, { query: { q: "10", limit: 2 } });
    const cursor = first.headers["x-next-cursor"] as string;
    expect(first.body.map((account) => account.accountCode)).toEqual(["1000", "10000"]);
    expect(await listed({ q: "10", limit: 2, cursor })).toEqual(["999", "AC1000"]);
  });

  // The last three are none in UTF-8, the cursor of 1000 in other words, and one that says NUL.
  test.each(["!", "%00", "AAAA\u0000", "not a cursor", "//8", "AA==", "_w", "MTAwMB", "AA"])(
    "refuses a cursor that no page gave: %j",
    async (cursor) => {
      expect(await user.refused(listAccounts, { query: { cursor } })).toMatchObject({ status: 400 });
    },
  );

  test.each([0, -1, 5001, 1.5, "abc", "0x10", "1e2", " 5", "+5", "۵", "99999999999999999999"])(
    "refuses a limit of %j",
    async (limit) => {
      const message = "A limit is a whole number from 1 to 5000";
      expect(await user.refused(listAccounts, { query: { limit } })).toMatchObject({
        status: 400,
        issues: [{ path: "limit", message }],
      });
    },
  );

  test("takes an empty limit or cursor for none, and leading zeros for nothing", async () => {
    const all = await listed();
    expect(await listed({ limit: "", cursor: "" })).toEqual(all);
    expect(await listed({ limit: "0002", cursor: "" })).toEqual(all.slice(0, 2));
  });

  test.each([
    ["ahm", ["999"]],
    ["AHMAD zia", ["999"]],
    ["zia ahmad", ["999"]],
    ["karim", ["999"]],
    ["111", ["999"]],
    ["1399-0101", ["999"]],
    ["13990101", ["999"]],
    ["0700111222", ["999"]],
    ["۷۰۰۱۱۱", ["999"]],
    ["کریم", ["1000"]],
    ["كريم", ["1000"]],
    ["0788", ["AC999"]],
    ["ac", ["AC999", "AC1000"]],
    ["1000", ["1000", "10000", "AC1000"]],
    ["100%", ["10000"]],
    ["%", ["10000"]],
    ["_", ["AC1000"]],
    ["\\", ["AC999"]],
    ["' or 1=1 --", []],
    ["", ["11", "999", "1000", "10000", "AC999", "AC1000"]],
    ["   ", ["11", "999", "1000", "10000", "AC999", "AC1000"]],
  ])("searched for %j finds %j", async (q, codes) => {
    const { body, headers } = await user.reply(listAccounts, { query: { q } });
    expect(body.map((account) => account.accountCode)).toEqual(codes);
    expect(headers["x-total-count"]).toBe(String(codes.length));
  });

  test("filters by status, type, currency and ids, and by all of them together", async () => {
    expect(await listed({ status: "active" })).toEqual(["11", "999", "1000"]);
    expect(await listed({ type: "company" })).toEqual(["11", "10000", "AC1000"]);
    expect(await listed({ currencyId: 2 })).toEqual(["10000", "AC1000"]);
    expect(await listed({ ids: "11,12,21,99999" })).toEqual(["11"]);
    expect(await listed({ type: "company", currencyId: 2, status: "suspended", q: "trad" })).toEqual(["AC1000"]);
    expect(await listed({ status: "active", q: "nobody" })).toEqual([]);
  });

  test.each([{ status: "gone" }, { type: "king" }, { ids: "1;drop" }, { ids: "" }, { balances: "maybe" }])(
    "refuses the filter %j",
    async (query) => {
      expect(await user.refused(listAccounts, { query })).toMatchObject({ status: 400 });
    },
  );

  test.each(["x", "0", "-1", "1.5", "1e2", "0x10", " 2", "2147483648", "3000000000", "99999999999"])(
    "refuses the currency %j, in the list and in its export",
    async (currencyId) => {
      for (const route of [listAccounts, exportAccounts]) {
        const refusal = await user.refused(route, { query: { currencyId } });
        expect(refusal).toMatchObject({ status: 400, issues: [{ path: "currencyId", message: "Not a currency" }] });
      }
    },
  );

  test("finds nothing in a currency that could exist", async () => {
    expect(await listed({ currencyId: 2_147_483_647 })).toEqual([]);
  });

  test("shows no pictures, and that there are some", async () => {
    const picture = dataUrl(pngOf(2, 2));
    const { id } = await user.ok(createAccount, { body: { accountName: "Pictured", currencyId: 1, picture } });
    const [row] = await user.ok(listAccounts, { query: { ids: String(id) } });
    expect(row).toMatchObject({ hasPicture: true, hasSignature: false });
    expect(row).not.toHaveProperty("picture");
    expect(row).not.toHaveProperty("search_text");
  });
});

describe("balances", () => {
  let company: Account;
  let customer: Account;

  beforeAll(async () => {
    const admin = await server.signIn("admin");
    company = await user.ok(createAccount, { body: { accountName: "Bank", currencyId: 2, accountType: "company" } });
    customer = await user.ok(createAccount, { body: { accountName: "Owner", currencyId: 2 } });
    const entry = { transType: "Credit", currencyId: 2, transDescription: "x" };
    await admin.ok(createTransaction, { body: { ...entry, outAccountId: cash, inAccountId: customer.id, dAmount: "100" } });
    await admin.ok(createTransaction, { body: { ...entry, outAccountId: company.id, inAccountId: cash, dAmount: "30" } });
    const exchange = {
      transType: "Exchange",
      outAccountId: customer.id,
      inAccountId: customer.id,
      currencyId: 2,
      cCurrencyId: 1,
    };
    await admin.ok(createTransaction, { body: { ...exchange, dAmount: "10", cAmount: "700", exRate: "70" } });
  });

  test("show what a company account holds and what the house owes any other", async () => {
    const of = (id: number) => user.ok(accountBalances, { params: { id } });
    expect(await of(company.id)).toEqual([{ currencyId: 2, currency: "USD", symbol: "$", balance: "30.00" }]);
    expect(await of(customer.id)).toEqual([
      { currencyId: 2, currency: "USD", symbol: "$", balance: "90.00" },
      { currencyId: 1, currency: "AFN", symbol: "؋", balance: "700.00" },
    ]);
    expect((await of(cash)).map(({ currency, balance }) => [currency, balance])).toEqual([
      ["AFN", "0.00"],
      ["USD", "70.00"],
      ["EUR", "0.00"],
      ["PKR", "0.00"],
    ]);
  });

  test("stand in the list unless they are left out", async () => {
    const ids = `${String(company.id)},${String(customer.id)}`;
    const rows = await user.ok(listAccounts, { query: { ids } });
    expect(rows.map((row) => row.balances.map((balance) => balance.balance))).toEqual([["30.00"], ["90.00", "700.00"]]);
    const bare = await user.ok(listAccounts, { query: { ids, balances: false } });
    expect(bare.map((row) => row.balances)).toEqual([[], []]);
  });

  test.each([99_999, 12, 21])("of account %d are not found", async (id) => {
    expect(await user.refused(accountBalances, { params: { id } })).toMatchObject({ status: 404 });
    expect(await user.refused(getAccount, { params: { id } })).toMatchObject({ status: 404 });
  });
});

describe("pictures", () => {
  let account: Account;
  const picture = jpegOf(8, 8);
  const signature = gifOf(4, 4);

  beforeEach(async () => {
    const body = {
      accountName: "Face",
      currencyId: 1,
      picture: dataUrl(picture, "image/jpeg"),
      signature: dataUrl(signature, "image/png"),
    };
    account = await user.ok(createAccount, { body });
  });

  test("come back as data URLs of what they really are", () => {
    expect(account.picture).toBe(dataUrl(picture, "image/jpeg"));
    expect(account.signature).toBe(dataUrl(signature, "image/gif"));
  });

  test("are files of their own type that can run nothing", async () => {
    const { body, headers } = await user.reply(accountPicture, { params: { id: account.id } });
    expect(body).toEqual(picture);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
    });
    expect((await user.reply(accountSignature, { params: { id: account.id } })).body).toEqual(signature);
  });

  test("are replaced, kept and removed one by one", async () => {
    const params = { id: account.id };
    const replaced = await user.ok(updateAccount, { params, body: { picture: dataUrl(pngOf(3, 3)) } });
    expect(replaced).toMatchObject({ picture: dataUrl(pngOf(3, 3)), signature: account.signature });
    // Whichever version an address names, it is the image of now.
    for (const v of [account.version, replaced.version].map(String)) {
      expect((await user.reply(accountPicture, { params, query: { v } })).body).toEqual(pngOf(3, 3));
    }
    expect(await user.ok(updateAccount, { params, body: { picture: replaced.picture } })).toEqual(replaced);
    expect(await user.ok(updateAccount, { params, body: { signature: "" } })).toMatchObject({
      hasPicture: true,
      hasSignature: false,
    });
    const removed = await user.ok(updateAccount, { params, body: { picture: null } });
    expect(removed).toMatchObject({ picture: null, hasPicture: false });
    expect(await user.ok(updateAccount, { params, body: { picture: null, signature: "" } })).toEqual(removed);
    expect(await user.refused(accountPicture, { params })).toMatchObject({ status: 404, code: "not_found" });
  });

  test("of accounts that do not exist are not found", async () => {
    expect(await user.refused(accountPicture, { params: { id: 99_999 } })).toMatchObject({ status: 404 });
  });

  test("that are none leave the account as it was", async () => {
    const params = { id: account.id };
    const refusal = await user.refused(updateAccount, {
      params,
      body: { accountName: "Changed", picture: dataUrl(Buffer.from("<svg/>")) },
    });
    expect(refusal).toMatchObject({
      status: 400,
      issues: [{ path: "picture" }],
      message: "Please select an image file for the picture",
    });
    expect(await user.ok(getAccount, { params })).toMatchObject({ accountName: "Face", version: 1 });
  });

  test("are not copied into the audit log", async () => {
    const acts = await server.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("object_id", "=", String(account.id))
      .execute();
    expect(JSON.stringify(acts)).not.toContain("base64");
    expect(acts[0]?.new).toMatchObject({ picture: "added", signature: "added" });
  });
});
