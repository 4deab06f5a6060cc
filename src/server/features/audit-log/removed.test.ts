import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLogFacets, exportAuditLog, listAuditLog, type AuditEntry } from "#contract/audit-log.ts";
import { login, me } from "#contract/auth.ts";
import { createCurrency, deleteCurrency } from "#contract/currencies.ts";
import { listHawalas } from "#contract/hawala-lists.ts";
import { updateHawala } from "#contract/hawalas.ts";
import { undoImportBatch } from "#contract/import-batches.ts";
import { createAccountNumberSetting, deleteAccountNumberSetting } from "#contract/settings.ts";
import { createUser, deleteUser, listUsers, updateUser } from "#contract/users.ts";
import { printHawala } from "#contract/vouchers.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { enter, incoming, openLondon } from "#test/support/hawalas.ts";
import { imported, listOf } from "#test/support/import-batches.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

type Query = Readonly<Record<string, string | number>>;
const entries = (query: Query): Promise<AuditEntry[]> => desk.admin.ok(listAuditLog, { query });
const called = async (query: Query) => (await entries(query)).map(({ action, object }) => `${action} ${String(object)}`);
const exported = async (query: Query): Promise<string> => {
  const { body } = await desk.admin.reply(exportAuditLog, { query: { ...query, format: "csv" } });
  return (body as Buffer).toString("utf8");
};

describe("an import that was undone", () => {
  let batchId: number;
  let printed: number;
  beforeAll(async () => {
    const file = listOf([{ C: "SK-1" }, { C: "SK-2" }], "Kabul July.xlsx");
    batchId = (await imported(desk.operator, file)).batchId ?? -1;
    const hawalas = await desk.operator.ok(listHawalas, { query: { batchId } });
    printed = hawalas.find(({ hawalaNo }) => hawalaNo === "SK-1")?.id ?? -1;
    await desk.operator.ok(printHawala, { params: { id: printed } });
    await desk.operator.ok(undoImportBatch, { params: { id: batchId } });
  });

  test.each(["SK-1", "sk 1", "Sk1", "SK-۱"])("is found by the number of a hawala that went with it: %s", async (q) => {
    expect(await called({ q })).toEqual(["hawala.removed SK-1", "hawala.printed SK-1"]);
  });

  test("is found by the name of its file, which its acts and its hawalas show", async () => {
    const [undone, done, ...others] = await entries({ q: "kabul july.xlsx" });
    expect(others).toEqual([]);
    const named = { object: "Kabul July.xlsx", objectId: String(batchId), isGone: false };
    expect(done).toMatchObject({ action: "import_batch.imported", ...named });
    expect(undone).toMatchObject({ action: "import_batch.undone", ...named });
    for (const entry of [undone, done]) expect(entry?.changes[0]?.field).toBe("fileName");
    const [removed] = await entries({ q: "SK-2" });
    expect(removed).toMatchObject({ object: "SK-2", isGone: true });
    expect(removed?.changes[0]).toEqual({ field: "hawalaNo", before: "SK-2", after: null });
    expect(removed?.changes).toContainEqual({ field: "importBatchId", before: "Kabul July.xlsx", after: null });
  });

  test("is found by its file also by an entry that does not write it down", async () => {
    await desk.server.database.asOwner(
      `insert into audit_log (actor, action, object_type, object_id, old) values ('past', 'import_batch.seen', 'import_batch', $1, '{"imported": 2}')`,
      [String(batchId)],
    );
    expect(await called({ q: "Kabul July.xlsx" })).toContain("import_batch.seen Kabul July.xlsx");
  });

  test("is found with others of its number and its file, however many there are", async () => {
    const times = 30;
    await desk.server.database.asOwner(
      `insert into audit_log (actor, action, object_type, object_id, old)
        select 'past', 'hawala.removed', 'hawala', (900000 + n)::text, '{"hawala_no": "SK-2"}'::jsonb from generate_series(1, $1::integer) n
        union all select 'past', 'import_batch.undone', 'import_batch', (900000 + n)::text, '{"fileName": "daily.ods"}'::jsonb
        from generate_series(1, $1::integer) n`,
      [times],
    );
    expect(await entries({ q: "SK-2" })).toHaveLength(times + 1);
    expect(await entries({ q: "daily.ods" })).toHaveLength(times);
  });
});

