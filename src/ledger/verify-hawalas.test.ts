import { createHash } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { incomingHawalaBody, outgoingHawalaBody, type HawalaBody } from "#contract/hawalas.ts";
import { transaction } from "#db/client.ts";
import { amountFrom } from "#kernel/amount.ts";
import { enterHawala } from "#server/features/hawalas/entry.ts";
import { payHawala } from "#server/features/hawalas/payout.ts";
import { moveHawala } from "#server/features/hawalas/standing.ts";
import { undoBatch } from "#server/features/import-batches/batches.ts";
import { importRead } from "#server/features/import-batches/import.ts";
import { payoutOf } from "#server/hawala/postings.ts";
import { incoming, outgoing } from "#test/support/hawalas.ts";
import {
  cashAccountId,
  createLedgerBench,
  currency,
  expectBooksBalance,
  faultsWhenTampered,
  tamper,
  type LedgerBench,
} from "#test/support/ledger.ts";

import { recordWithin } from "./post.ts";

let bench: LedgerBench;

/**
 * Hawalas 1 Pending, 2 Passed by transaction 1, 3 paid by transaction 2 and taken back, 4 to 6 outgoing with transactions 3 to 5:
 * in two currencies, in one from a walk-in, and cancelled. Import 1 has the hawalas 7 and 8, import 2 was undone.
 */
beforeAll(async () => {
  bench = await createLedgerBench();
  const { db } = bench.database;
  const stores = { db, ledger: bench.ledger };
  const partner = await bench.openAccount({ currencyId: currency.AFN, type: "hawala_partner" });
  await bench.openAccount({ currencyId: currency.AFN, type: "hawala_partner" });
  const sender = await bench.openAccount({ currencyId: currency.USD });
  const enter = (body: HawalaBody) => enterHawala(stores, body, bench.by());
  for (const hawalaNo of ["C1", "C2", "C3"]) await enter(incomingHawalaBody.parse(incoming({ hawalaNo, senderCode: "T1" })));
  for (const id of [2, 3]) await payHawala(stores, { id, payout: {} }, bench.by());
  await moveHawala(stores, { id: 3, asked: "pending" }, bench.by());
  const sent = { direction: "outgoing", senderAccountId: sender, partnerAccountId: partner };
  await enter(outgoingHawalaBody.parse(outgoing(sent)));
  await enter(outgoingHawalaBody.parse(outgoing({ direction: "outgoing", convertedCurrency: "USD", exchangeRate: "1" })));
  await enter(outgoingHawalaBody.parse(outgoing(sent)));
  await moveHawala(stores, { id: 6, asked: "cancelled" }, bench.by());
  await importSheet("first", ["A1", "A2"]);
  await importSheet("second", ["B1"]);
  await undoBatch(db, { id: 2, correctedCount: undefined }, bench.by());
});
afterAll(() => bench.database.drop());

async function importSheet(name: string, numbers: readonly string[]): Promise<void> {
  const bytes = Buffer.from(name);
  const figures = { amount: "10.00", exchangeRate: "90.00000000", rAmount: "900.00", rate: "60.00000000", intoUSD: "15.00" };
  const words = { senderName: "Idris Hotakzad", receiverName: "Mursal Rahimyar", receiverLocation: "Kabul", currency: "AFN" };
  const rows = numbers.map((hawalaNo, index) => ({
    ...figures,
    ...words,
    hawalaNo,
    row: index + 2,
    asWritten: {},
    errors: [],
    warnings: [],
  }));
  const sheet = {
    format: "xlsx",
    sheetName: "List",
    otherSheetsWithData: [],
    headerRow: 1,
    rows,
    skipped: [],
    skippedLines: 0,
  } as const;
  const file = { name: `${name}.xlsx`, bytes, sha256: createHash("sha256").update(bytes).digest() };
  const order = {
    file,
    sheet,
    sender: "T1",
    senderCode: "T1",
    transactionDate: undefined,
    skipInvalid: false,
    secondCopies: false,
  };
  await transaction(bench.database.db, (tx) => importRead(tx, order, bench.by()));
}

test("untouched books balance", () => expectBooksBalance(bench.database));

const twoPayouts =
  "drop index transactions_live_hawala; update transactions set deleted_at = null, deleted_by = null, hawala_id = 2 where id = 2";
const commissionOf = (hawala: number) =>
  `journal_id = (select journal_id from transactions where hawala_id = ${String(hawala)}) and credit_account_id = 12`;

