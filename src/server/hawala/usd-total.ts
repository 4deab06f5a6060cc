import { sql, type Kysely } from "kysely";

import type { UsdTotal } from "#contract/hawala-lists.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { every } from "#server/ordered-list.ts";

import { withinDates, type Dates } from "./filters.ts";

/**
 * The dollars that the incoming hawalas of the default sender come to, without the cancelled ones: from the day that the
 * business settings begin to count on, within the dates asked for. With it, how many of them say nothing of dollars.
 */
export async function totalUsd(db: Kysely<DB>, dates: Dates): Promise<UsdTotal> {
  const { rows } = await sql<UsdTotal>`
    select coalesce(sum(d.into_usd), 0)::numeric(28, 2) as "totalUsd", coalesce(sum(d.without_usd), 0)::integer as "withoutUsd"
    from business_settings s
    join hawala_days d on d.direction = 'incoming' and d.sender_code = s.sender_code and d.status <> 'Cancelled'
      and d.transaction_date >= s.usd_total_from
    where ${every([sql`true`, ...withinDates(dates, sql`d.transaction_date`)])}`.execute(db);
  const [total] = rows;
  assert(total !== undefined, "a sum is one row");
  return total;
}
