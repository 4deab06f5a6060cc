import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { inject } from "vitest";

import { currencyPositionReport } from "#contract/currency-position.ts";
import { cancelHawala, createHawala, hawalaToPending, passHawala } from "#contract/hawalas.ts";
import { settlePartner } from "#contract/partner-settlements.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { clientConfig } from "#db/client.ts";
import { inDatabase } from "#db/connection.ts";
import { attachEmbedded } from "#db/embedded.ts";
import type { DB } from "#db/types.gen.ts";
import { verify } from "#ledger/verify.ts";
import { openDayDesk } from "#test/support/day-desk.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { imported, listOf } from "#test/support/import-batches.ts";
import { auditKey, currency, sealEverything } from "#test/support/ledger.ts";

/** An office with a row of every kind that the books are made of, all of it sealed. */
export async function openFullBooks(): Promise<Desk> {
  const desk = await openDesk();
  const { admin, operator } = desk;
  const [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
  const bank = await desk.open(currency.AFN, { accountType: "company" });
  const london = await openLondon(desk);
  const days = await openDayDesk(desk);
  const past = days.nextDay();
  await desk.post(bodies.credit(farid, "1000", { transDate: past }));
  await desk.post(bodies.transfer(cash, bank, "90000", { transDate: past }));
  await days.close(past);
  const corrected = await desk.post(bodies.transfer(farid, zahra, "70.50"), { "idempotency-key": "a-key" });
  await admin.ok(updateTransaction, { params: { id: corrected.id }, body: bodies.transfer(farid, zahra, "71") });
  for (const isRecovered of [false, true]) {
    const deleted = await desk.post(bodies.debit(farid, "20"));
    await admin.ok(deleteTransaction, { params: { id: deleted.id }, body: { reason: "Twice" } });
    if (isRecovered) await admin.ok(recoverTransaction, { params: { id: deleted.id } });
  }
  const deal = { currencyId: currency.USD, cCurrencyId: currency.AFN, dAmount: "100", cAmount: "7000", exRate: "70" };
  await admin.ok(createTransaction, { body: bodies.exchange(farid, cash, deal) });
  const [passed, reopened, cancelled] = await Promise.all([1, 2, 3].map(() => operator.ok(createHawala, { body: incoming() })));
  for (const hawala of [passed, reopened]) await admin.ok(passHawala, { params: { id: hawala?.id ?? 0 }, body: {} });
  await admin.ok(hawalaToPending, { params: { id: reopened?.id ?? 0 } });
  await admin.ok(cancelHawala, { params: { id: cancelled?.id ?? 0 } });
  for (const more of [{}, { partnerAccountId: london.id, senderAccountId: farid.id }])
    await operator.ok(createHawala, { body: outgoing(more) });
  await imported(operator, listOf([{}, {}, {}]));
  await admin.ok(settlePartner, {
    body: {
      partnerAccountId: london.id,
      direction: "received",
      means: "bank",
      counterAccountId: bank.id,
      currencyId: currency.AFN,
      amount: "1000",
      throughHawalaId: passed?.id,
      lastSettlementId: null,
      note: "By letter",
    },
  });
  // Folds the positions of the currencies.
  await admin.ok(currencyPositionReport, { query: {} });
  await sealEverything(desk.server.database);
  return desk;
}

/** Somebody who holds the keys of the database itself, and whom no trigger and no foreign key stops. */
export interface Intruder {
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** What verify finds after this; then everything is as it was. Undefined where the statement changed nothing or was refused. */
  faultsAfter(statement: string, values: readonly unknown[]): Promise<readonly string[] | undefined>;
  close(): Promise<void>;
}

export async function openIntruder({ server }: Desk): Promise<Intruder> {
  const { superuser } = await attachEmbedded(inject("testDataDir"));
  const client = new pg.Client(clientConfig(inDatabase(superuser, server.database.name), { statementTimeoutMs: 60_000 }));
  await client.connect();
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withinItsTransaction(client) }) });
  await client.query("set session_replication_role = replica");
  return {
    query: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(sql, [...values])).rows,
    faultsAfter: async (statement, values) => {
      await client.query("begin isolation level repeatable read");
      try {
        const isDone = await client.query(statement, [...values]).then(
          ({ rowCount }) => rowCount === 1,
          () => false,
        );
        return isDone ? (await verify(db, auditKey)).faults : undefined;
      } finally {
        await client.query("rollback");
      }
    },
    close: () => client.end(),
  };
}

/** The one connection as a pool, on which verify's own transaction is a part of the one that is open already. */
function withinItsTransaction(client: pg.Client): PostgresPool {
  const query = (sql: string, values?: readonly unknown[]): unknown =>
    client.query(
      /^(begin|start transaction|commit|rollback)/i.test(sql) ? "select" : sql,
      values === undefined ? undefined : [...values],
    );
  const one = { query, release: () => undefined } as unknown as PostgresPoolClient;
  return { connect: async () => one, end: async () => undefined } as unknown as PostgresPool;
}
