import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { tellFigures } from "#test/prove/scale.ts";
import { createLedgerBench, type LedgerBench } from "#test/support/ledger.ts";

let bench: LedgerBench;
beforeAll(async () => {
  bench = await createLedgerBench();
});
afterAll(() => bench.database.drop());

const permissionDenied = "42501";

async function refusalOf(attempt: Promise<unknown>): Promise<string | undefined> {
  return attempt.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}

let refused = 0;

describe("the application's own role", () => {
  test.each([
    "update postings set amount = 1",
    "delete from postings",
    "truncate postings",
    "insert into postings values (1, 1, 11, 12, 2, 5, now())",
    "update journal set business_date = now()",
    "delete from journal",
    "truncate journal cascade",
    "insert into journal (transaction_id, version, kind, business_date, actor_id) values (1, 1, 'post', now(), gen_random_uuid())",
    "delete from corrected_postings",
    "insert into corrected_postings values (101, 2, now(), 1, 1, 2, 1, 5, true)",
    "update audit_log set actor = 'nobody'",
    "delete from audit_log",
    "truncate audit_log",
    "update audit_seals set row_count = 0",
    "delete from audit_seals",
    "update idempotency_keys set version = 2",
    "delete from idempotency_keys",
    "update balances set debits = 0",
    "insert into balances values (11, 2, 1, 0)",
    "delete from balances",
    "update balance_days set debits = 0",
    "update transactions set d_amount = 1",
    "delete from transactions",
    "delete from account_currency",
    "update partner_settlements set note = 'Mended'",
    "delete from partner_settlements",
    "drop table postings",
    "alter table postings disable trigger all",
    "create table stray (id integer)",
    "select write_postings('{}')",
    "select open_sides('{}')",
    "set role sarraf_owner",
  ])("may not: %s", async (statement) => {
    expect(await refusalOf(bench.database.pool.query(statement))).toBe(permissionDenied);
    refused += 1;
  });

  test("is refused by what was granted to it: where it is the owner who asks and no trigger stands, it is done", async () => {
    const { database } = bench;
    await database.asOwner("alter table postings disable trigger user");
    expect(await refusalOf(database.asOwner("update postings set amount = 1"))).toBeUndefined();
    await database.asOwner("alter table postings enable trigger user");
    expect(refused).toBeGreaterThanOrEqual(20);
    tellFigures(`${String(refused)} of ${String(refused)} statements refused to the application's own role`);
  });

  test("may read what it may not change", async () => {
    for (const table of ["postings", "journal", "balances", "balance_days", "transactions", "audit_log"]) {
      await expect(bench.database.pool.query(`select 1 from ${table} limit 1`)).resolves.toBeDefined();
    }
  });
});

describe("even the owner of the database", () => {
  test.each([
    "update postings set amount = 1",
    "delete from postings",
    "truncate postings",
    "delete from journal",
    "update audit_log set actor = 'nobody'",
    "truncate audit_seals",
    "delete from transactions",
    "update idempotency_keys set version = 2",
  ])("is stopped at: %s", async (statement) => {
    expect(await refusalOf(bench.database.asOwner(statement))).toBe(permissionDenied);
  });

  test("cannot delete an account that staff opened", async () => {
    const id = await bench.openAccount({ currencyId: 2 });
    await bench.database.asOwner("delete from balances where account_id = $1", [id]);
    await bench.database.asOwner("delete from account_currency where account_id = $1", [id]);
    expect(await refusalOf(bench.database.asOwner("delete from accounts where id = $1", [id]))).toBe(permissionDenied);
  });
});

test("a posting that is not balanced cannot be written by anyone", async () => {
  const notNull = "23502";
  const checkViolated = "23514";
  const foreignKey = "23503";
  const insert =
    "insert into postings (journal_id, line, debit_account_id, credit_account_id, currency_id, amount, business_date) values";
  expect(await refusalOf(bench.database.asOwner(`${insert} (1, 1, 11, null, 2, 5, now())`))).toBe(notNull);
  expect(await refusalOf(bench.database.asOwner(`${insert} (1, 1, 11, 11, 2, 5, now())`))).toBe(checkViolated);
  expect(await refusalOf(bench.database.asOwner(`${insert} (1, 1, 11, 12, 2, 0, now())`))).toBe(checkViolated);
  expect(await refusalOf(bench.database.asOwner(`${insert} (1, 1, 11, 12, 2, -5, now())`))).toBe(checkViolated);
  // Whose account does not hold its currency is refused with the balance it would move.
  const write = (account: number) => `select write_postings(array[(1, 1, ${String(account)}, 12, 2, 5, now())::postings])`;
  expect(await refusalOf(bench.database.asOwner(write(999)))).toBe(foreignKey);
  expect(await refusalOf(bench.database.asOwner("insert into balances (account_id, currency_id) values (21, 4)"))).toBe(
    foreignKey,
  );
});
