import { afterEach, beforeEach, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { auditKey } from "#test/support/ledger.ts";

import { sealAuditRows } from "./audit-chain.ts";
import { verify } from "./verify.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

test.each([
  ["before the first seal", "-1, '1'"],
  ["behind all that was ever done", "1, '9223372036854775807'"],
  ["in a life that the database has not had", "2, '1'"],
])("a row of the audit log that was slipped in %s is found", async (_where, place) => {
  await database.asOwner("insert into audit_log (action, object_type) values ('an act', 'call')");
  expect((await verify(database.db, auditKey)).faults).toEqual([]);
  // What the application's own role may add, too.
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into audit_log (era, xid, action, object_type) values (${place}, 'forged', 'call') returning id`,
  );
  await sealAuditRows(database.db, auditKey);
  expect((await verify(database.db, auditKey)).faults).toContain(
    `Audit log: row ${rows[0]?.id ?? ""} stands where no seal reaches it`,
  );
});
