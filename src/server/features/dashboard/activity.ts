import { sql, type Kysely, type RawBuilder } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { every } from "#server/ordered-list.ts";

import { ofSender, type OfficeDay } from "./office-day.ts";

/**
 * Today's activity: the ids of the incoming hawalas whose date is today, and of those that were passed on today. Each stands in
 * one half alone.
 */
export function idsOfToday(day: OfficeDay): RawBuilder<unknown> {
  const ofThisSender = ofSender(day, sql`h.sender_code`);
  return sql`
    select h.id from hawalas h
    where ${every([sql`h.status in ('Pending', 'Passed', 'Cancelled')`, sql`h.transaction_date = ${day.today}::date`, ...ofThisSender])}
    union all
    select h.id from transactions pass join hawalas h on h.id = pass.hawala_id
    where ${every([
      sql`pass.hawala_id is not null and pass.deleted_at is null and pass.business_date = ${day.today}::date`,
      sql`h.status = 'Passed' and h.transaction_date <> ${day.today}::date`,
      ...ofThisSender,
    ])}`;
}

/** How many hawalas today's activity has. */
export async function countOfToday(db: Kysely<DB>, day: OfficeDay): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${idsOfToday(day)}) active`.execute(db);
  return rows[0]?.count ?? 0;
}
