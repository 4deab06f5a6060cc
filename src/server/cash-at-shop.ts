import { sql, type Kysely } from "kysely";

import type { CurrencyBalance } from "#contract/accounts.ts";
import type { DB } from "#db/types.gen.ts";

/** What the cash account holds of every currency that is in use at the office; decimal text. */
export async function cashAtShop(db: Kysely<DB>): Promise<readonly CurrencyBalance[]> {
  const { rows } = await sql<CurrencyBalance>`
    select c.id as "currencyId", c.code as currency, c.symbol, coalesce(b.debits - b.credits, 0)::numeric(24, 2) as balance
    from currencies c
    cross join business_settings s
    left join balances b on b.account_id = s.cash_account_id and b.currency_id = c.id
    where c.is_active or b.debits <> b.credits
    order by c.id`.execute(db);
  return rows;
}
