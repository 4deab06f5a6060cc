import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import { auditChain, auditLogFacets, exportAuditLog, listAuditLog, nobody, type AuditEntry } from "#contract/audit-log.ts";
import { changePassword, login } from "#contract/auth.ts";
import { cancelHawala, passHawala } from "#contract/hawalas.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction, updateTransaction, type RecordedTransaction } from "#contract/transactions.ts";
import { createUser, deleteUser } from "#contract/users.ts";
import { runVerification } from "#contract/verification.ts";
import { printTransaction } from "#contract/vouchers.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon } from "#test/support/hawalas.ts";
import { imported, listOf } from "#test/support/import-batches.ts";
import { currency, sealEverything } from "#test/support/ledger.ts";
import { guardedPersonOf, password } from "#test/support/second-factor.ts";
import type { SignedInClient } from "#test/support/server.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

let desk: Desk;
let farid: Party;
let zahra: Party;
let corrected: RecordedTransaction;
let gone: RecordedTransaction;
let hawala: { readonly id: number; readonly hawalaNo: string };
let person: SignedInClient;
let secrets: readonly string[];
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  [farid, zahra] = [await desk.open(currency.USD, { accountName: "فرید", lastName: "Ahmadi" }), await desk.open(currency.USD)];
  corrected = await desk.post(bodies.transfer(farid, zahra, "10", { transDescription: "Rent" }));
  await desk.operator.ok(updateTransaction, {
    params: { id: corrected.id },
    body: bodies.transfer(farid, zahra, "12.5", { transDescription: "Rent", transDate: "2026-03-05" }),
  });
  gone = await desk.post(bodies.transfer(farid, zahra, "7"));
  await desk.operator.ok(deleteTransaction, { params: { id: gone.id }, body: { reason: "100% entered_twice" } });
  await desk.user.ok(printTransaction, { params: { id: corrected.id } });
  hawala = await enter(desk, incoming());
  await desk.user.ok(passHawala, { params: { id: hawala.id }, body: { documentNumber: "1399-1" } });
  await desk.user.ok(cancelHawala, { params: { id: hawala.id } });
  await desk.admin.ok(updateAccount, { params: { id: farid.id }, body: { phone: "2026-99-99T00:00:00Z", fatherName: "" } });
  await desk.user.refused(listAuditLog);
  await desk.server.anonymous.refused(login, { body: { username: "stranger", password: "wrong horse" } });
  ({ client: person, ...secretsOfPerson } = await guardedPersonOf(desk.server));
  secrets = await actSecretly();
});
afterAll(() => desk.closeInBalance());
let secretsOfPerson: { readonly secret: string; readonly recoveryCodes: readonly string[] };

/** Does what has to do with secrets, and gives back everything that nobody may ever read. */
async function actSecretly(): Promise<readonly string[]> {
  const chosen = "nine green kites";
  const made = await desk.admin.ok(createUser, {
    body: { username: "newcomer", email: "n@office.af", password: "six brown kites", role: "user" },
  });
  await desk.admin.ok(deleteUser, { params: { id: made.id } });
  await person.ok(changePassword, { body: { currentPassword: password, newPassword: chosen } });
  await desk.admin.ok(updateBusinessSettings, { body: { officeName: "Sarafi Hafiz" } });
  const { rows } = await desk.server.database.pool.query<{ secret: string }>(`
    select password_hash as secret from users where password_hash not in ('none', '-')
    union all select encode(token_hash, f) from sessions, unnest(array['hex', 'base64']) f
    union all select encode(sealed_secret, f) from second_factors, unnest(array['hex', 'base64']) f
    union all select encode(code_hash, f) from recovery_codes, unnest(array['hex', 'base64']) f`);
  const typed = [password, chosen, "six brown kites", "wrong horse", secretsOfPerson.secret, ...secretsOfPerson.recoveryCodes];
  const tokens = [desk.admin, desk.user, person].map(({ cookie }) => cookie.split("=")[1] ?? cookie);
  return [...typed, ...tokens, ...rows.map(({ secret }) => secret)];
}

type Query = Readonly<Record<string, string | number>>;
const entries = (query: Query = {}): Promise<AuditEntry[]> => desk.admin.ok(listAuditLog, { query });
const actions = async (query: Query) => (await entries(query)).map(({ action }) => action);

