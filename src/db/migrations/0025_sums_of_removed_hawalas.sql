-- As before; the sums by day of hawalas that were removed, or are of another currency by now, are nought and keep no currency.
create or replace function forget_unused_currency(p_currency_id integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from hawala_days d where d.currency_id = p_currency_id
    and d.hawalas = 0 and d.amount = 0 and d.r_amount = 0 and d.into_usd = 0;
  delete from balances b where b.currency_id = p_currency_id and b.debits = 0 and b.credits = 0
    and not exists (select from postings p where p.currency_id = p_currency_id);
  delete from account_currency c where c.currency_id = p_currency_id
    and not exists (select from balances b where b.account_id = c.account_id and b.currency_id = c.currency_id);
$$;
