import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accountBalances, createAccount, getAccount, updateAccount, type Account } from "#contract/accounts.ts";
import { createAccountNumberSetting } from "#contract/settings.ts";
import { createTransaction } from "#contract/transactions.ts";
import { addDays, businessDateAt } from "#kernel/business-date.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const cash = 11;
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

function open(fields: Record<string, unknown> = {}): Promise<Account> {
  return user.ok(createAccount, { body: { accountName: "Ahmad", currencyId: afn, ...fields } });
}

function credit(account: Account, dAmount: string, currencyId = account.currencyId): Promise<unknown> {
  const body = {
    transType: "Credit",
    outAccountId: cash,
    inAccountId: account.id,
    currencyId,
    dAmount,
    transDescription: "paid in",
  };
  return admin.ok(createTransaction, { body });
}

async function auditOf(account: Account) {
  return server.database.db
    .selectFrom("audit_log")
    .selectAll()
    .where("object_type", "=", "account")
    .where("object_id", "=", String(account.id))
    .orderBy("id")
    .execute();
}

describe("opening an account", () => {
  test("answers the account with the code the server issued", async () => {
    const { status, body } = await user.reply(createAccount, {
      body: { accountName: " Zahra ", lastName: "Karimi", phone: "0700", email: " ", dateOfBirth: null, currencyId: usd },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      accountCode: expect.stringMatching(/^AC1\d{3}$/),
      accountName: "Zahra",
      lastName: "Karimi",
      email: null,
      currency: "USD",
      accountType: "customer",
      accountStatus: "active",
      version: 1,
      hasPicture: false,
      picture: null,
    });
    expect(body.id).toBeGreaterThan(100);
    expect(await user.ok(getAccount, { params: { id: body.id } })).toEqual(body);
  });

  test("takes null for a type and a status that are left out", async () => {
    const account = await open({ accountType: null, accountStatus: null, dateOfBirth: null, email: null, lastName: null });
    expect(account).toMatchObject({ accountType: "customer", accountStatus: "active", dateOfBirth: null, email: null });
  });

  test("opens its own currency at zero", async () => {
    const { id } = await open({ currencyId: eur });
    expect(await user.ok(accountBalances, { params: { id } })).toEqual([
      { currencyId: eur, currency: "EUR", symbol: "€", balance: "0.00" },
    ]);
  });

  test("ignores what only the server decides", async () => {
    const account = await open({
      id: 5,
      accountCode: "MINE",
      version: 9,
      is_system: true,
      isSystem: true,
      createdAt: "2000-01-01",
      balance: 100,
    });
    expect(account).toMatchObject({ version: 1, accountCode: expect.stringMatching(/^AC/) });
    expect(account.id).toBeGreaterThan(100);
  });

  test("twice makes two accounts", async () => {
    const [first, second] = [await open(), await open()];
    expect(second.id).not.toBe(first.id);
    expect(second.accountCode).not.toBe(first.accountCode);
  });

  test.each([
    [{ accountName: "A" }, "currencyId", "Currency is required"],
    [{ accountName: "A", currencyId: 0 }, "currencyId", "Currency is required"],
    [{ accountName: "A", currencyId: "1" }, "currencyId", "Currency is required"],
    [{ accountName: "A", currencyId: 999 }, "currencyId", "This currency does not exist"],
    [{ currencyId: 1 }, "accountName", "Account name is required"],
    [{ accountName: "  ", currencyId: 1 }, "accountName", "Account name is required"],
    [{ accountName: "A", currencyId: 1, email: "nobody" }, "email", "Not a valid email address"],
    [{ accountName: "A", currencyId: 1, email: `${"x".repeat(251)}@b.af` }, "email", "At most 255 characters"],
    [{ accountName: "A", currencyId: 1, accountType: "king" }, "accountType", "Choose one of the account types"],
    [{ accountName: "A", currencyId: 1, accountStatus: "gone" }, "accountStatus", "Choose one of the account statuses"],
  ])("is refused for %j", async (body, path, message) => {
    const refusal = await user.refused(createAccount, { body });
    expect(refusal).toMatchObject({ status: 400, code: "invalid", message, issues: [{ path, message }] });
  });

  test.each(Object.entries({ accountName: 255, lastName: 255, fatherName: 255, tazkiraNumber: 100, phone: 50 }))(
    "takes a %s of at most %i characters",
    async (field, longest) => {
      expect(await open({ [field]: "x".repeat(longest) })).toMatchObject({ [field]: "x".repeat(longest) });
      const body = { accountName: "A", currencyId: 1, [field]: "x".repeat(longest + 1) };
      const issues = [{ path: field, message: `At most ${String(longest)} characters` }];
      expect(await user.refused(createAccount, { body })).toMatchObject({ status: 400, issues });
    },
  );

  test("in a currency that is switched off is refused", async () => {
    await server.database.asOwner("update currencies set is_active = false where code = 'PKR'");
    expect(await user.refused(createAccount, { body: { accountName: "A", currencyId: 4 } })).toMatchObject({ status: 400 });
  });

  test("without a session is refused", async () => {
    expect(await server.anonymous.refused(createAccount, { body: { accountName: "A", currencyId: 1 } })).toMatchObject({
      status: 401,
    });
  });

  test("is on record without its pictures", async () => {
    const account = await open({ phone: "0799" });
    const [act] = await auditOf(account);
    expect(act).toMatchObject({ action: "account.created", actor: user.username, actor_id: user.userId, version: 1 });
    expect(act?.new).toMatchObject({ code: account.accountCode, phone: "0799" });
  });

  test("fifty times at once issues fifty codes in a row", async () => {
    await admin.ok(createAccountNumberSetting, { body: { currency: "EUR", startNumber: 5001 } });
    const accounts = await Promise.all(Array.from({ length: 50 }, () => open({ currencyId: eur })));
    const codes = accounts.map((account) => Number(account.accountCode)).toSorted((left, right) => left - right);
    expect(codes).toEqual(Array.from({ length: 50 }, (_, index) => 5001 + index));
  });

  test("of two series that meet at a number gives both a code", async () => {
    await admin.ok(createAccountNumberSetting, { body: { currency: "USD", startNumber: 7000 } });
    await admin.ok(createAccountNumberSetting, { body: { currency: "AFN", startNumber: 7000 } });
    const opened = await Promise.all(Array.from({ length: 40 }, (_, index) => open({ currencyId: index % 2 === 0 ? usd : afn })));
    const codes = opened.map((account) => Number(account.accountCode)).toSorted((left, right) => left - right);
    expect(codes).toEqual(Array.from({ length: 40 }, (_, index) => 7000 + index));
  });
});

