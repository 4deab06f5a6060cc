import { sql, type Kysely, type RawBuilder } from "kysely";

import type { DayClose } from "#contract/day-closes.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { cutPage, idInCursor, type PageAsked } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";

interface CloseRow extends Omit<DayClose, "closedAt" | "reopenedAt"> {
  readonly closedAt: Date;
  readonly reopenedAt: Date | null;
}

/** The closes, the latest first; the cursor is the id of the last one. */
export async function listCloses(db: Kysely<DB>, { limit, cursor }: PageAsked): Promise<Page<DayClose>> {
  const before = cursor === undefined ? null : idInCursor(cursor);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from day_closes`.execute(db);
  const found = await closesWhere(
    db,
    sql`where ${before}::integer is null or d.id < ${before} order by d.id desc limit ${limit + 1}`,
  );
  const { shown, next } = cutPage(found, limit);
  return { rows: shown, total: counted[0]?.total ?? 0, nextCursor: next && String(next.id) };
}

/** One close. Refuses an id that none has. */
export async function closeById(db: Kysely<DB>, id: number): Promise<DayClose> {
  const [close] = await closesWhere(db, sql`where d.id = ${id}`);
  if (close === undefined) throw new Refusal("not_found", `There is no close ${String(id)}`);
  return close;
}

/** The close of a day that stands. */
export async function closeOfDay(db: Kysely<DB>, date: string): Promise<DayClose | undefined> {
  const [close] = await closesWhere(db, sql`where d.business_date = ${date}::date and d.reopened_at is null`);
  return close;
}

/** The cash account whose count shut a day: that of the first close that stands on it or after it. Undefined where the day is open. */
export async function accountOfClosed(db: Kysely<DB>, date: string): Promise<number | undefined> {
  const { rows } = await sql<{ accountId: number }>`
    select account_id as "accountId" from day_closes
    where reopened_at is null and business_date >= ${date}::date order by business_date limit 1`.execute(db);
  return rows[0]?.accountId;
}

async function closesWhere(db: Kysely<DB>, condition: RawBuilder<unknown>): Promise<DayClose[]> {
  const { rows } = await sql<CloseRow>`
    select d.id, d.business_date as date, d.account_id as "accountId", c.username as "closedBy", d.closed_at as "closedAt",
      o.username as "reopenedBy", d.reopened_at as "reopenedAt", d.reopening_reason as "reopeningReason", (
        select coalesce(jsonb_agg(jsonb_build_object('currencyId', n.currency_id, 'currency', y.code, 'book', n.book::text,
          'counted', n.counted::text, 'difference', (n.counted - n.book)::text, 'reason', n.reason,
          'denominations', n.denominations, 'transactionId', n.transaction_id) order by n.currency_id), '[]')
        from day_close_counts n join currencies y on y.id = n.currency_id where n.day_close_id = d.id) as counts
    from day_closes d join users c on c.id = d.closed_by left join users o on o.id = d.reopened_by
    ${condition}`.execute(db);
  return rows.map((row) => ({
    ...row,
    closedAt: row.closedAt.toISOString(),
    reopenedAt: row.reopenedAt?.toISOString() ?? null,
  }));
}
