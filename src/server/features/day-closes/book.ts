import { sql, type Kysely } from "kysely";

import type { BookCurrency, DailyBook } from "#contract/day-closes.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";
import { fromSnapshot } from "#server/snapshot.ts";

import { accountOfClosed, closeOfDay } from "./closes.ts";

interface Day {
  readonly today: string;
  readonly cashAccountId: number;
  readonly closedThrough: string | null;
}

/** The cash book of a business date; today's where none is given. One state of the books in all its figures. */
export function dailyBookOf(db: Kysely<DB>, given: string | undefined): Promise<DailyBook> {
  return fromSnapshot(db, async (snapshot) => {
    const { today, cashAccountId, closedThrough } = await officeDay(snapshot);
    const date = given ?? today;
    const close = await closeOfDay(snapshot, date);
    // A closed day is shown as it was closed, over the account whose cash was counted, also where a later close shut it.
    const accountId = (await accountOfClosed(snapshot, date)) ?? cashAccountId;
    return {
      date,
      today,
      cashAccountId: accountId,
      currencies: await currenciesOf(snapshot, accountId, date),
      closedThrough,
      close: close ?? null,
    };
  });
}

/** Today at the office, whose cash is counted, and up to which day the books are closed. */
export async function officeDay(tx: Tx): Promise<Day> {
  const { rows } = await sql<Day>`
    select office_today() as today, s.cash_account_id as "cashAccountId",
      (select max(business_date) from day_closes where reopened_at is null) as "closedThrough"
    from business_settings s`.execute(tx);
  const [day] = rows;
  assert(day !== undefined, "an office has settings");
  return day;
}

/** What an account holds of each currency of the office at the end of a day. */
export async function heldAtEnd(tx: Tx, accountId: number, date: string) {
  const { rows } = await sql<{ currencyId: number; currency: string; held: string }>`
    select c.id as "currencyId", c.code as currency, (coalesce(b.debits - b.credits, 0) - coalesce((
      select sum(d.debits - d.credits) from balance_days d
      where d.account_id = b.account_id and d.currency_id = b.currency_id and d.business_date > ${date}::date), 0))::numeric(24, 2) as held
    from currencies c left join balances b on b.account_id = ${accountId} and b.currency_id = c.id
    order by c.id`.execute(tx);
  return rows;
}

/** Every currency in use, and each that was in the cash box on that day, whether or not it is in use or in the cash box now. */
async function currenciesOf(tx: Tx, accountId: number, date: string): Promise<BookCurrency[]> {
  const types = sql`array[${sql.join([...transactionTypes])}]`;
  const side = (column: "out_account_id" | "in_account_id") => sql`
    select id, type, journal_id from transactions
    where ${sql.ref(column)} = ${accountId} and type = any (${types}) and business_date = ${date}::date and deleted_at is null`;
  const { rows } = await sql<BookCurrency>`
    with movements as (
      -- "union", since a deal between two currencies of the cash box is met on both sides.
      select p.currency_id, t.type, count(*) as movements, sum(p.amount) filter (where p.debit_account_id = ${accountId}) as received,
        sum(p.amount) filter (where p.credit_account_id = ${accountId}) as paid
      from (${side("out_account_id")} union ${side("in_account_id")}) t
      cross join lateral (select * from postings where journal_id = t.journal_id offset 0) p
      where ${accountId} in (p.debit_account_id, p.credit_account_id)
      group by 1, 2
    ), days as (
      select currency_id, sum(debits - credits) as since,
        coalesce(sum(debits - credits) filter (where business_date > ${date}::date), 0) as later
      from balance_days where account_id = ${accountId} and business_date >= ${date}::date group by 1
    )
    select c.id as "currencyId", c.code as currency, c.symbol,
      held.opening::numeric(24, 2) as opening, held.closing::numeric(24, 2) as closing,
      coalesce(m.received, 0)::numeric(24, 2) as in, coalesce(m.paid, 0)::numeric(24, 2) as out,
      coalesce(m.movements, 0)::integer as movements, coalesce(m.by_type, '[]') as "byType"
    from currencies c
    left join balances b on b.account_id = ${accountId} and b.currency_id = c.id
    left join days d on d.currency_id = c.id
    cross join lateral (select coalesce(b.debits - b.credits, 0) - coalesce(d.since, 0) as opening,
      coalesce(b.debits - b.credits, 0) - coalesce(d.later, 0) as closing) held
    left join (
      select currency_id, sum(received) as received, sum(paid) as paid, sum(movements) as movements,
        jsonb_agg(jsonb_build_object('transType', type, 'movements', movements,
          'in', coalesce(received, 0)::numeric(24, 2)::text, 'out', coalesce(paid, 0)::numeric(24, 2)::text) order by type) as by_type
      from movements group by 1
    ) m on m.currency_id = c.id
    where c.is_active or held.opening <> 0 or held.closing <> 0 or m.movements is not null
    order by c.id`.execute(tx);
  return rows;
}
