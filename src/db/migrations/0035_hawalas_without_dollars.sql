-- A sum of dollars is a part where some hawalas have none: how many these are is counted with it, day by day.
alter type hawala_movement add attribute without_usd integer;
alter table hawala_days add column without_usd integer not null default 0;
alter table hawala_days alter column without_usd drop default;

create or replace function movement_of(h hawalas, sign integer) returns hawala_movement
  language sql immutable
  return (h.direction, h.transaction_date, coalesce(h.sender_code, ''), coalesce(h.partner_account_id, 0),
    coalesce(h.paid_from_account_id, 0), h.status, h.currency_id, sign, sign * h.amount, sign * h.r_amount, sign * coalesce(h.into_usd, 0),
    case when h.direction = 'incoming' and h.into_usd is null then sign else 0 end)::hawala_movement;

create or replace function add_to_hawala_days(p_movements hawala_movement[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into hawala_days as d (direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id,
      hawalas, amount, r_amount, into_usd, without_usd)
    select direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id,
      sum(hawalas), sum(amount), sum(r_amount), sum(into_usd), sum(without_usd)
    from unnest(p_movements) m
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(hawalas) <> 0 or sum(amount) <> 0 or sum(r_amount) <> 0 or sum(into_usd) <> 0 or sum(without_usd) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id) do update
      set hawalas = d.hawalas + excluded.hawalas, amount = d.amount + excluded.amount,
        r_amount = d.r_amount + excluded.r_amount, into_usd = d.into_usd + excluded.into_usd,
        without_usd = d.without_usd + excluded.without_usd
$$;

create or replace function count_hawala_days() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    -- An import brings thousands of few kinds.
    perform add_to_hawala_days(array(
      select (direction, transaction_date, coalesce(sender_code, ''), coalesce(partner_account_id, 0), coalesce(paid_from_account_id, 0), status, currency_id, count(*),
        sum(amount), sum(r_amount), coalesce(sum(into_usd), 0),
        count(*) filter (where direction = 'incoming' and into_usd is null))::hawala_movement
      from new_rows group by direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id));
  elsif tg_op = 'DELETE' then
    perform add_to_hawala_days(array(select movement_of(o, -1) from old_rows o));
  else
    perform add_to_hawala_days(array(select movement_of(o, -1) from old_rows o union all select movement_of(n, 1) from new_rows n));
  end if;
  return null;
end $$;

update hawala_days d set without_usd = c.hawalas
  from (select transaction_date, sender_code, coalesce(paid_from_account_id, 0) as paid_from_account_id, status, currency_id, count(*) as hawalas
    from hawalas where direction = 'incoming' and into_usd is null group by 1, 2, 3, 4, 5) c
  where d.direction = 'incoming' and d.partner_account_id = 0 and (d.transaction_date, d.sender_code, d.paid_from_account_id, d.status, d.currency_id)
    = (c.transaction_date, c.sender_code, c.paid_from_account_id, c.status, c.currency_id);
