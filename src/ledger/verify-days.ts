import { sql, type RawBuilder } from "kysely";

import { overShortAccountId } from "#kernel/id.ts";

import { isAuditedThen } from "./verify-moments.ts";

/** The invariants of closed days; each selects the rows that break it, as `fault`. */
export const dayInvariants: readonly RawBuilder<unknown>[] = [
  // A closed day ends with what was counted, in each currency that the cash account holds; nothing was posted into it since.
  sql`select 'Day ' || d.business_date || ' was closed with ' || n.counted || ' ' || c.code || ', the books say ' || held.net as fault
    from day_closes d
    join day_close_counts n on n.day_close_id = d.id
    join currencies c on c.id = n.currency_id
    cross join lateral (select coalesce(sum(debits - credits), 0)::numeric(28, 2) as net from balance_days
      where account_id = d.account_id and currency_id = n.currency_id and business_date <= d.business_date) held
    where d.reopened_at is null and held.net <> n.counted
    union all
    select 'Day ' || d.business_date || ' was closed without a count of ' || c.code || ', the books say ' || held.net
    from day_closes d
    join balances b on b.account_id = d.account_id
    join currencies c on c.id = b.currency_id
    cross join lateral (select coalesce(sum(debits - credits), 0)::numeric(28, 2) as net from balance_days
      where account_id = d.account_id and currency_id = b.currency_id and business_date <= d.business_date) held
    where d.reopened_at is null and held.net <> 0
      and not exists (select from day_close_counts n where n.day_close_id = d.id and n.currency_id = b.currency_id)`,

  // The difference of a close that stands is in the books as it was found, over the account of cash over and short.
  sql`select 'Day ' || d.business_date || ': the difference of ' || (n.counted - n.book) || ' ' || c.code || ' is not booked' as fault
    from day_closes d
    join day_close_counts n on n.day_close_id = d.id and n.counted <> n.book
    join currencies c on c.id = n.currency_id
    left join transactions t on t.id = n.transaction_id
    where d.reopened_at is null
      and (t.deleted_at is not null or t.business_date <> d.business_date
        or (t.currency_id, t.d_amount, t.out_account_id, t.in_account_id) is distinct from (n.currency_id, abs(n.counted - n.book),
          case when n.counted > n.book then d.account_id else ${overShortAccountId}::integer end,
          case when n.counted > n.book then ${overShortAccountId}::integer else d.account_id end))`,

  // A close is what was audited when the day was closed, and its reopening what was audited then.
  sql`select 'The close ' || d.id || ' of ' || d.business_date || ' is not what was audited' as fault
    from day_closes d
    left join audit_log a on a.object_type = 'day_close' and a.object_id = d.id::text and a.action = 'day.closed'
    left join audit_log o on o.object_type = 'day_close' and o.object_id = d.id::text and o.action = 'day.reopened'
    where (a.new ->> 'date', a.new ->> 'accountId', a.actor_id) is distinct from (d.business_date::text, d.account_id::text, d.closed_by)
      or (o.actor_id, o.reason) is distinct from (d.reopened_by, d.reopening_reason)
      or not ${isAuditedThen("d.closed_at", "a")} or not ${isAuditedThen("d.reopened_at", "o")}
      or a.new -> 'counts' is distinct from (
        select coalesce(jsonb_agg(jsonb_build_object('currencyId', n.currency_id, 'currency', c.code, 'book', n.book::text,
          'counted', n.counted::text, 'difference', (n.counted - n.book)::text, 'reason', n.reason,
          'denominations', n.denominations, 'transactionId', n.transaction_id) order by n.currency_id), '[]')
        from day_close_counts n join currencies c on c.id = n.currency_id where n.day_close_id = d.id)`,
];