describe("editing an account", () => {
  test("changes what is sent, removes what is empty and keeps the rest", async () => {
    const account = await open({ lastName: "Old", phone: "0700", email: " a@b.af ", dateOfBirth: "1990-01-01" });
    const edited = await user.ok(updateAccount, {
      params: { id: account.id },
      body: {
        accountName: "New",
        phone: "",
        dateOfBirth: null,
        accountStatus: "inactive",
        accountCode: "X1",
        id: 5,
        version: 40,
      },
    });
    expect(edited).toMatchObject({
      ...account,
      accountName: "New",
      phone: null,
      dateOfBirth: null,
      accountStatus: "inactive",
      version: 2,
      updatedAt: expect.any(String),
    });
    const acts = await auditOf(account);
    expect(acts.at(-1)).toMatchObject({
      action: "account.changed",
      version: 2,
      old: { account_name: "Ahmad" },
      new: { account_name: "New" },
    });
  });

  test("of the version that is current succeeds, of an older one names who changed it and when", async () => {
    const { id } = await open();
    await user.ok(updateAccount, { params: { id }, body: { phone: "1" }, headers: { "if-match": '"1"' } });
    const refusal = await admin.refused(updateAccount, { params: { id }, body: { phone: "2" }, headers: { "if-match": "1" } });
    expect(refusal).toMatchObject({ status: 409, code: "stale_version" });
    expect(refusal.message).toMatch(new RegExp(`changed meanwhile: ${user.username} at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`));
    await admin.ok(updateAccount, { params: { id }, body: { phone: "3" } });
  });

  test("at once by two who read the same version lets one of them win", async () => {
    const { id } = await open();
    const edits = ["4", "5"].map((phone) =>
      user.send(updateAccount, { params: { id }, body: { phone }, headers: { "if-match": "1" } }),
    );
    expect(sortedStatuses(await Promise.all(edits))).toEqual([200, 409]);
  });

  test("with a malformed If-Match is refused", async () => {
    const { id } = await open();
    expect(await user.refused(updateAccount, { params: { id }, body: {}, headers: { "if-match": "latest" } })).toMatchObject({
      status: 400,
    });
  });

  test("of an unknown account is not found", async () => {
    expect(await user.refused(updateAccount, { params: { id: 99_999 }, body: {} })).toMatchObject({
      status: 404,
      code: "not_found",
    });
    expect(await user.refused(updateAccount, { params: { id: "abc" }, body: {} })).toMatchObject({ status: 400 });
    expect(await user.refused(updateAccount, { params: { id: "99999999999" }, body: {} })).toMatchObject({ status: 400 });
  });

  test.each([12, 13, 14, 15, 21, 24])("of the house's own account %d is refused", async (id) => {
    expect(await admin.refused(updateAccount, { params: { id }, body: { accountName: "Mine" } })).toMatchObject({ status: 400 });
  });

  test("of the cash account may rename it and nothing that matters", async () => {
    await admin.ok(updateAccount, {
      params: { id: cash },
      body: { accountName: "Cash at Shop", accountType: "company", accountStatus: "active" },
    });
    for (const body of [{ accountType: "customer" }, { accountStatus: "inactive" }, { accountStatus: "closed" }]) {
      expect(await admin.refused(updateAccount, { params: { id: cash }, body })).toMatchObject({ status: 409, code: "conflict" });
    }
  });

  test("to another currency opens it and keeps what it holds", async () => {
    const account = await open({ currencyId: afn });
    await credit(account, "10");
    await user.ok(updateAccount, { params: { id: account.id }, body: { currencyId: usd } });
    expect(await user.ok(accountBalances, { params: { id: account.id } })).toMatchObject([
      { currency: "USD", balance: "0.00" },
      { currency: "AFN", balance: "10.00" },
    ]);
    expect(await user.refused(updateAccount, { params: { id: account.id }, body: { currencyId: 77 } })).toMatchObject({
      status: 400,
    });
  });
});

