import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { expect } from "vitest";

import type { AskedBy } from "#ledger/answered-key.ts";
import { sealAuditRows } from "#ledger/audit-chain.ts";
import { createRecorder } from "#ledger/batch.ts";
import { openCurrencyBook } from "#ledger/currency-book.ts";
import type { Ledger } from "#ledger/post.ts";
import { faultsWithin, verify } from "#ledger/verify.ts";

import { createTestDatabase, type TestDatabase } from "./database.ts";
import { eventually } from "./eventually.ts";

/** Currency ids of the start data. */
export const currency = { AFN: 1, USD: 2, EUR: 3, PKR: 4 } as const;
export const cashAccountId = 11;

/** The audit key of tests. */
export const auditKey = Buffer.alloc(32, 7);

/** A database with a ledger on it and one admin, below the HTTP layer. */
export interface LedgerBench {
  readonly database: TestDatabase;
  readonly ledger: Ledger;
  /** Acts as the admin; with a key where one is given. */
  by(key?: string, requestHash?: string): AskedBy;
  openAccount(account: { currencyId: number; type?: string; status?: string }): Promise<number>;
}

export async function createLedgerBench(maxConnections = 10): Promise<LedgerBench> {
  const database = await createTestDatabase(maxConnections);
  const userId = randomUUID();
  await database.asOwner("insert into users (id, username, password_hash, role) values ($1, 'teller', '-', 'admin')", [userId]);
  const actor = { userId, username: "teller", isAdmin: true, ip: "127.0.0.1", requestId: "test" };
  let opened = 0;
  return {
    database,
    ledger: { recorder: createRecorder(database.pool), currencies: openCurrencyBook(database.pool) },
    by: (key, requestHash = "same") => ({
      actor,
      idempotency: key === undefined ? undefined : { key, call: "POST /api/transactions", requestHash },
    }),
    openAccount: async ({ currencyId, type = "customer", status = "active" }) => {
      opened += 1;
      const [row] = await database.asOwner<{ id: number }>(
        `insert into accounts (code, account_name, currency_id, account_type, account_status)
          values ('T' || $1, 'Account ' || $1, $2, $3, $4) returning id`,
        [opened, currencyId, type, status],
      );
      if (row === undefined) throw new Error("no account was opened");
      await database.asOwner("select open_account_currency($1, $2)", [row.id, currencyId]);
      return row.id;
    },
  };
}

/** Changes rows of a table as someone would who holds the keys of the database itself. */
export async function tamper({ database }: Pick<LedgerBench, "database">, table: string, statement: string): Promise<void> {
  await database.asOwner(`alter table ${table} disable trigger user`);
  await database.asOwner(statement);
  await database.asOwner(`alter table ${table} enable trigger user`);
}

/**
 * What a verification finds when a table was tampered with. It looks from within the transaction that has done so and that is given up
 * then: the books are as they were, and made once for many such tests.
 */
export function faultsWhenTampered(
  { database }: Pick<LedgerBench, "database">,
  table: string,
  statement: string,
): Promise<readonly string[]> {
  return database.asOwnerForNow(async (tx) => {
    for (const step of [`alter table ${table} disable trigger user`, statement, `alter table ${table} enable trigger user`])
      await sql.raw(step).execute(tx);
    return faultsWithin(tx, auditKey);
  });
}

/** Seals every audit row. Transactions of other databases of the cluster may hold that up for a moment. */
export async function sealEverything({ db }: Pick<TestDatabase, "db">): Promise<void> {
  await eventually("every audit row is sealed", async () => {
    await sealAuditRows(db, auditKey);
    const { rows } = await sql<{ sealed: boolean }>`
      select (select count(*) from audit_log) = (select coalesce(sum(row_count), 0) from audit_seals) as sealed`.execute(db);
    return rows[0]?.sealed;
  });
}

/** Every test that writes ends with this: the books balance and the audit chain is whole. */
export async function expectBooksBalance(database: Pick<TestDatabase, "db">): Promise<void> {
  await sealEverything(database);
  const { faults } = await verify(database.db, auditKey);
  expect(faults).toEqual([]);
}
