import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { every } from "#server/ordered-list.ts";

import { withinDates, type Dates } from "./filters.ts";

/**
 * The dollars that the incoming hawalas of the default sender come to, without the cancelled ones: from the day that the
 * business settings begin to count on, within the dates asked for.
 */
export async function totalUsd(db: Kysely<DB>, dates: Dates): Promise<{ totalUsd: string }> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(d.into_usd), 0)::numeric(28, 2) as total
    from business_settings s
    join hawala_days d on d.direction = 'incoming' and d.sender_code = s.sender_code and d.status <> 'Cancelled'
      and d.transaction_date >= s.usd_total_from
    where ${every([sql`true`, ...withinDates(dates, sql`d.transaction_date`)])}`.execute(db);
  return { totalUsd: rows[0]?.total ?? "0.00" };
}