describe("an account with entries", () => {
  test("does not become a company account, whose balance would turn its sign; without entries it does", async () => {
    const account = await open();
    expect(await user.ok(updateAccount, { params: { id: account.id }, body: { accountType: "company" } })).toMatchObject({
      accountType: "company",
    });
    await user.ok(updateAccount, { params: { id: account.id }, body: { accountType: "customer" } });
    await credit(account, "10.00");
    const refused = await user.refused(updateAccount, { params: { id: account.id }, body: { accountType: "company" } });
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("their sign would turn") });
    expect(await user.ok(getAccount, { params: { id: account.id } })).toMatchObject({ accountType: "customer" });
    expect(await user.ok(updateAccount, { params: { id: account.id }, body: { accountType: "partner" } })).toMatchObject({
      accountType: "partner",
    });
  });
});

describe("a date of birth", () => {
  test.each(["1990-02-30", "01.02.1990", "1990"])("that is no day is refused: %s", async (dateOfBirth) => {
    const body = { accountName: "Ahmad", currencyId: afn, dateOfBirth };
    expect(await user.refused(createAccount, { body })).toMatchObject({ status: 400, issues: [{ path: "dateOfBirth" }] });
  });

  test("is from 1900 to today at the office, when the account is opened and when it is edited", async () => {
    // A zone in which another day than the server's has begun, at every hour.
    const zone = new Date().getUTCHours() < 11 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
    await server.database.asOwner(`update business_settings set time_zone = '${zone}'`);
    const today = businessDateAt(new Date(), zone);
    const { id } = await open({ dateOfBirth: today });
    await open({ dateOfBirth: "1900-01-01" });
    for (const [dateOfBirth, message] of [
      [addDays(today, 1), `The date must not be after ${today}`],
      ["1899-12-31", "The date must not be before 1900-01-01"],
    ] as const) {
      const refusal = { status: 400, code: "invalid", message, issues: [{ path: "dateOfBirth", message }] };
      const body = { accountName: "Ahmad", currencyId: afn, dateOfBirth };
      expect(await user.refused(createAccount, { body })).toMatchObject(refusal);
      expect(await user.refused(updateAccount, { params: { id }, body: { dateOfBirth } })).toMatchObject(refusal);
    }
    await user.ok(updateAccount, { params: { id }, body: { dateOfBirth: "1900-01-01" } });
    expect(await user.ok(getAccount, { params: { id } })).toMatchObject({ dateOfBirth: "1900-01-01", version: 2 });
  });
});
