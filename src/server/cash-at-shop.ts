import { sql, type Kysely } from "kysely";

import type { CurrencyBalance } from "#contract/accounts.ts";
import type { DB } from "#db/types.gen.ts";

/**
 * What the cash account holds of every currency that is in use at the office, and of each that has moved there since a date,
 * inactive and empty as it may be by now; decimal text.
 */
export async function cashAtShop(db: Kysely<DB>, movedSince?: string): Promise<readonly CurrencyBalance[]> {
  const { rows } = await sql<CurrencyBalance>`
    select c.id as "currencyId", c.code as currency, c.symbol, coalesce(b.debits - b.credits, 0)::numeric(24, 2) as balance
    from currencies c
    cross join business_settings s
    left join balances b on b.account_id = s.cash_account_id and b.currency_id = c.id
    where c.is_active or b.debits <> b.credits or exists (
      select from balance_days d
      where d.account_id = s.cash_account_id and d.currency_id = c.id and d.business_date >= ${movedSince ?? null}::date)
    order by c.id`.execute(db);
  return rows;
}