describe("verify finds and names", () => {
  test.each([
    ["transactions", twoPayouts, /Hawala 2 is Passed with 2 live transactions/],
    ["hawalas", "update hawalas set status = 'Passed' where id = 1", /Hawala 1 is Passed with 0 live transactions/],
    ["hawalas", "update hawalas set status = 'Pending' where id = 2", /Hawala 2 is Pending with 1 live transactions/],
    ["hawalas", "update hawalas set transaction_id = null where id = 2", /Hawala 2 is Passed with 1 live transactions/],
    ["hawalas", "update hawalas set transaction_id = 2 where id = 2", /Hawala 2 is Passed with 1 live transactions/],
    ["hawalas", "update hawalas set status = 'sent' where id = 6", /Hawala 6 is sent with 0 live transactions/],
    ["hawalas", "update hawalas set status = 'cancelled' where id = 4", /Hawala 4 is cancelled with 1 live transactions/],
    ["transactions", "update transactions set hawala_id = 999 where id = 1", /Transaction 1: there is no hawala 999/],
    ["transactions", "update transactions set hawala_id = null where id = 1", /Transaction 1: a Hawala without a hawala/],
    ["transactions", "update transactions set type = 'Transfer' where id = 1", /Transaction 1: a Transfer with a hawala/],
    ["hawalas", "update hawalas set r_amount = 9200.01 where id = 2", /Hawala 2: the transaction 1 does not carry it/],
    ["hawalas", "update hawalas set currency_id = 2 where id = 2", /Hawala 2: the transaction 1 does not carry it/],
    ["hawalas", "update hawalas set sender_code = 'T2' where id = 2", /Hawala 2: the transaction 1 does not carry it/],
    ["hawalas", "update hawalas set paid_from_account_id = 101 where id = 2", /Hawala 2: the transaction 1 does not carry it/],
    ["transactions", "update transactions set in_account_id = 102 where id = 1", /Hawala 2: the transaction 1 does not carry it/],
    ["postings", "update postings set amount = 92 where journal_id = 1", /Hawala 2: the transaction 1 does not carry it/],
    ["hawalas", "update hawalas set amount = 101 where id = 4", /Hawala 4: the transaction 3 does not carry it/],
    ["hawalas", "update hawalas set r_amount = 6990 where id = 4", /Hawala 4: the transaction 3 does not carry it/],
    ["hawalas", "update hawalas set commission = 10 where id = 4", /Hawala 4: the transaction 3 does not carry it/],
    ["hawalas", "update hawalas set commission = 0 where id = 5", /Hawala 5: the transaction 4 does not carry it/],
    ["hawalas", "update hawalas set sender_account_id = 102 where id = 4", /Hawala 4: the transaction 3 does not carry it/],
    ["hawalas", "update hawalas set partner_account_id = 102 where id = 4", /Hawala 4: the transaction 3 does not carry it/],
    ["postings", `delete from postings where ${commissionOf(4)}`, /Hawala 4: the transaction 3 does not carry it/],
    ["postings", `update postings set amount = 1 where ${commissionOf(5)}`, /Hawala 5: the transaction 4 does not carry it/],
    ["hawalas", "update hawalas set receiver_name = 'Another' where id = 1", /Hawala 1: its state is not the one last audited/],
    ["hawalas", "update hawalas set r_amount = 92000 where id = 7", /Hawala 7: its state is not the one last audited/],
    ["hawalas", "update hawalas set sender_phone = '1' where id = 8", /Hawala 8: its state is not the one last audited/],
    [
      "hawalas",
      "update hawalas set created_at = now() - interval '1 day' where id = 8",
      /Hawala 8: its state is not the one last/,
    ],
    ["hawalas", "update hawalas set version = 2 where id = 8", /Hawala 8: 1 of 2 versions are in the audit log/],
    [
      "imported_states",
      "update imported_states set digests[1] = sha256('forged') where batch_id = 1",
      /Hawala 7: its state is not the one last audited\nImport 1: what it imported is not what was audited/,
    ],
    ["imported_states", "delete from imported_states where batch_id = 1", /Hawala 7: 0 of 1 versions are in the audit log/],
    ["imported_states", "delete from imported_states where batch_id = 2", /Import 2: what it imported is not what was audited/],
    [
      "audit_log",
      "delete from audit_log where object_type = 'hawala' and object_id = '2' and version = 1",
      /Hawala 2: 1 of 2 versions are in the audit log/,
    ],
    ["hawala_days", "update hawala_days set hawalas = hawalas + 1", /Hawalas of .*, incoming, Passed: counted 2, rows 1/],
    ["hawala_days", "update hawala_days set r_amount = 1 where status = 'Passed'", /Hawalas of .*, incoming, Passed: counted/],
    ["hawala_days", "update hawala_days set into_usd = 1 where status = 'Pending'", /Hawalas of .*, incoming, Pending: counted/],
    [
      "hawala_days",
      "update hawala_days set without_usd = 2 where status = 'Pending'",
      /Hawalas of .*, incoming, Pending: counted/,
    ],
    ["hawala_days", "delete from hawala_days where direction = 'outgoing'", /Hawalas of .*, outgoing, sent: counted 0, rows 1/],
    ["hawalas", "delete from hawalas where id = 7", /Import 1: 1 of its 2 hawalas are there/],
    ["import_batches", "update import_batches set imported_count = 3 where id = 1", /Import 1: 2 of its 3 hawalas are there/],
    [
      "import_batches",
      "update import_batches set undone_at = null, undone_by = null where id = 2",
      /Import 2: 0 of its 1 hawalas are there/,
    ],
    [
      "import_batches",
      "update import_batches set undone_at = now(), undone_by = imported_by where id = 1",
      /Import 1: 2 of its 2 hawalas are there/,
    ],
    ["hawala_settings", "update hawala_settings set next_number = 1005", /Hawala number HWL1004 was passed over/],
    ["hawalas", "update hawalas set normal_no = 'HWL2001' where id = 5", /Hawala number HWL1002 was passed over/],
  ])("in %s: %s", async (table, statement, fault) => {
    const faults = await faultsWhenTampered(bench, table, statement);
    expect(faults.join("\n")).toMatch(fault);
  });
});

