import { sql, type Kysely } from "kysely";

import { allowLongStatements, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { fromSnapshot } from "#server/snapshot.ts";

import { foldFrom } from "./fold.ts";

/** Another server may be making the days anew, for the first time perhaps. */
const longestWaitMs = 25_000;

/**
 * Reads the stored days when they say what the books say, all in one snapshot. Days that a deal, a correction, a new rate or
 * another setting has overtaken are made anew first, from the first such day on; whoever posts does not wait for that.
 */
export async function readPositions<T>(db: Kysely<DB>, read: (tx: Tx) => Promise<T>): Promise<T> {
  const current = await fromSnapshot(db, async (tx) =>
    (await firstOvertaken(tx)) === undefined ? { answer: await read(tx) } : undefined,
  );
  return current === undefined ? inTurn(db, () => foldAndRead(db, read)) : current.answer;
}

function foldAndRead<T>(db: Kysely<DB>, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      // What is written here can be made again at any time: nobody waits until it has reached the disk.
      await sql`set local synchronous_commit = off`.execute(tx);
      await allowLongStatements(tx, longestWaitMs);
      await sql.raw(`set local lock_timeout = ${String(longestWaitMs)}`).execute(tx);
      // Before the first look at any row: the snapshot is then one that has what the last holder of the lock wrote.
      await sql`lock table position_folds in exclusive mode`.execute(tx);
      const firstDay = await firstOvertaken(tx);
      if (firstDay !== undefined) await foldFrom(tx, firstDay);
      return read(tx);
    });
}

/** Makes the stored days say what the books say, so that the next reader need not wait for it. */
export function foldPositions(db: Kysely<DB>): Promise<void> {
  return readPositions(db, () => Promise.resolve());
}

const turns = new WeakMap<Kysely<DB>, Promise<unknown>>();

/** One after the other within this server: nobody holds a connection only to wait. */
function inTurn<T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(db) ?? Promise.resolve()).then(work);
  turns.set(
    db,
    mine.catch(() => undefined),
  );
  return mine;
}

/**
 * The first day that no longer is what it was made from; undefined where all are. The movements of a position account only grow:
 * each posting adds to one of its two sums, a correction too. Equal sums therefore mean that nothing has changed, of an account
 * as well as of one of its days, and there is no row in flight that could be overlooked: the sums are in the same snapshot.
 */
async function firstOvertaken(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    with basis as materialized (
      select c.id, c.position_account_id, c.code = o.base_currency as is_base, o.time_zone, f.rate_id as rate_before,
        f.currency_id is not null and (f.base_currency, f.time_zone) <> (o.base_currency, o.time_zone) as is_other,
        (coalesce(f.debits, 0), coalesce(f.credits, 0)) <> (coalesce(b.debits, 0), coalesce(b.credits, 0)) as has_moved,
        (select r.id from currency_rates r where r.currency_id = c.id order by r.id desc limit 1) as rate_now
      from currencies c
      cross join business_settings o
      left join balances b on b.account_id = c.position_account_id and b.currency_id = c.id
      left join position_folds f on f.currency_id = c.id
    )
    select least(
      (select min(d.business_date) from basis s
        join balance_days d on d.account_id = s.position_account_id and d.currency_id = s.id
        left join position_days p on p.currency_id = s.id and p.business_date = d.business_date and not s.is_other
        where (s.has_moved or s.is_other) and (p.debits, p.credits) is distinct from (d.debits, d.credits)),
      -- The rates of one currency are recorded one after the other, each by whoever holds the currency's row. Those of its first day
      -- count for the days before, too, where it was given, and as the base currency everywhere.
      (select min(case when n.day > n.first_day then n.day else least(n.day,
          (select min(p.business_date) from position_days p where s.is_base or p.currency_id = s.id)) end)
        from basis s
        cross join lateral (select min(day) filter (where id > s.rate_before) as day, min(day) filter (where id <= s.rate_before) as first_day
          from (select id, (recorded_at at time zone s.time_zone)::date as day from currency_rates where currency_id = s.id) r) n
        where s.rate_now > s.rate_before)) as day`.execute(tx);
  return rows[0]?.day ?? undefined;
}
