import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readConfig } from "#server/config.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";

import { loadDemoOffice, type LoadedOffice } from "./load.ts";

let database: TestDatabase;
let office: LoadedOffice;
beforeAll(async () => {
  database = await createTestDatabase(10);
  office = await loadDemoOffice(database, readConfig({}));
});
afterAll(() => database.drop());

describe("the demo office", () => {
  test("has about sixty accounts of every offered type and of every status but closed", async () => {
    expect(office.accounts).toBe(60);
    const rows = await database.asOwner<{ kind: string }>(
      "select distinct account_type as kind from accounts where id > 100 union select distinct account_status from accounts where id > 100",
    );
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["customer", "company", "partner", "hawala_partner", "active", "inactive", "suspended"]),
    );
  });

  test("has ninety days of every kind of transaction, some of them deleted", async () => {
    const [row] = await database.asOwner<{ days: number; types: number; deleted: number }>(
      `select count(distinct business_date)::integer as days, count(distinct type)::integer as types,
        count(*) filter (where deleted_at is not null)::integer as deleted from transactions`,
    );
    expect(row).toEqual({ days: 90, types: 5, deleted: expect.any(Number) });
    expect(row?.deleted).toBeGreaterThan(5);
    expect(office.transactions).toBeGreaterThan(1_500);
  });

  test("has four hundred hawalas in every status, of two partners, forty of them imported", async () => {
    expect(office.hawalas).toBe(400);
    const rows = await database.asOwner<{ status: string; senders: number; imported: number }>(
      `select status, count(distinct sender_code)::integer as senders, count(import_batch_id)::integer as imported
        from hawalas group by status order by status collate "C"`,
    );
    expect(rows.map(({ status }) => status)).toEqual([
      "Cancelled",
      "Passed",
      "Pending",
      "cancelled",
      "completed",
      "pending",
      "received",
      "sent",
    ]);
    expect(rows.find(({ status }) => status === "Pending")).toMatchObject({ senders: 2, imported: 40 });
  });

  test("gives London the code 2001 and the branches 1007 and 2007", async () => {
    const rows = await database.asOwner<{ code: string; account_name: string }>(
      "select code, account_name from accounts where code in ('2001', '1007', '2007') order by code",
    );
    expect(rows.map((row) => `${row.code} ${row.account_name}`)).toEqual([
      "1007 Branch Herat Afghani",
      "2001 London Office",
      "2007 Branch Herat Dollar",
    ]);
  });

  test("never pays out cash that it does not have", async () => {
    const [row] = await database.asOwner<{ least: string }>(
      "select min(debits - credits) as least from balances where account_id = 11",
    );
    expect(Number(row?.least)).toBeGreaterThanOrEqual(0);
  });

  test("balances its books", () => expectBooksBalance(database));

  test("is refused where anyone has worked", async () => {
    await expect(loadDemoOffice(database, readConfig({}))).rejects.toMatchObject({ code: "conflict" });
  });
});