describe("the database itself refuses", () => {
  const notTogether = /hawala \d+ and its transaction do not go together/;

  test("a second live transaction of a hawala, also to its owner with every trigger off", async () => {
    const statement = "update transactions set deleted_at = null, hawala_id = 2 where id = 2";
    await expect(tamper(bench, "transactions", statement)).rejects.toThrow("transactions_live_hawala");
    await bench.database.asOwner("alter table transactions enable trigger user");
  });

  test("what its transaction does not go together with", async () => {
    for (const [what, statement] of [
      ["a hawala that says Passed and was not paid", "update hawalas set status = 'Passed' where id = 1"],
      ["one that says Pending and was paid", "update hawalas set status = 'Pending', transaction_id = null where id = 2"],
      ["one that names another's payout", "update hawalas set transaction_id = 2, status = 'Passed' where id = 1"],
      [
        "a cancelled outgoing one whose booking stands",
        "update hawalas set status = 'cancelled', transaction_id = null where id = 4",
      ],
      [
        "one that begins as Passed",
        `insert into hawalas (direction, hawala_no, normal_no, status, sender_code, sender_name, receiver_name, amount, exchange_rate, r_amount,
        currency_id, transaction_date, created_by)
        select direction, 'NEW1', 'NEW1', 'Passed', sender_code, sender_name, receiver_name, amount, exchange_rate, r_amount, currency_id,
        transaction_date, created_by from hawalas where id = 2`,
      ],
    ] as const) {
      await expect(bench.database.pool.query(statement), what).rejects.toThrow(notTogether);
    }
    await expectBooksBalance(bench.database);
  });

  test("a payout that disappears below its hawala, also to the owner", async () => {
    const statement = "update transactions set deleted_at = now() where id = 1";
    await expect(bench.database.asOwner(statement)).rejects.toThrow("hawala 2 and its transaction do not go together");
  });

  test("a payout of a hawala that there is not", async () => {
    const words = { hawalaId: 999, hawalaNo: "X", senderName: "A", receiverName: "B", businessDate: undefined };
    const payout = { partnerId: 101, paidFromId: cashAccountId, currencyId: currency.AFN, amount: amountFrom("5.00") };
    const paid = transaction(bench.database.db, (tx) =>
      recordWithin(tx, { ...payoutOf(payout, words), actor: bench.by().actor }),
    );
    await expect(paid).rejects.toThrow("hawala 999 and its transaction do not go together");
    await expectBooksBalance(bench.database);
  });

  test("to delete", async () => {
    for (const [what, statement, fault] of [
      ["one that was entered by hand", "delete from hawalas where id = 1", /hawala 1 is not deleted/],
      ["one that was paid", "delete from hawalas where id = 2", /hawala 2 is not deleted/],
      ["one that was paid once", "delete from hawalas where id = 3", /hawala 3 is not deleted/],
      ["all of them", "truncate hawalas cascade", /permission denied/],
      ["a day's counts", "delete from hawala_days", /permission denied/],
    ] as const) {
      await expect(bench.database.pool.query(statement), what).rejects.toThrow(fault);
    }
    await expectBooksBalance(bench.database);
  });

  test("to its owner: to lose whom or what one names", async () => {
    for (const [what, statement, fault] of [
      ["a person who entered one", "delete from users where username = 'teller'", /recorded work|a hawala names this of users/],
      ["a partner's account", "delete from accounts where id = 101", /never deleted|names this of accounts/],
      ["an account's number", "update accounts set id = 9999 where code = 'T1'", "a hawala names this of accounts"],
      ["a currency's number", "update currencies set id = 99 where code = 'USD'", "a hawala names this of currencies"],
      ["all of them", "truncate hawalas cascade", "its rows are append-only"],
    ] as const) {
      await expect(bench.database.asOwner(statement), what).rejects.toThrow(fault);
    }
    await expectBooksBalance(bench.database);
  });

  test("what names nothing, belongs to the other direction, or is there already", async () => {
    for (const [what, statement, constraint] of [
      [
        "a sender's account that there is not",
        "update hawalas set sender_account_id = 999 where id = 4",
        "names what is not there",
      ],
      ["a partner that there is not", "update hawalas set partner_account_id = 999 where id = 4", "names what is not there"],
      [
        "a receiver's account that there is not",
        "update hawalas set receiver_account_id = 999 where id = 7",
        "names what is not there",
      ],
      ["a currency that there is not", "update hawalas set amount_currency_id = 99 where id = 4", "names what is not there"],
      [
        "a person that there is not",
        "update hawalas set modified_by = gen_random_uuid() where id = 8",
        "names what is not there",
      ],
      [
        "a transaction that there is not",
        "update hawalas set transaction_id = 999, status = 'Passed' where id = 1",
        "do not go together",
      ],
      [
        "to be entered by nobody",
        `insert into hawalas (direction, hawala_no, normal_no, status, sender_code, sender_name, receiver_name, amount, exchange_rate, r_amount,
        currency_id, transaction_date, created_by)
        select direction, 'NEW1', 'NEW1', 'Pending', sender_code, sender_name, receiver_name, amount, exchange_rate, r_amount, currency_id,
        transaction_date, gen_random_uuid() from hawalas where id = 1`,
        "names what is not there",
      ],
      ["a status of the other direction", "update hawalas set status = 'sent' where id = 1", "status_of_direction"],
      ["a partner account of an incoming one", "update hawalas set partner_account_id = 101 where id = 1", "fields_of_direction"],
      ["an incoming one without its sender", "update hawalas set sender_code = null where id = 1", "fields_of_direction"],
      ["one number twice of one sender", "update hawalas set normal_no = 'A1' where id = 8", "hawalas_incoming_number"],
      ["one number of ours twice", "update hawalas set normal_no = 'HWL1001' where id = 5", "hawalas_outgoing_number"],
      ["an amount of nothing", "update hawalas set r_amount = 0 where id = 1", "r_amount_check"],
    ] as const) {
      await expect(bench.database.pool.query(statement), what).rejects.toThrow(constraint);
    }
    await expectBooksBalance(bench.database);
  });
});

// Last of all: it goes on with books that are made once.
test("verify finds and names what was said to stand before the first change of an imported hawala", async () => {
  await moveHawala({ db: bench.database.db }, { id: 7, asked: "cancelled" }, bench.by());
  await expectBooksBalance(bench.database);
  const before = "object_type = 'hawala' and object_id = '7' and version = 2";
  for (const change of ['{"receiver_name": "Another"}', '{"r_amount": "9000.00"}', '{"sender_phone": "1"}']) {
    const faults = await faultsWhenTampered(bench, "audit_log", `update audit_log set old = old || '${change}' where ${before}`);
    expect(faults.join("\n")).toMatch("Hawala 7: what it was before its first change is not what was imported");
  }
});
