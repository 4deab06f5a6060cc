import { setImmediate as nextTurn } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { createAccount, updateAccount } from "#contract/accounts.ts";
import { getOffice } from "#contract/office.ts";
import {
  createAccountNumberSetting,
  getBusinessSettings,
  listAccountNumberSettings,
  updateAccountNumberSetting,
  updateBusinessSettings,
} from "#contract/settings.ts";
import { openDatabase } from "#db/client.ts";
import { addDays, businessDateAt } from "#kernel/business-date.ts";
import type { Actor } from "#server/http/serve.ts";
import { sortedStatuses, startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

import { changeBusinessSettings } from "./commands.ts";

let server: TestServer;
let admin: SignedInClient;
let user: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  user = await server.signIn("user");
});
afterAll(() => server.close());

describe("account number settings", () => {
  test("say from which number a currency's accounts are numbered", async () => {
    const { status, body } = await admin.reply(createAccountNumberSetting, { body: { currency: "usd", startNumber: 2001 } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      currency: "USD",
      startNumber: 2001,
      version: 1,
      createdAt: expect.any(String),
    });
    expect(await admin.ok(listAccountNumberSettings)).toEqual([body]);
    const account = await user.ok(createAccount, { body: { accountName: "A", currencyId: 2 } });
    expect(account.accountCode).toBe("2001");
  });

  test("can be moved; codes already issued stay and are passed over", async () => {
    const [setting] = await admin.ok(listAccountNumberSettings);
    const params = { id: setting?.id ?? 0 };
    await admin.ok(updateAccountNumberSetting, { params, body: { startNumber: 3000 } });
    const opened = async (): Promise<string> =>
      (await user.ok(createAccount, { body: { accountName: "A", currencyId: 2 } })).accountCode;
    expect(await opened()).toBe("3000");
    expect(await admin.ok(updateAccountNumberSetting, { params, body: { startNumber: 2001 } })).toMatchObject({
      startNumber: 2001,
      version: 3,
    });
    expect([await opened(), await opened()]).toEqual(["2002", "2003"]);
  });

  test("exist once for a currency, also when two are added or moved at once", async () => {
    expect(await admin.refused(createAccountNumberSetting, { body: { currency: "USD", startNumber: 1 } })).toMatchObject({
      status: 409,
      issues: [{ path: "currency" }],
    });
    const adding = [1, 2, 3].map((startNumber) =>
      admin.send(createAccountNumberSetting, { body: { currency: "EUR", startNumber } }),
    );
    expect(sortedStatuses(await Promise.all(adding))).toEqual([201, 409, 409]);
    const [, euro] = await admin.ok(listAccountNumberSettings);
    expect(
      await admin.refused(updateAccountNumberSetting, {
        params: { id: euro?.id ?? 0 },
        body: { currency: "USD", startNumber: 1 },
      }),
    ).toMatchObject({ status: 409 });
    expect(
      await admin.ok(updateAccountNumberSetting, { params: { id: euro?.id ?? 0 }, body: { currency: "PKR", startNumber: 8 } }),
    ).toMatchObject({ currency: "PKR" });
  });

  test.each([
    [{ startNumber: 1 }, "currency", "Please select a currency"],
    [{ currency: "", startNumber: 1 }, "currency", "Please select a currency"],
    [{ currency: "ZZZ", startNumber: 1 }, "currency", "Please select a currency"],
    [{ currency: "AFNX", startNumber: 1 }, "currency", "A currency code has three letters"],
    [{ currency: "AFN", startNumber: 0 }, "startNumber", "The start number is a whole number of at least 1"],
    [{ currency: "AFN", startNumber: 1.5 }, "startNumber", "The start number is a whole number of at least 1"],
    [{ currency: "AFN", startNumber: "7" }, "startNumber", "The start number is a whole number of at least 1"],
    [{ currency: "AFN" }, "startNumber", "The start number is a whole number of at least 1"],
    [{ currency: "AFN", startNumber: 1_000_000_000 }, "startNumber", "The start number has at most nine digits"],
  ])("are refused for %j", async (body, path, message) => {
    expect(await admin.refused(createAccountNumberSetting, { body })).toMatchObject({
      status: 400,
      message,
      issues: [{ path, message }],
    });
  });

  test("of an unknown id are not found", async () => {
    expect(await admin.refused(updateAccountNumberSetting, { params: { id: 999 }, body: { startNumber: 5 } })).toMatchObject({
      status: 404,
    });
  });

  test("are an administrator's", async () => {
    expect(await user.refused(listAccountNumberSettings)).toMatchObject({ status: 403 });
  });
});

