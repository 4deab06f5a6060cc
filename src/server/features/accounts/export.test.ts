import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAccount, exportAccounts } from "#contract/accounts.ts";
import { createTransaction } from "#contract/transactions.ts";
import { exportAnswer } from "#server/spreadsheet/export.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const [afn, usd] = [1, 2];
fileWorkHere();

let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  const open = async (body: object) => (await admin.ok(createAccount, { body })).id;
  const farid = await open({
    accountName: "Farid",
    lastName: "Noori",
    phone: "0700 1",
    tazkiraNumber: "1400-1",
    currencyId: usd,
  });
  const formula = await open({ accountName: '=HYPERLINK("http://bad")', currencyId: afn, accountType: "hawala_partner" });
  await open({ accountName: "زهرا", address: 'Shahr-e Naw, "Kabul"', currencyId: afn, accountStatus: "suspended" });
  const entry = (outAccountId: number, inAccountId: number, currencyId: number, dAmount: string) =>
    admin.ok(createTransaction, { body: { ...debit(outAccountId), outAccountId, inAccountId, currencyId, dAmount } });
  await entry(farid, 11, usd, "1234567.25");
  await entry(11, formula, afn, "9999999999999.99");
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});

function debit(outAccountId: number) {
  return { transType: outAccountId === 11 ? "Credit" : "Debit", transDescription: "By telephone" };
}

async function csv(client: SignedInClient, query: Record<string, string>): Promise<string[]> {
  const { body } = await client.reply(exportAccounts, { query: { format: "csv", ...query } });
  const text = (body as Buffer).toString("utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return text.slice(1).trimEnd().split("\r\n");
}

const header =
  "Account Code,Account Name,Last Name,Father Name,Tazkira Number,Phone,Email,Date of Birth,Address,Account Type,Account Status,Currency";

describe("the export of the account list", () => {
  test("has every account of the filter in the list's order, with a column for each currency held", async () => {
    expect(await csv(admin, { q: "ac" })).toEqual([
      `${header},Balance AFN,Balance USD`,
      "AC1000,Farid,Noori,,1400-1,0700 1,,,,Customer,Active,USD,,-1234567.25",
      `AC1001,"'=HYPERLINK(""http://bad"")",,,,,,,,Hawala partner,Active,AFN,9999999999999.99,`,
      'AC1002,زهرا,,,,,,,"Shahr-e Naw, ""Kabul""",Customer,Suspended,AFN,0.00,',
    ]);
  });

  test("keeps to the filters of the list", async () => {
    expect(await csv(admin, { status: "suspended" })).toHaveLength(2);
    expect(await csv(admin, { type: "hawala_partner" })).toHaveLength(2);
    expect((await csv(admin, { currencyId: "2" }))[1]).toContain("Farid");
    expect(await csv(admin, { q: "nobody" })).toEqual([header]);
  });

  test("is a spreadsheet unless something else is asked for; what looks like a formula is text in it", async () => {
    const { body, headers } = await admin.reply(exportAccounts, { query: {} });
    expect(headers["content-type"]).toContain("spreadsheetml");
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="accounts-\d{4}-\d{2}-\d{2}\.xlsx"/);
    expect(headers["cache-control"]).toBe("no-store");
    const files = unzipSync(new Uint8Array(body as Buffer));
    const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(5);
    expect(sheet).toContain("<v>-1234567.25</v>");
    expect(sheet).not.toContain("<f>");
  });

  test("may be taken by everyone who is signed in, and stands in the audit log with its filter", async () => {
    const teller = await server.signIn("user", { username: "the-teller" });
    await csv(teller, { q: "farid", type: "customer" });
    const [row] = await server.database.asOwner<{ actor: string; object_id: string; new: unknown }>(
      "select actor, object_id, new from audit_log where action = 'list.exported' order by id desc limit 1",
    );
    expect(row).toMatchObject({
      actor: "the-teller",
      object_id: "accounts",
      new: { format: "csv", rows: 1, filter: { q: "farid", type: "customer" } },
    });
    expect(await server.anonymous.refused(exportAccounts, {})).toMatchObject({ status: 401 });
  });

  test("refuses a kind of file and a filter that do not exist", async () => {
    expect(await admin.refused(exportAccounts, { query: { format: "pdf" } })).toMatchObject({ status: 400 });
    expect(await admin.refused(exportAccounts, { query: { status: "asleep" } })).toMatchObject({ status: 400 });
  });

  test("is one snapshot: what comes in while it is read is not in it", async () => {
    const { db } = server.database;
    const actor = { userId: admin.userId, username: admin.username, ip: null, requestId: null };
    const count = async (on: typeof db) => (await on.selectFrom("accounts").select("id").execute()).length;
    const seen: number[] = [];
    const list = { list: "accounts", sheet: "Accounts", asked: { format: "csv", language: "en" } } as const;
    await exportAnswer(db, actor, {
      ...list,
      content: async (snapshot) => {
        seen.push(await count(snapshot));
        await admin.ok(createAccount, { body: { accountName: "Meanwhile", currencyId: afn } });
        seen.push(await count(snapshot));
        await expect(sql`delete from accounts`.execute(snapshot)).rejects.toThrow("read-only");
        return { columns: [{ header: "Account", kind: "text" }], rows: [["x"]] };
      },
    });
    expect(seen[1]).toBe(seen[0]);
    expect(await count(db)).toBe((seen[0] ?? 0) + 1);
  });

  test("reads a long list page by page, and refuses one that no file should hold", async () => {
    await server.database.asOwner(
      "insert into accounts (code, account_name, currency_id) select 'L' || n, 'Long ' || n, 1 from generate_series(1, 6000) n",
    );
    const rows = await csv(admin, { q: "long" });
    expect(rows).toHaveLength(6_001);
    expect(new Set(rows).size).toBe(6_001);
    // Without its indexes, and with what the search reads as it is, the rest is there at once.
    await server.database.asOwner("drop index accounts_search, accounts_letters, accounts_listed");
    await server.database.asOwner(
      "alter table accounts alter search_letters drop expression, alter search_text drop expression, drop constraint accounts_currency_id_fkey",
    );
    await server.database.asOwner(
      `insert into accounts (code, account_name, currency_id, search_letters, search_text)
        select 'L' || n, 'Long', 1, 'long', 'long' from generate_series(6001, 100001) n`,
    );
    expect(await admin.refused(exportAccounts, { query: { q: "long" } })).toMatchObject({
      status: 413,
      message: "A file holds at most 100,000 rows, and this list has more. Narrow the filter and export again",
    });
  });
});
