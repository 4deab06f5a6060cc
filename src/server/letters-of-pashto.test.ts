import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import { listAuditLog } from "#contract/audit-log.ts";
import { listHawalas } from "#contract/hawala-lists.ts";
import { deleteTransaction, searchTransactions } from "#contract/transactions.ts";
import { createUser } from "#contract/users.ts";
import { openDatabase, transaction } from "#db/client.ts";
import { migrationsFolder } from "#db/migrate.ts";
import { bodies, openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

import { namesObject } from "./features/audit-log/objects.ts";
import { containsFolded } from "./folded-text.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

/** The folding of before, and what it had made of the rows that are there. */
const before = `
  create or replace function fold_text(value text) returns text language sql immutable parallel safe
    return case when octet_length(value) = length(value) then lower(value) else translate(lower(value), 'يىك', 'ییک') end;
  alter table accounts disable trigger user;
  update accounts set account_name = account_name;
  alter table accounts enable trigger user;
  alter table hawalas disable trigger user;
  update hawalas set receiver_name = receiver_name;
  alter table hawalas enable trigger user;
  alter table transactions disable trigger user;
  update transactions set narrative = narrative;
  alter table transactions enable trigger user;
  reindex index audit_log_reason;
  reindex index audit_log_name`;

/** How many rows of each list are found by letters of Dari. */
async function foundInDari(): Promise<readonly number[]> {
  const { admin } = desk;
  const found = [
    await admin.ok(listAccounts, { query: { q: "گل محمد" } }),
    await admin.ok(listHawalas, { query: { q: "میوند نیازی" } }),
    await admin.ok(searchTransactions, { query: { narrative: "دگلو نیازی" } }),
    await admin.ok(listAuditLog, { query: { q: "گلاب" } }),
  ];
  return found.map(({ length }) => length);
}

/** How many entries of the audit log each index of its texts finds by letters of Dari, for a server that starts now. */
async function foundByIndex(): Promise<readonly number[]> {
  const { db, close } = openDatabase(desk.server.database.app);
  const found = await transaction(db, async (tx) => {
    // Of so few entries all would be read, by their table or their key.
    await sql`set local enable_seqscan = off`.execute(tx);
    await sql`set local enable_indexscan = off`.execute(tx);
    const byReason = sql`a.reason is not null and ${containsFolded(sql`fold_text(a.reason)`, "گلاب")}`;
    const reasons = await sql`select from audit_log a where ${byReason}`.execute(tx);
    const names = await sql`select from audit_log a where ${namesObject("گلالی")}`.execute(tx);
    return [reasons.rows.length, names.rows.length];
  });
  await close();
  return found;
}

test("who was written with the letters of Pashto is found with those of Dari, whenever that was", async () => {
  const farid = await desk.open(currency.USD);
  await desk.open(currency.USD, { accountName: "ګل محمد" });
  const { accountCode: senderCode } = await openLondon(desk);
  await enter(desk, incoming({ senderCode, receiverName: "مېوند نیازۍ" }));
  await desk.post(bodies.credit(farid, "5.00", { transDescription: "دګلو نیازۍ" }));
  const { id } = await desk.post(bodies.credit(farid, "7.00"));
  await desk.admin.ok(deleteTransaction, { params: { id }, body: { reason: "د ګلاب پیسې" } });
  await desk.admin.ok(createUser, {
    body: { username: "ګلالۍ", email: "g@example.com", password: "six brown kites", role: "user" },
  });
  expect(await foundInDari()).toEqual([1, 1, 1, 1]);
  expect(await foundByIndex()).toEqual([1, 1]);

  for (const statement of before.split(";\n  ")) await desk.server.database.asOwner(statement);
  expect(await foundInDari()).toEqual([0, 0, 0, 0]);
  expect(await foundByIndex()).toEqual([0, 0]);
  await desk.server.database.asOwner(await readFile(join(migrationsFolder, "0037_letters_of_pashto.sql"), "utf8"));
  expect(await foundInDari()).toEqual([1, 1, 1, 1]);
  expect(await foundByIndex()).toEqual([1, 1]);
});