describe("business settings", () => {
  const start = {
    officeName: "Sarraf",
    timeZone: "Asia/Kabul",
    baseCurrency: "USD",
    cashAccountId: 11,
    senderCode: "2001",
    branchCodes: ["1007", "2007"],
    expenseCodes: [],
    usdTotalFrom: "2025-08-18",
    rateDeviationPercent: "2.00",
    sessionIdleMinutes: 60,
    sessionHours: 12,
    backupTime: "02:30",
    backupsKept: 14,
    version: 1,
  };

  test("have their defaults on the first day", async () => {
    expect(await admin.ok(getBusinessSettings)).toEqual(start);
  });

  test("and today are known to everybody who is signed in", async () => {
    const office = await user.ok(getOffice);
    const { sessionIdleMinutes: _minutes, sessionHours: _hours, backupTime: _time, backupsKept: _kept, ...known } = start;
    const now = new Date(office.now);
    const today = businessDateAt(now, "Asia/Kabul");
    const todayEndsAt = new Date(`${addDays(today, 1)}T00:00:00+04:30`).toISOString();
    expect(office).toEqual({ ...known, today, todayEndsAt, now: now.toISOString() });
    expect(Math.abs(Date.now() - now.getTime())).toBeLessThan(60_000);
    expect(await user.refused(getBusinessSettings)).toMatchObject({ status: 403 });
    expect(await server.anonymous.refused(getOffice)).toMatchObject({ status: 401 });
  });

  test("change where they are sent and stay where they are not", async () => {
    const bank = await user.ok(createAccount, { body: { accountName: "Bank", currencyId: 2, accountType: "company" } });
    const change = {
      officeName: "Kabul Sarafi",
      timeZone: "Europe/London",
      baseCurrency: "eur",
      cashAccountId: bank.id,
      senderCode: "۹۰۰۱",
      branchCodes: ["1", "ac2", "۱", "AC۲"],
      expenseCodes: ["۱۰۰۲", "1002", "ac9"],
      usdTotalFrom: "2026-01-01",
      rateDeviationPercent: 2.5,
      sessionIdleMinutes: 480,
      sessionHours: 8,
      backupTime: "23:05",
      backupsKept: 30,
    };
    const codes = { baseCurrency: "EUR", senderCode: "9001", branchCodes: ["1", "AC2"], expenseCodes: ["1002", "AC9"] };
    const wanted = { ...change, ...codes, rateDeviationPercent: "2.50", version: 2 };
    expect(await admin.ok(updateBusinessSettings, { body: change })).toEqual(wanted);
    for (const body of [{ id: 5, version: 9 }, change, wanted])
      expect(await admin.ok(updateBusinessSettings, { body })).toEqual(wanted);
    expect(await admin.refused(updateAccount, { params: { id: bank.id }, body: { accountStatus: "inactive" } })).toMatchObject({
      status: 409,
    });
    expect(await admin.ok(updateBusinessSettings, { body: start })).toEqual({ ...start, version: 3 });
    const acts = await server.database.db
      .selectFrom("audit_log")
      .selectAll()
      .where("object_type", "=", "business_settings")
      .orderBy("id")
      .execute();
    expect(acts[0]).toMatchObject({ actor: admin.username, object_id: "1", version: 2, old: start, new: wanted });
  });

  test.each([
    [{ officeName: "" }, "officeName"],
    [{ timeZone: "Kabul" }, "timeZone"],
    [{ timeZone: "+04:30" }, "timeZone"],
    [{ timeZone: "CET" }, "timeZone"],
    [{ timeZone: "wet" }, "timeZone"],
    [{ timeZone: "" }, "timeZone"],
    [{ baseCurrency: "ZZZ" }, "baseCurrency"],
    [{ cashAccountId: 99_999 }, "cashAccountId"],
    [{ cashAccountId: 12 }, "cashAccountId"],
    [{ cashAccountId: "11" }, "cashAccountId"],
    [{ senderCode: "" }, "senderCode"],
    [{ branchCodes: "1007" }, "branchCodes"],
    [{ branchCodes: [""] }, "branchCodes.0"],
    [{ expenseCodes: "1002" }, "expenseCodes"],
    [{ expenseCodes: ["1002", " "] }, "expenseCodes.1"],
    [{ expenseCodes: ["1002", "11"] }, "expenseCodes"],
    [{ usdTotalFrom: "2026-02-30" }, "usdTotalFrom"],
    [{ rateDeviationPercent: "two" }, "rateDeviationPercent"],
    [{ rateDeviationPercent: -1 }, "rateDeviationPercent"],
    [{ sessionIdleMinutes: 4 }, "sessionIdleMinutes"],
    [{ sessionIdleMinutes: 1_441 }, "sessionIdleMinutes"],
    [{ sessionIdleMinutes: "60" }, "sessionIdleMinutes"],
    [{ sessionIdleMinutes: 721 }, "sessionIdleMinutes"],
    [{ sessionHours: 0 }, "sessionHours"],
    [{ sessionHours: 169 }, "sessionHours"],
    [{ sessionHours: 1.5 }, "sessionHours"],
    [{ sessionIdleMinutes: 61, sessionHours: 1 }, "sessionIdleMinutes"],
    [{ backupTime: "24:00" }, "backupTime"],
    [{ backupTime: "2:30" }, "backupTime"],
    [{ backupTime: "" }, "backupTime"],
    [{ backupsKept: 0 }, "backupsKept"],
    [{ backupsKept: 366 }, "backupsKept"],
    [{ backupsKept: "14" }, "backupsKept"],
  ])("are refused for %j", async (body, path) => {
    expect(await admin.refused(updateBusinessSettings, { body })).toMatchObject({ status: 400, issues: [{ path }] });
  });

  test("are refused for a mistyped time zone while the database is away, and leave no question that nobody waits for", async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown): void => void unheard.push(error);
    process.on("unhandledRejection", hear);
    onTestFinished(() => void process.off("unhandledRejection", hear));
    const away = openDatabase(server.database.app);
    await away.close();
    const changing = changeBusinessSettings(away.db, { timeZone: "Kabul", ifMatch: undefined }, {} as Actor);
    await expect(changing).rejects.toMatchObject({ details: { issues: [{ path: "timeZone" }] } });
    await nextTurn();
    expect(unheard).toEqual([]);
  });

  test("take an active company account for the cash alone", async () => {
    const customer = await user.ok(createAccount, { body: { accountName: "C", currencyId: 2 } });
    const idle = await user.ok(createAccount, {
      body: { accountName: "I", currencyId: 2, accountType: "company", accountStatus: "inactive" },
    });
    for (const { id } of [customer, idle]) {
      expect(await admin.refused(updateBusinessSettings, { body: { cashAccountId: id } })).toMatchObject({
        status: 400,
        issues: [{ path: "cashAccountId" }],
      });
    }
  });

  test("do not have the cash account among the expense accounts, whichever of the two is set last", async () => {
    const rent = await user.ok(createAccount, { body: { accountName: "Rent", currencyId: 1, accountType: "company" } });
    const code = rent.accountCode;
    const set = (body: object) => admin.ok(updateBusinessSettings, { body });
    const refused = (body: object) => admin.refused(updateBusinessSettings, { body });
    const isTheCash = `${code} is the cash account, which is held and not spent: take it out of the expense account codes`;
    expect(await set({ expenseCodes: [code] })).toMatchObject({ expenseCodes: [code] });
    expect(await refused({ cashAccountId: rent.id })).toMatchObject({
      status: 400,
      issues: [{ path: "cashAccountId", message: `${code} is one of the expense account codes: take it out of them first` }],
    });
    expect(await refused({ cashAccountId: rent.id, expenseCodes: [code] })).toMatchObject({
      issues: [{ path: "expenseCodes", message: isTheCash }],
    });
    // Another setting is no matter of theirs; both at once may change places.
    expect(await set({ sessionHours: 11 })).toMatchObject({ expenseCodes: [code], cashAccountId: 11 });
    expect(await set({ cashAccountId: rent.id, expenseCodes: ["11"] })).toMatchObject({ expenseCodes: ["11"] });
    expect(await refused({ expenseCodes: [code] })).toMatchObject({ issues: [{ path: "expenseCodes", message: isTheCash }] });
    await set({ cashAccountId: 11, expenseCodes: [] });
  });

  test("do not take an inactive currency for valuation", async () => {
    await server.database.asOwner("update currencies set is_active = false where code = 'PKR'");
    expect(await admin.refused(updateBusinessSettings, { body: { baseCurrency: "PKR" } })).toMatchObject({ status: 400 });
  });
});
