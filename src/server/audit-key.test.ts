import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createLedgerBench, sealEverything, type LedgerBench } from "#test/support/ledger.ts";

import { auditKeyForLooking, openAuditKey } from "./audit-key.ts";

let bench: LedgerBench;
const root = mkdtempSync(join(tmpdir(), "sarraf-key-"));
beforeAll(async () => {
  bench = await createLedgerBench();
});
afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
  await bench.database.drop();
});

test("the audit key is made once, for its owner alone, and is the same afterwards", async () => {
  const dataDir = join(root, "new", "office");
  const [first, second] = await Promise.all([openAuditKey(bench.database.db, dataDir), openAuditKey(bench.database.db, dataDir)]);
  expect(first).toHaveLength(32);
  expect(second).toEqual(first);
  expect(statSync(join(dataDir, "audit.key")).mode & 0o777).toBe(0o600);
  expect(await openAuditKey(bench.database.db, dataDir)).toEqual(first);
});

test("a server that brings another key, or would make one of its own, is refused: the office has one", async () => {
  const { db } = bench.database;
  await openAuditKey(db, join(root, "new", "office"));
  const other = mkdtempSync(join(root, "other-"));
  await expect(openAuditKey(db, other)).rejects.toThrow(/is missing: copy the audit.key of the server that already works/);
  expect(readdirSync(other)).toEqual([]);
  writeFileSync(join(other, "audit.key"), `${"ab".repeat(32)}\n`, { mode: 0o600 });
  await expect(openAuditKey(db, other)).rejects.toThrow(/is the key of another office: copy the audit.key/);
  copyFileSync(join(root, "new", "office", "audit.key"), join(other, "audit.key"));
  expect(await openAuditKey(db, other)).toEqual(await openAuditKey(db, join(root, "new", "office")));
});

test("of two servers that start at once on a new database one makes the key, and the other is told to take it", async () => {
  await bench.database.asOwner("delete from audit_key");
  const folders = [mkdtempSync(join(root, "first-")), mkdtempSync(join(root, "second-"))];
  const starts = await Promise.allSettled(folders.map((dataDir) => openAuditKey(bench.database.db, dataDir)));
  expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("whoever only looks at the seals makes no key and notes none, and needs the office's own once there are seals", async () => {
  const { db } = bench.database;
  const office = join(root, "new", "office");
  await bench.database.asOwner("delete from audit_key");
  const elsewhere = join(root, "not made");
  expect(await auditKeyForLooking(db, elsewhere)).toHaveLength(32);
  expect(existsSync(elsewhere)).toBe(false);
  const key = await auditKeyForLooking(db, office);
  expect(await bench.database.asOwner("select from audit_key")).toEqual([]);
  expect(await openAuditKey(db, office)).toEqual(key);
  const other = mkdtempSync(join(root, "looking-"));
  writeFileSync(join(other, "audit.key"), `${"ab".repeat(32)}\n`, { mode: 0o600 });
  await expect(auditKeyForLooking(db, other)).rejects.toThrow(/is the key of another office: copy the audit.key/);
  await bench.database.pool.query("insert into audit_log (action, object_type) values ('test', 'look')");
  await sealEverything(bench.database);
  await expect(auditKeyForLooking(db, elsewhere)).rejects.toThrow("put it back from your copy");
  expect(await auditKeyForLooking(db, office)).toEqual(key);
});

test("a damaged audit key is refused and left as it is", async () => {
  const dataDir = mkdtempSync(join(root, "damaged-"));
  writeFileSync(join(dataDir, "audit.key"), "not a key");
  chmodSync(join(dataDir, "audit.key"), 0o600);
  await expect(openAuditKey(bench.database.db, dataDir)).rejects.toThrow("does not hold an audit key");
  expect(readFileSync(join(dataDir, "audit.key"), "utf8")).toBe("not a key");
});

test("a missing audit key is not made anew once the log is sealed with it", async () => {
  await bench.database.pool.query("insert into audit_log (action, object_type) values ('test', 'call')");
  await sealEverything(bench.database);
  const dataDir = mkdtempSync(join(root, "moved-"));
  await expect(openAuditKey(bench.database.db, dataDir)).rejects.toThrow("put it back from your copy");
});
