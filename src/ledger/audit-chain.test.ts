import { createHash, createHmac } from "node:crypto";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { transaction } from "#db/client.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { auditKey } from "#test/support/ledger.ts";

import { chainFaults, chainHead, sealAuditRows } from "./audit-chain.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

interface AuditedRow {
  readonly id: string;
  readonly era: number;
  readonly xid: string;
  readonly digest: Buffer;
}

/** Audits so many acts in one transaction of the database. */
function audit(count: number): Promise<readonly AuditedRow[]> {
  return database.asOwner<AuditedRow & { readonly [column: string]: unknown }>(
    `with acts as (insert into audit_log (action, object_type) select 'act ' || n, 'call' from generate_series(1, $1) n returning *)
      select id, era, xid::text, audit_row_digest(acts) as digest from acts order by era, xid, id`,
    [count],
  );
}

/** How many rows were sealed, once nothing of the other databases of the cluster holds that up any more. */
function sealed(): Promise<number> {
  return eventually("rows are sealed", async () => (await sealAuditRows(database.db, auditKey)) || undefined);
}

const faults = (key = auditKey) => transaction(database.db, (tx) => chainFaults(tx, key));

async function tamper(statement: string): Promise<void> {
  await database.asOwner("alter table audit_log disable trigger user");
  await database.asOwner("alter table audit_seals disable trigger user");
  await database.asOwner(statement);
}

const nothing = Buffer.alloc(32);

/** The seals over such blocks of rows, worked out by what the chain is said to be and by nothing of the program. */
function sealsOver(blocks: readonly (readonly AuditedRow[])[]) {
  let before = nothing;
  return blocks.map((rows, index) => {
    const { era, xid, id } = rows.at(-1) ?? { era: 0, xid: "", id: "" };
    const digest = createHash("sha256")
      .update(Buffer.concat(rows.map((row) => row.digest)))
      .digest();
    const words = [index + 1, era, xid, id, rows.length, ""].join("|");
    before = createHmac("sha256", auditKey)
      .update(Buffer.concat([before, Buffer.from(words), digest]))
      .digest();
    return { seq: index + 1, era, xid, id, count: rows.length, mac: before };
  });
}

describe("a chain", () => {
  test("without a seal begins with nothing, and nothing is wrong with it", async () => {
    expect(await chainHead(database.db)).toBe(`0:${nothing.toString("hex")}`);
    expect(await sealAuditRows(database.db, auditKey)).toBe(0);
    expect(await faults()).toEqual([]);
  });

  test("is the keyed digest of each hundred rows and of the seal before them", async () => {
    const rows = await audit(250);
    expect(await sealed()).toBe(250);
    const seals = sealsOver([rows.slice(0, 100), rows.slice(100, 200), rows.slice(200)]);
    const stored = await database.asOwner(
      "select seq::integer, last_era as era, last_xid::text as xid, last_id as id, row_count as count, mac from audit_seals order by seq",
    );
    expect(stored).toEqual(seals);
    expect(await chainHead(database.db)).toBe(`3:${seals.at(-1)?.mac.toString("hex") ?? ""}`);
    expect(await faults()).toEqual([]);
  });

  test("goes on where it ended, and its head tells that it was cut short", async () => {
    await audit(3);
    await sealed();
    const head = await chainHead(database.db);
    await audit(2);
    expect(await sealed()).toBe(2);
    expect(await chainHead(database.db)).toMatch(/^2:[0-9a-f]{64}$/);
    expect(await sealAuditRows(database.db, auditKey)).toBe(0);
    expect(await faults()).toEqual([]);
    await tamper("delete from audit_seals where seq = 2; delete from audit_log where id = (select max(id) from audit_log)");
    expect(await chainHead(database.db)).toBe(head);
  });

  test("has each row once, however many servers seal at the same moment", async () => {
    await audit(250);
    const counts = await eventually("rows are sealed", async () => {
      const sealers = Array.from({ length: 5 }, () => sealAuditRows(database.db, auditKey));
      const sealedNow = await Promise.allSettled(sealers);
      return sealedNow.some((one) => one.status === "rejected" || one.value > 0) && sealedNow;
    });
    const sealedBy = counts.map((one) => (one.status === "fulfilled" ? one.value : Number.NaN));
    expect(sealedBy.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 250]);
    expect(await faults()).toEqual([]);
  });

  test("takes in 5,000 rows at a time", async () => {
    await audit(5_001);
    expect([await sealed(), await sealed()]).toEqual([5_000, 1]);
    expect(await faults()).toEqual([]);
  });

  test("digests no more than it takes in, however many rows wait and however they are found", async () => {
    await database.asOwner(`alter database ${database.name} set enable_indexscan = off`);
    await audit(5_100);
    await database.asOwner("create sequence digests");
    await database.asOwner("grant usage on sequence digests to sarraf_app");
    await database.asOwner(
      `create or replace function audit_row_digest(a audit_log) returns bytea language plpgsql stable cost 1
        as $$ begin perform nextval('digests'); return ''; end $$`,
    );
    expect(await sealed()).toBe(5_000);
    expect(await database.asOwner("select last_value::integer as count from digests")).toEqual([{ count: 5_000 }]);
  });
});

