import { sql, type RawBuilder } from "kysely";

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

/**
 * The accounts whose balance is spent and not held, as account_id: the company accounts of the expense codes, none of which is the
 * cash account's.
 */
export const expenseAccounts: RawBuilder<unknown> = sql`
    select a.id as account_id
    from business_settings s
    join accounts a on a.code = any (s.expense_codes) and a.account_type = 'company'`;
