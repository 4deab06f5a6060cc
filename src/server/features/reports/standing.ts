import { sql, type RawBuilder } from "kysely";

import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";

/** Today at the office. */
export async function officeToday(tx: Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select office_today() as today`.execute(tx);
  const [row] = rows;
  assert(row !== undefined, "today is a day");
  return row.today;
}

/**
 * The balance of every account and currency at the end of a day, as account_id, currency_id and net (debits − credits): what it
 * is now without what belongs to later days.
 */
export function standingAt(day: string, currencyId: number | undefined): RawBuilder<unknown> {
  return sql`
    select b.account_id, b.currency_id, b.debits - b.credits - coalesce(later.net, 0) as net
    from balances b
    left join (
      select account_id, currency_id, sum(debits - credits) as net from balance_days where business_date > ${day}::date group by 1, 2
    ) later using (account_id, currency_id)
    where ${currencyId === undefined ? sql`true` : sql`b.currency_id = ${currencyId}`}`;
}