describe("the audit log", () => {
  test("is for admins alone, with its facets, its chain and its file", async () => {
    for (const route of [listAuditLog, exportAuditLog, auditLogFacets, auditChain]) {
      expect(await desk.server.anonymous.refused(route)).toMatchObject({ status: 401 });
      for (const who of [desk.operator, desk.user]) expect(await who.refused(route)).toMatchObject({ status: 403 });
    }
  });

  test("says newest first who did what, and pages through all of it without a gap", async () => {
    const all = await entries();
    const instants = all.map(({ recordedAt }) => recordedAt);
    expect(instants).toEqual(instants.toSorted().toReversed());
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const reply = await desk.admin.reply(listAuditLog, { query: { limit: 7, cursor } });
      paged.push(...reply.body.map(({ id }) => id));
      cursor = reply.headers["x-next-cursor"] as string | undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  test("shows a correction field by field in words, and nothing that stayed", async () => {
    const [edit] = await entries({ action: "transaction.edited" });
    expect(edit).toMatchObject({
      user: desk.operator.username,
      userId: desk.operator.userId,
      objectType: "transaction",
      objectId: String(corrected.id),
      version: 2,
      ip: "127.0.0.1",
    });
    expect(edit?.requestId).toMatch(/\S/);
    expect(edit?.changes).toEqual(
      expect.arrayContaining([
        { field: "dAmount", before: "10.00", after: "12.50" },
        { field: "cAmount", before: "10.00", after: "12.50" },
        { field: "businessDate", before: corrected.transDate, after: "2026-03-05" },
      ]),
    );
    expect(edit?.changes).toHaveLength(3);
  });

  test("names accounts, currencies, hawalas and people by what they are called", async () => {
    const [made] = await entries({ object: `transaction:${String(corrected.id)}`, action: "transaction.created" });
    expect(made?.changes).toEqual(
      expect.arrayContaining([
        { field: "outAccountId", before: null, after: `${farid.accountCode} - فرید Ahmadi` },
        { field: "currencyId", before: null, after: "USD" },
        { field: "narrative", before: null, after: "Rent" },
      ]),
    );
    const [change] = await entries({ object: `account:${String(farid.id)}`, action: "account.changed" });
    expect(change).toMatchObject({
      object: `${farid.accountCode} - فرید Ahmadi`,
      changes: [{ field: "phone", before: null, after: "2026-99-99T00:00:00Z" }],
    });
    const [cancelled, passed] = await entries({ object: `hawala:${String(hawala.id)}` });
    expect(passed).toMatchObject({ action: "hawala.passed", object: hawala.hawalaNo });
    expect(passed?.changes).toEqual(expect.arrayContaining([{ field: "status", before: "Pending", after: "Passed" }]));
    expect(cancelled?.changes).toEqual(expect.arrayContaining([{ field: "status", before: "Passed", after: "Cancelled" }]));
    const [deletion] = await entries({ object: `transaction:${String(gone.id)}` });
    expect(deletion).toMatchObject({ reason: "100% entered_twice", action: "transaction.deleted", changes: [] });
    const [print] = await entries({ action: "transaction.printed" });
    expect(print).toMatchObject({ objectId: String(corrected.id), version: null });
    const [settings] = await entries({ action: "business_settings.changed" });
    expect(settings?.changes).toEqual([{ field: "officeName", before: "Sarraf", after: "Sarafi Hafiz" }]);
  });

  test("never holds a password, a hash, a token or a code, neither as it is shown nor as it is stored", async () => {
    const shown = JSON.stringify(await entries());
    const { rows } = await desk.server.database.pool.query<{ stored: string }>("select a::text as stored from audit_log a");
    const stored = rows.map((row) => row.stored).join("\n");
    expect(secrets.length).toBeGreaterThan(20);
    expect(shown.length).toBeGreaterThan(5_000);
    for (const secret of secrets) {
      expect(shown.includes(secret), secret).toBe(false);
      expect(stored.includes(secret), secret).toBe(false);
    }
  });
});

describe("its filters", () => {
  test("by user, also by one who is gone and by nobody", async () => {
    expect(new Set((await entries({ userId: desk.operator.userId })).map(({ user }) => user))).toEqual(
      new Set([desk.operator.username]),
    );
    const refused = await entries({ userId: nobody });
    expect(refused).toContainEqual(expect.objectContaining({ action: "session.refused", userId: null }));
    expect(refused.every(({ userId }) => userId === null)).toBe(true);
    expect(await entries({ userId: "3f3b1c0a-0000-4000-8000-000000000001" })).toEqual([]);
  });

  test("by action, by kind of object, by one object, and by several at once", async () => {
    expect(await actions({ action: "transaction.created" })).not.toContain("transaction.edited");
    expect((await actions({ action: "transaction.created" })).length).toBeGreaterThan(1);
    expect(new Set(await actions({ object: "hawala" }))).toEqual(
      new Set(["hawala.cancelled", "hawala.passed", "hawala.created"]),
    );
    expect(new Set(await actions({ object: "account" }))).toEqual(new Set(["account.created", "account.changed"]));
    expect(await actions({ object: "account", userId: desk.operator.userId })).toEqual([]);
    expect(await actions({ object: `transaction:${String(gone.id)}` })).toEqual(["transaction.deleted", "transaction.created"]);
    expect(await actions({ object: "transaction", userId: desk.operator.userId })).toEqual([
      "transaction.deleted",
      "transaction.edited",
    ]);
    expect(await actions({ object: "nothing" })).toEqual([]);
    expect(await actions({ action: "account.created", userId: desk.operator.userId })).toEqual([]);
  });

  test("by days of the office, both of which belong to them", async () => {
    const [newest] = await entries({ limit: 1 });
    const today = new Date(Date.parse(newest?.recordedAt ?? "") + 270 * 60_000).toISOString().slice(0, 10);
    const all = (await entries()).length;
    expect((await entries({ fromDate: today, toDate: today })).length).toBe(all);
    expect(await entries({ toDate: "2020-01-01" })).toEqual([]);
    expect(await entries({ fromDate: "2200-01-01" })).toEqual([]);
    const { database } = desk.server;
    // The last instant of a day in Kabul, and the first of the next; and the first hour of a day in Havana that comes twice.
    await database.asOwner(`insert into audit_log (recorded_at, actor, action, object_type) select at, 'past', 'books.verified', 'books'
      from unnest('{2001-02-03 19:29:59Z, 2001-02-03 19:30Z, 2001-10-28 04:30Z}'::timestamptz[]) at`);
    const days = async (day: string) => (await entries({ fromDate: day, toDate: day })).map(({ recordedAt }) => recordedAt);
    expect(await days("2001-02-03")).toEqual(["2001-02-03T19:29:59.000Z"]);
    expect(await days("2001-02-04")).toEqual(["2001-02-03T19:30:00.000Z"]);
    await database.asOwner("update business_settings set time_zone = 'America/Havana'");
    expect(await days("2001-10-28")).toEqual(["2001-10-28T04:30:00.000Z"]);
    await database.asOwner("update business_settings set time_zone = 'Asia/Kabul'");
  });

  test("by a number, a code, a name or words of a reason, letters of which mean themselves", async () => {
    expect(await actions({ q: String(gone.id) })).toEqual(expect.arrayContaining(["transaction.deleted", "transaction.created"]));
    expect(new Set(await actions({ q: farid.accountCode.toLowerCase() }))).toEqual(
      new Set(["account.changed", "account.created"]),
    );
    expect(await actions({ q: hawala.hawalaNo.toLowerCase() })).toEqual(["hawala.cancelled", "hawala.passed", "hawala.created"]);
    expect(await actions({ q: person.username.toUpperCase() })).toContain("user.password_changed");
    expect(await actions({ q: "100% ENTERED" })).toEqual(["transaction.deleted"]);
    expect(await actions({ q: "entered_twice", userId: desk.user.userId })).toEqual([]);
    expect(await actions({ q: "enteredXtwice" })).toEqual([]);
    expect(await actions({ q: "entered", object: `transaction:${String(gone.id)}` })).toEqual(["transaction.deleted"]);
  });

  test.each([
    [{ userId: "root" }, "Not a user"],
    [{ action: "drop table" }, "Not an action"],
    [{ object: "Account 1" }, "Not an object"],
    [{ fromDate: "2026-02-30" }, "Give the date as YYYY-MM-DD, a day that exists"],
    [{ fromDate: "2026-03-02", toDate: "2026-03-01" }, "The end date must not be before the start date"],
    [{ cursor: "yesterday" }, "The cursor is not one that this list has given"],
    [{ cursor: "2026-99-99T00:00:00.000000Z_1" }, "The cursor is not one that this list has given"],
    [{ cursor: "2026-02-30T00:00:00.000000Z_1" }, "The cursor is not one that this list has given"],
    [{ limit: 0 }, "A limit is a whole number from 1 to 5000"],
  ])("refuse %j", async (query, message) => {
    const refusal = await desk.admin.refused(listAuditLog, { query });
    expect(refusal).toMatchObject({ status: 400, code: "invalid" });
    expect([refusal.message, ...refusal.issues.map((issue) => issue.message)]).toContain(message);
  });

  test("mean nothing when they are empty", async () => {
    const none = { userId: "", action: "", object: "", fromDate: "", toDate: "", q: "", cursor: "" };
    expect((await entries(none)).length).toBe((await entries()).length);
  });
});

test("the facets are who stands in the log and which acts there were", async () => {
  const { users, acts } = await desk.admin.ok(auditLogFacets);
  expect(users).toContainEqual({ id: desk.operator.userId, username: desk.operator.username });
  expect(users.map(({ username }) => username)).not.toContain("");
  for (const action of ["transaction.created", "transaction.edited", "transaction.printed"])
    expect(acts).toContainEqual({ objectType: "transaction", action });
  expect(acts).toContainEqual({ objectType: "hawala", action: "hawala.passed" });
  expect(acts).toContainEqual({ objectType: "call", action: "call.refused" });
  expect(new Set(acts.map(({ objectType, action }) => `${objectType} ${action}`)).size).toBe(acts.length);
  const imports = { objectType: "import_batch", action: "import_batch.imported" };
  expect(acts).not.toContainEqual(imports);
  await imported(desk.operator, listOf([{}, {}]));
  expect((await desk.admin.ok(auditLogFacets)).acts).toContainEqual(imports);
  expect(await actions({ object: "import_batch" })).toEqual(["import_batch.imported"]);
});

test("an act may be one upon another kind of object than its name says", async () => {
  const { database } = desk.server;
  await database.asOwner("insert into audit_log (actor, action, object_type) values ('past', 'day.shaken', 'day_close')");
  expect((await desk.admin.ok(auditLogFacets)).acts).toContainEqual({ objectType: "day_close", action: "day.shaken" });
  expect(await actions({ object: "day_close" })).toEqual(["day.shaken"]);
  expect(await actions({ action: "day.shaken" })).toEqual(["day.shaken"]);
  expect(await actions({ object: "account", action: "day.shaken" })).toEqual([]);
});

test("the chain says how far it reaches, and a verification compares it", async () => {
  const before = await desk.admin.ok(auditChain);
  expect(before.waiting).toBeGreaterThan(0);
  await sealEverything(desk.server.database);
  const after = await desk.admin.ok(auditChain);
  expect(after).toMatchObject({ waiting: 0, most: 2_000 });
  expect(after.seals).toBeGreaterThan(before.seals);
  expect(after.head).toMatch(new RegExp(`^${String(after.seals)}:[0-9a-f]{64}$`));
  const [newest] = await entries({ limit: 1 });
  expect(after.sealedUpTo).toBe(newest?.recordedAt);
  expect((await desk.admin.ok(runVerification)).faults.filter((fault) => fault.startsWith("Audit log"))).toEqual([]);
});

describe("the export", () => {
  test("holds what the filter finds, in words, and is itself on record", async () => {
    const query = { object: `transaction:${String(corrected.id)}`, format: "csv" };
    const { body, headers } = await desk.admin.reply(exportAuditLog, { query });
    expect(headers["content-disposition"]).toMatch(/filename="audit-log-\d{4}-\d\d-\d\d\.csv"/);
    const text = (body as Buffer).toString("utf8");
    expect(text).toContain("Time,User,Action,Object,Object ID,Object Name,Version,Changes,Reason,Address,Request");
    expect(text).toContain("dAmount: 10.00 → 12.50");
    expect(text).not.toContain("session.refused");
    const [record] = await entries({ action: "list.exported" });
    expect(record).toMatchObject({ user: desk.admin.username, objectId: "audit-log" });
    expect(record?.changes).toEqual(
      expect.arrayContaining([{ field: "filter.object", before: null, after: `transaction:${String(corrected.id)}` }]),
    );
  });

  test("is a spreadsheet too, of everything where nothing is asked for", async () => {
    const count = (await entries()).length;
    const { body } = await desk.admin.reply(exportAuditLog);
    const { name, rows, hasFormula } = readSheet(body as Buffer);
    expect({ name, hasFormula, rows: rows.length }).toEqual({ name: "Audit Log", hasFormula: false, rows: count + 1 });
  });
});
