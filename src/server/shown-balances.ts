import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";

/** What an account has of a currency, as it is shown: see {@link shownBalances}. */
export interface ShownBalance {
  readonly accountId: number;
  readonly currencyId: number;
  readonly currency: string;
  readonly symbol: string;
  /** Decimal text with two places. */
  readonly balance: string;
}

/**
 * The shown balances of accounts, by account: what a company account holds (debits − credits), what the house owes any
 * other (credits − debits). The account's own currency comes first, then the others by id.
 */
export async function shownBalances(
  db: Kysely<DB>,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ShownBalance[]>> {
  const byAccount = new Map<number, ShownBalance[]>(accountIds.map((id) => [id, []]));
  if (accountIds.length === 0) return byAccount;
  const { rows } = await sql<ShownBalance>`
    select b.account_id as "accountId", b.currency_id as "currencyId", c.code as currency, c.symbol,
      case a.account_type when 'company' then b.debits - b.credits else b.credits - b.debits end as balance
    from balances b
    join accounts a on a.id = b.account_id
    join currencies c on c.id = b.currency_id
    where b.account_id = any (${[...accountIds]}::integer[])
    order by b.account_id, b.currency_id <> a.currency_id, b.currency_id`.execute(db);
  for (const row of rows) byAccount.get(row.accountId)?.push(row);
  return byAccount;
}
