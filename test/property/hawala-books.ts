import type pg from "pg";
import { expect } from "vitest";

import { textOf, type HawalaOracle } from "./hawala-oracle.ts";

/**
 * Everything that is stored is what the paper ledger says: each hawala and each transaction with its standing, every balance of
 * every account and day, and the counts of hawalas by day.
 */
export async function expectSameBooks(pool: pg.Pool, oracle: HawalaOracle): Promise<void> {
  await expectSameHawalas(pool, oracle);
  await expectSameTransactions(pool, oracle);
  await expectSameBalances(pool, oracle);
  await expectSameDays(pool, oracle);
}

async function expectSameHawalas(pool: pg.Pool, oracle: HawalaOracle): Promise<void> {
  const hawalas = await pool.query<{ told: string }>(
    `select concat_ws('|', id, status, version, coalesce(transaction_id, 0), coalesce(paid_from_account_id, 0), r_amount, normal_no) as told
      from hawalas order by id`,
  );
  const paper = [...oracle.hawalas.values()].toSorted((left, right) => left.id - right.id);
  expect(hawalas.rows.map(({ told }) => told)).toEqual(
    paper.map(({ id, status, version, live, paidFrom, slip }) =>
      [id, status, version, live ?? 0, paidFrom ?? 0, textOf(slip.rAmount), slip.number].join("|"),
    ),
  );
}

async function expectSameTransactions(pool: pg.Pool, oracle: HawalaOracle): Promise<void> {
  const transactions = await pool.query<{ told: string }>(
    "select concat_ws('|', id, coalesce(hawala_id, 0), version, business_date, deleted_at is null) as told from transactions order by id",
  );
  const known = [...oracle.transactions.values()].toSorted((left, right) => left.id - right.id);
  expect(transactions.rows.map(({ told }) => told)).toEqual(
    known.map(({ id, hawalaId, version, date, deleted }) => [id, hawalaId ?? 0, version, date, deleted ? "f" : "t"].join("|")),
  );
}

/** Every balance of every account, the house's own too, and the movement of every day. */
async function expectSameBalances(pool: pg.Pool, oracle: HawalaOracle): Promise<void> {
  const stored = await pool.query<{ key: string; net: string }>(
    `select concat_ws('/', account_id, currency_id) as key, debits - credits as net from balances where debits <> credits
      union all select concat_ws('/', account_id, currency_id, business_date), debits - credits from balance_days where debits <> credits`,
  );
  const paper = [...oracle.nets, ...oracle.days].filter(([, net]) => net !== 0n).map(([key, net]) => `${key} ${textOf(net)}`);
  expect(stored.rows.map(({ key, net }) => `${key} ${net}`).toSorted()).toEqual(paper.toSorted());
}

async function expectSameDays(pool: pg.Pool, oracle: HawalaOracle): Promise<void> {
  const stored = await pool.query<{ key: string; told: string }>(
    `select concat_ws('|', direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id) as key,
      concat_ws('|', hawalas, amount, r_amount, into_usd, without_usd) as told from hawala_days where hawalas <> 0 or amount <> 0 or r_amount <> 0 or into_usd <> 0 or without_usd <> 0`,
  );
  expect(new Map(stored.rows.map(({ key, told }) => [key, told]))).toEqual(oracle.hawalaDays());
}