describe("a user who was deleted", () => {
  const [first, last] = ["Ghost.Writer", "quiet-clerk"];
  let ghostId: string;
  beforeAll(async () => {
    const password = "six brown kites";
    const made = await desk.admin.ok(createUser, {
      body: { username: first, email: "ghost@office.af", password, role: "user" },
    });
    ghostId = made.id;
    await desk.admin.ok(updateUser, { params: { id: ghostId }, body: { username: last, phone: "0700" } });
    const { headers } = await desk.server.anonymous.reply(login, { body: { username: last, password } });
    const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
    await desk.server.anonymous.ok(me, { headers: { cookie } });
    await desk.server.anonymous.refused(listUsers, { headers: { cookie } });
    await desk.admin.ok(deleteUser, { params: { id: ghostId } });
  });

  test.each([first, last, "QUIET-CLERK"])("is found by %s: who made, renamed and deleted them, and what they did", async (q) => {
    expect(await called({ q })).toEqual([
      `user.deleted ${last}`,
      "call.refused null",
      "session.started null",
      `user.changed ${last}`,
      `user.created ${first}`,
    ]);
  });

  test("is named first among the fields, and said to be gone", async () => {
    const [deleted, changed, created] = await entries({ object: `user:${ghostId}` });
    expect(created?.changes[0]).toEqual({ field: "username", before: null, after: first });
    expect(changed?.changes.map(({ field }) => field)).toEqual(["username", "phone"]);
    expect(deleted?.changes[0]).toEqual({ field: "username", before: last, after: null });
    for (const entry of [deleted, changed, created]) expect(entry).toMatchObject({ isGone: true, user: desk.admin.username });
    expect(await entries({ object: `user:${ghostId}`, q: first })).toHaveLength(3);
    expect(await entries({ object: "session", q: first })).toHaveLength(1);
  });

  test("has the name of the time in the file, and the last one where an entry does not say it", async () => {
    await desk.server.database.asOwner(
      `insert into audit_log (actor, action, object_type, object_id) values ('past', 'user.second_factor_reset', 'user', $1)`,
      [ghostId],
    );
    const lines = (await exported({ object: "user", q: last })).split("\n").filter((line) => /,user\./.test(line));
    expect(lines.map((line) => line.split(",").slice(2, 6))).toEqual([
      ["user.second_factor_reset", "user", ghostId, last],
      ["user.deleted", "user", ghostId, last],
      ["user.changed", "user", ghostId, last],
      ["user.created", "user", ghostId, first],
    ]);
  });

  test("is not taken for the one who has the name now, whose own work stays out", async () => {
    const heir = await desk.server.signIn("admin", { username: last });
    await heir.ok(updateUser, { params: { id: heir.userId }, body: { phone: "0799" } });
    const found = await entries({ q: last });
    expect(found.filter(({ objectId }) => objectId === heir.userId)).toMatchObject([{ action: "user.changed", isGone: false }]);
    await heir.ok(updateUser, { params: { id: desk.user.userId }, body: { phone: "0711" } });
    expect((await entries({ q: last })).map(({ objectId }) => objectId)).not.toContain(desk.user.userId);
  });
});

