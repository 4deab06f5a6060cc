import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deleteCommand } from "#server/features/transactions/commands.ts";
import { usdTransfer } from "#test/support/events.ts";
import {
  auditKey,
  createLedgerBench,
  currency,
  expectBooksBalance,
  faultsWhenTampered,
  sealEverything,
  type LedgerBench,
} from "#test/support/ledger.ts";

import { sealAuditRows } from "./audit-chain.ts";
import { recordTransaction } from "./post.ts";
import { verify } from "./verify.ts";

let bench: LedgerBench;
/** Two accounts, three live transfers and a deleted one, all sealed. */
beforeAll(async () => {
  bench = await createLedgerBench();
  const from = await bench.openAccount({ currencyId: currency.USD });
  const to = await bench.openAccount({ currencyId: currency.USD });
  for (const amount of ["10.00", "20.00", "30.00", "40.00"]) {
    await recordTransaction(bench.ledger, usdTransfer(from, to, amount), bench.by());
  }
  const request = { id: 4, role: "admin" as const, expectedVersion: undefined, by: bench.by() };
  await deleteCommand(bench.database.db, { reason: "twice", formName: null }, request);
  await sealEverything(bench.database);
});
afterAll(() => bench.database.drop());

test("untouched books balance", () => expectBooksBalance(bench.database));

describe("verify finds and names", () => {
  test.each([
    ["balances", "update balances set debits = debits + 1 where account_id = 101", /Currency USD: debits .* are not credits/],
    [
      "balances",
      "update balances set debits = debits + 1, credits = credits + 1 where account_id = 101",
      /Balance of account 101 in currency 2/,
    ],
    [
      "balance_days",
      "update balance_days set credits = credits - 0.01 where account_id = 102",
      /Day .* of account 102 in currency 2/,
    ],
    ["balance_days", "delete from balance_days where account_id = 101", /Day .* of account 101/],
    ["balances", "delete from balances where account_id = 12", /Account 12 in currency 2: balance row and holding/],
    ["postings", "update postings set amount = 11 where journal_id = 1", /Transaction 1: its postings do not carry it/],
    ["postings", "update postings set amount = 41 where journal_id = 5", /Journal 5 is not the mirror of journal 4/],
    [
      "corrected_postings",
      "delete from corrected_postings where account_id = 102",
      /Journal 4\/1 of account 102: what was reversed and what is listed differ/,
    ],
    [
      "corrected_postings",
      "update corrected_postings set amount = 41 where account_id = 101",
      /Journal 4\/1 of account 101: what was reversed and what is listed differ/,
    ],
    ["postings", "delete from postings where journal_id = 2", /Transaction 2: its postings do not carry it/],
    [
      "postings",
      "update postings set business_date = business_date - 1 where journal_id = 3",
      /Transaction 3: its postings do not carry it/,
    ],
    ["postings", "update postings set debit_account_id = 11 where journal_id = 3", /Transaction 3: its postings do not carry it/],
    ["journal", "update journal set actor_id = gen_random_uuid() where id = 3", /Journal 3 was recorded by nobody/],
    ["postings", "update postings set journal_id = 999 where journal_id = 3", /Posting 999\/1 belongs to no journal row/],
    [
      "postings",
      "update postings set credit_account_id = 999 where journal_id = 3",
      /Balance of account 999 in currency \d+: stored 0\/0/,
    ],
    [
      "transactions",
      "update transactions set d_amount = 999, c_amount = 999 where id = 2",
      /Transaction 2: its postings do not carry it/,
    ],
    [
      "transactions",
      "update transactions set narrative = 'something else' where id = 2",
      /Transaction 2: its state is not the one last audited/,
    ],
    [
      "transactions",
      "update transactions set created_at = created_at + interval '1 microsecond' where id = 3",
      /Transaction 3: its state is not the one last audited/,
    ],
    [
      "audit_log",
      "update audit_log set new = new || jsonb_build_object('digest', repeat('0', 64)) where id = 2",
      /Transaction 2: its state is not the one last audited/,
    ],
    [
      "audit_log",
      'update audit_log set old = old || \'{"narrative": "Another"}\' where version = 2',
      /Transaction 4: what it was before its first correction is not what was recorded/,
    ],
    ["transactions", "update transactions set deleted_at = null where id = 4", /Transaction 4: 0 journal rows stand unreversed/],
    ["transactions", "update transactions set deleted_at = now() where id = 1", /Transaction 1: 1 journal rows stand unreversed/],
    ["audit_log", "update audit_log set actor = 'nobody' where id = 2", /Audit log: rows \d+ to \d+ are not what seal \d+/],
    ["audit_log", "delete from audit_log where id = 1", /Transaction 1: 0 of 1 versions are in the audit log/],
    ["audit_seals", "update audit_seals set mac = sha256('forged') where seq = 1", /Audit log: .* seal 1/],
    ["audit_seals", "update audit_seals set row_count = row_count - 1 where seq = 1", /Audit log: .* seal 1/],
    ["account_code_settings", "update account_code_settings set next_number = 1002", /Account code AC1000 was passed over/],
  ])("in %s: %s", async (table, statement, fault) => {
    const faults = await faultsWhenTampered(bench, table, statement);
    expect(faults.join("\n")).toMatch(fault);
  });

  test("an audit chain that was sealed with another key", async () => {
    const { faults } = await verify(bench.database.db, Buffer.alloc(32, 8));
    expect(faults.join("\n")).toMatch(/Audit log: .* seal 1/);
  });

  test("a row that was slipped in under a seal", async () => {
    const faults = await faultsWhenTampered(
      bench,
      "audit_log",
      "insert into audit_log (era, xid, action, object_type) values (0, '1', 'call.refused', 'call')",
    );
    expect(faults.join("\n")).toMatch(/Audit log: .* seal 1/);
  });
});

test("a row in flight is not sealed, nor is a later one before it", async () => {
  const { database } = bench;
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("insert into audit_log (action, object_type) values ('slow', 'call')");
  await database.pool.query("insert into audit_log (action, object_type) values ('quick', 'call')");
  expect(await sealAuditRows(database.db, auditKey)).toBe(0);
  await client.query("commit");
  client.release();
  await sealEverything(database);
  await expectBooksBalance(database);
});