describe("what is wrong with a chain is told by the first seal that does not fit", () => {
  test.each([
    ["a row that was altered", "update audit_log set action = 'another' where id = (select min(id) + 100 from audit_log)", 2],
    ["a row that was taken out", "delete from audit_log where id = (select min(id) + 100 from audit_log)", 2],
    ["a seal that was taken out", "delete from audit_seals where seq = 1", 2],
    ["a seal of which the count was altered", "update audit_seals set row_count = 99 where seq = 2", 2],
    ["a seal under another number", "update audit_seals set seq = 7 where seq = 3", 7],
    ["a forged seal", "update audit_seals set mac = sha256('forged') where seq = 3", 3],
    ["all rows of a seal taken out", "delete from audit_log where id > (select last_id from audit_seals where seq = 2)", 3],
  ])("%s", async (_what, statement, seq) => {
    await audit(250);
    await sealed();
    await tamper(statement);
    expect(await faults()).toEqual([
      expect.stringMatching(new RegExp(`^Audit log: rows (\\d+|\\?) to \\d+ are .* seal ${String(seq)} was`)),
    ]);
  });

  test("a seal that was slipped in before the first", async () => {
    await audit(1);
    await sealed();
    await tamper(
      "insert into audit_seals (seq, last_era, last_xid, last_id, row_count, mac) values (0, 0, '0', 0, 0, sha256('forged'))",
    );
    expect(await faults()).toEqual(["Audit log: seal 0 stands before the first"]);
  });

  test("another key", async () => {
    const [row] = await audit(1);
    await sealed();
    const id = row?.id ?? "";
    expect(await faults(Buffer.alloc(32, 8))).toEqual([`Audit log: rows ${id} to ${id} are not what seal 1 was made of`]);
  });

  test("also beyond the thousand seals that are read at a time", async () => {
    // The first look reads one more, as there is none before them to read again; after the second one stands alone.
    const rows = await audit(2_002);
    const seals = sealsOver(rows.map((row) => [row]));
    await database.asOwner(
      `insert into audit_seals (seq, last_era, last_xid, last_id, row_count, mac)
        select * from unnest($1::bigint[], $2::smallint[], $3::xid8[], $4::bigint[], $5::integer[], $6::bytea[])`,
      [
        seals.map(({ seq }) => seq),
        seals.map(({ era }) => era),
        seals.map(({ xid }) => xid),
        seals.map(({ id }) => id),
        seals.map(({ count }) => count),
        seals.map(({ mac }) => mac),
      ],
    );
    expect(await sealAuditRows(database.db, auditKey)).toBe(0);
    expect(await faults()).toEqual([]);
    await tamper("update audit_log set action = 'another' where id = (select max(id) from audit_log)");
    expect(await faults()).toEqual([expect.stringContaining("seal 2002 was made of")]);
  });
});