test("a user who was renamed, and a hawala that was renumbered, are found by either name", async () => {
  const made = await desk.admin.ok(createUser, {
    body: { username: "parwin", email: "p@office.af", password: "six brown kites", role: "user" },
  });
  await desk.admin.ok(updateUser, { params: { id: made.id }, body: { username: "parwana" } });
  const both = ["user.changed parwana", "user.created parwin"];
  expect(await called({ q: "parwin" })).toEqual(both);
  expect(await called({ q: "parwana" })).toEqual(both);
  const hawala = await enter(desk, incoming({ hawalaNo: "OLD-77" }));
  await desk.operator.ok(updateHawala, { params: { id: hawala.id }, body: incoming({ hawalaNo: "NEW-78" }) });
  for (const q of ["OLD-77", "NEW-78"]) expect(await called({ q })).toEqual(["hawala.edited NEW-78", "hawala.created OLD-77"]);
  expect(await entries({ q: "OLD-77" })).toMatchObject([{ isGone: false }, { isGone: false }]);
});

test("people stand among the facets by the names they had last, and in the order of these", async () => {
  const [first, second] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  await desk.server.database.asOwner(
    `insert into audit_log (recorded_at, actor_id, actor, action, object_type)
      select now() - make_interval(days => days), id::uuid, actor, 'test', 'call'
      from (values ($1, 'Aman', 3), ($1, 'zohra', 1), ($2, 'Yasin', 2)) acts (id, actor, days)`,
    [first, second],
  );
  const { users } = await desk.admin.ok(auditLogFacets);
  expect(users.filter(({ id }) => id === first || id === second)).toEqual([
    { id: second, username: "Yasin" },
    { id: first, username: "zohra" },
  ]);
});

test("a currency, a number setting and a backup that were removed are called as they were", async () => {
  const added = await desk.admin.ok(createCurrency, { body: { code: "JPY", name: "Yen", symbol: "¥", rate: "150" } });
  const setting = await desk.admin.ok(createAccountNumberSetting, { body: { currency: "JPY", startNumber: 700 } });
  await desk.admin.ok(deleteAccountNumberSetting, { params: { id: setting.id } });
  await desk.admin.ok(deleteCurrency, { params: { id: added.id } });
  expect(await called({ q: "jpy" })).toEqual([
    "currency.deleted JPY",
    "account_number_setting.deleted JPY",
    "account_number_setting.created JPY",
    "currency.created JPY",
  ]);
  expect((await entries({ q: "JPY" })).every(({ isGone }) => isGone)).toBe(true);
  await desk.server.database.asOwner(
    `insert into audit_log (actor, action, object_type, object_id, new, old) values
      ('past', 'backup.made', 'backup', '77', '{"fileName": "sarraf-1.backup"}', null),
      ('past', 'backup.removed', 'backup', '77', null, '{"fileName": "sarraf-1.backup"}')`,
  );
  expect(await called({ q: "sarraf-1.backup" })).toEqual(["backup.removed sarraf-1.backup", "backup.made sarraf-1.backup"]);
});

test("a name of signs alone hides nobody", async () => {
  const made = await desk.admin.ok(createUser, {
    body: { username: "*-*", email: "s@office.af", password: "six brown kites", role: "user" },
  });
  await desk.admin.ok(deleteUser, { params: { id: made.id } });
  expect(await called({ q: "*-*" })).toEqual(["user.deleted *-*", "user.created *-*"]);
  expect(await called({ q: "%" })).toEqual([]);
});

test("numbers that are one number as hawalas are one name in the log", async () => {
  const numbers = [
    "HWL-310905",
    "hwl 310905",
    "HWL۳۱۰۹۰۵",
    "1-23",
    "12-3",
    "1/23",
    "۱-۲۳",
    "0123",
    "123",
    "A–1",
    "a1",
    "حك-۵",
    "حک5",
  ];
  const { rows } = await desk.server.database.pool.query<{ no: string; key: string }>(
    "select no, name_key(no) as key from unnest($1::text[]) no",
    [numbers],
  );
  const groups = (keyOf: (no: string) => string | undefined) => Object.values(Object.groupBy(numbers, (no) => keyOf(no) ?? ""));
  expect(groups((no) => rows.find((row) => row.no === no)?.key)).toEqual(groups(hawalaKey));
});
