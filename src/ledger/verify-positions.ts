import { sql, type RawBuilder } from "kysely";

/**
 * The invariants of the stored days of the currency positions; each selects the rows that break it, as `fault`. A day that deals
 * have overtaken is made anew before it is shown; until then it says what it was made from, and that must fit.
 */
export const positionInvariants: readonly RawBuilder<unknown>[] = [
  // A position is what its account has moved, day after day, and what was bought and sold; nothing else.
  sql`select 'Position in ' || c.code || ' on ' || w.business_date || ': stored ' || w.quantity || ', its account moved ' || w.moved ||
      ', its deals ' || w.dealt as fault
    from (select p.*, sum(credits - debits) over days as moved, sum(bought - sold) over days as dealt
      from position_days p window days as (partition by currency_id order by business_date)) w
    join currencies c on c.id = w.currency_id
    where w.quantity <> w.moved or w.quantity <> w.dealt`,

  // What all positions have cost together is what all deals have realised: a deal is worth the same on both of its sides.
  sql`select 'Positions cost ' || coalesce(sum(l.cost), 0) || ', their deals realised ' || (select sum(realised) from position_days) as fault
    from currencies c
    cross join lateral (select cost from position_days where currency_id = c.id order by business_date desc limit 1) l
    having sum(l.cost) <> (select sum(realised) from position_days)`,

  // What the people of a day made is what was made on that day.
  sql`select 'Position in currency ' || p.currency_id || ' on ' || p.business_date || ': the people of the day do not come to it' as fault
    from position_days p
    left join position_day_users u on u.currency_id = p.currency_id and u.business_date = p.business_date
    group by p.currency_id, p.business_date
    having (p.deals, p.bought, p.sold, p.realised)
      <> (coalesce(sum(u.deals), 0), coalesce(sum(u.bought), 0), coalesce(sum(u.sold), 0), coalesce(sum(u.realised), 0))`,

  // Where nothing has been posted since, the last day stands at what the position account holds.
  sql`select 'Position in ' || c.code || ': stored ' || coalesce(l.quantity, 0) || ', the account holds ' || (b.credits - b.debits) as fault
    from position_folds f
    join currencies c on c.id = f.currency_id
    join balances b on b.account_id = c.position_account_id and b.currency_id = c.id and (b.debits, b.credits) = (f.debits, f.credits)
    left join lateral (select quantity from position_days where currency_id = c.id order by business_date desc limit 1) l on true
    where coalesce(l.quantity, 0) <> b.credits - b.debits`,
];
