import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { readConfig } from "#server/config.ts";
import { ownerPage } from "#server/features/reports/owner.ts";
import { passwordMatches } from "#server/identity/password-hash.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";

import { loadDemoOffice, type DemoPerson, type LoadedOffice } from "./load.ts";

let database: TestDatabase;
let office: LoadedOffice;
const people: DemoPerson[] = [];
beforeAll(async () => {
  database = await createTestDatabase(10);
  office = await loadDemoOffice(database, readConfig({}), (person) => people.push(person));
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
  });

  test("says how many transactions it has: those of its days and those of its hawalas, without the deleted ones", async () => {
    const [row] = await database.asOwner<{ live: number; ofHawalas: number }>(
      `select count(*)::integer as live, count(hawala_id)::integer as "ofHawalas" from transactions where deleted_at is null`,
    );
    expect(row?.ofHawalas).toBeGreaterThan(200);
    expect(row?.live).toBeGreaterThan(1_700);
    expect(office.transactions).toBe(row?.live);
  });

  test("has four hundred hawalas in every status, of two partners, forty of them imported", async () => {
    expect(office.hawalas).toBe(400);
    const rows = await database.asOwner<{ status: string; count: number; senders: number; imported: number }>(
      `select status, count(*)::integer as count, count(distinct sender_code)::integer as senders, count(import_batch_id)::integer as imported
        from hawalas group by status order by status collate "C"`,
    );
    // The same every day: what is chosen for them does not depend on the weekday.
    expect(rows.map(({ status, count }) => `${status} ${String(count)}`)).toEqual([
      "Cancelled 21",
      "Passed 167",
      "Pending 132",
      "cancelled 4",
      "completed 43",
      "pending 4",
      "received 13",
      "sent 16",
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

  test("has an owner's page as a house has one that earns: the expenses are spent, and it is worth something without them", async () => {
    const { rows, expenseAccounts, netWorth } = await ownerPage(database.db);
    expect(expenseAccounts.map(({ code, name }) => `${code} ${name}`)).toEqual([
      "1002 Rent",
      "1003 Salaries",
      "1004 Electricity and Internet",
      "1005 Kitchen and Guests",
    ]);
    expect(rows.map(({ currency, spent }) => `${currency} ${spent === "0.00" ? "nothing" : "spent"}`)).toEqual([
      "AFN spent",
      "USD nothing",
      "EUR nothing",
      "PKR nothing",
    ]);
    expect(netWorth).toMatch(/^\d{5}\.\d\d$/);
  });

  test("balances its books", () => expectBooksBalance(database));

  test("has three people, who are in the audit log like anybody else", async () => {
    await expectOpen(database, people);
    expect(people.map(({ username, role }) => `${username} ${role}`)).toEqual(["admin admin", "mariam operator", "daud user"]);
    const rows = await database.asOwner<{ username: string }>(
      `select username from users u where exists (
        select from audit_log where object_id = u.id::text and action = 'user.created') order by username`,
    );
    expect(rows.map(({ username }) => username)).toEqual(["admin", "daud", "mariam"]);
  });

  test("is refused where anyone has worked", async () => {
    await expect(demoIn(database)).rejects.toMatchObject({ code: "conflict" });
  });
});

async function demoIn(place: TestDatabase, environment: Readonly<Record<string, string>> = {}): Promise<readonly DemoPerson[]> {
  const introduced: DemoPerson[] = [];
  await loadDemoOffice(place, readConfig(environment), (person) => introduced.push(person));
  return introduced;
}

/** Each of them can sign in with the password that was told. */
async function expectOpen({ db }: TestDatabase, introduced: readonly DemoPerson[]): Promise<void> {
  const users = await db.selectFrom("users").select(["username", "password_hash"]).execute();
  expect(users.map(({ username }) => username).toSorted()).toEqual(introduced.map(({ username }) => username).toSorted());
  for (const { username, password = "" } of introduced) {
    const hash = users.find((user) => user.username === username)?.password_hash ?? "";
    expect([username, await passwordMatches(hash, password)]).toEqual([username, true]);
  }
}

describe("an office that is not for the demo", () => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await createTestDatabase();
  });
  afterEach(() => place.drop());

  const usernames = async (): Promise<readonly string[]> =>
    (await place.db.selectFrom("users").select("username").orderBy("username").execute()).map(({ username }) => username);
  const refusal = (message: RegExp) => ({ code: "conflict", message: expect.stringMatching(message) });
  const addUser = (username: string): Promise<unknown> =>
    place.asOwner("insert into users (username, password_hash, role) values ($1, '', 'admin')", [username]);

  test("is one whose numbers were set: nobody is made there", async () => {
    await place.asOwner("insert into account_number_settings (currency_id, start_number, next_number) values (1, 5000, 5000)");
    await expect(demoIn(place)).rejects.toMatchObject(refusal(/in use/));
    expect(await usernames()).toEqual([]);
  });

  test.each(["business_settings", "import_batch"])("is one that has a record of %s alone", async (kind) => {
    await addUser("admin");
    await place.asOwner("insert into audit_log (action, object_type) values ($1, $2)", [`${kind}.changed`, kind]);
    await expect(demoIn(place)).rejects.toMatchObject(refusal(/in use/));
    expect(await usernames()).toEqual(["admin"]);
  });

  test("is one with users beside the administrator, or another administrator", async () => {
    await addUser("farid");
    await expect(demoIn(place)).rejects.toMatchObject(refusal(/none is called admin: set ADMIN_USERNAME/));
    await addUser("Admin");
    await expect(demoIn(place)).rejects.toMatchObject(refusal(/in use/));
    expect(await usernames()).toEqual(["Admin", "farid"]);
  });

  test("is one whose administrator has the name of a user of the demo", async () => {
    await expect(demoIn(place, { ADMIN_USERNAME: "Mariam" })).rejects.toMatchObject(
      refusal(/^The demo office has a user mariam of its own: set ADMIN_USERNAME to another name\.$/),
    );
    expect(await usernames()).toEqual([]);
  });
});

test("whatever ends the making of it, everybody who is there was introduced", async () => {
  const place = await createTestDatabase();
  onTestFinished(() => place.drop());
  // Somebody has looked in, and the nights were worked through: that is no use of the office.
  for (const kind of ["session", "user", "books", "backup"])
    await place.asOwner("insert into audit_log (action, object_type) values ($1, $2)", [`${kind}.noted`, kind]);
  await place.asOwner("alter table accounts add constraint no_more check (id < 100) not valid");
  const introduced: DemoPerson[] = [];
  await expect(loadDemoOffice(place, readConfig({}), (person) => introduced.push(person))).rejects.toThrow("no_more");
  await expectOpen(place, introduced);
  expect(introduced).toHaveLength(3);
});
