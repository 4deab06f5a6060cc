-- The close of a day: the cash as it was counted, and the books shut up to and with that day.

create table day_closes (
  id integer generated always as identity primary key,
  -- With it every earlier day is closed as well.
  business_date date not null,
  -- The cash account whose cash was counted; the office may name another one later.
  account_id integer not null references accounts,
  closed_by uuid not null references users,
  closed_at timestamptz not null default now(),
  reopened_by uuid references users,
  reopened_at timestamptz,
  reopening_reason text check (length(reopening_reason) between 1 and 500),
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopening_reason is null))
);
-- One close of a day stands; the latest that stands is the one that counts.
create unique index day_closes_standing on day_closes (business_date desc) where reopened_at is null;

create table day_close_counts (
  day_close_id integer not null references day_closes,
  currency_id integer not null references currencies,
  -- What the books said before the count, and what lay in the cash box.
  book numeric(20, 2) not null,
  counted numeric(20, 2) not null check (counted >= 0),
  -- How it was counted: [[value, pieces], …], values as text; what was not counted by pieces is the rest of it.
  denominations jsonb not null default '[]',
  reason text check (length(reason) between 1 and 500),
  -- The entry that booked the difference to the account of cash over and short.
  transaction_id integer references transactions,
  primary key (day_close_id, currency_id),
  check ((book = counted) = (transaction_id is null) and (book = counted or reason is not null))
);

-- A close is reopened, and nothing else about it ever changes.
create function refuse_change_of_close() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and old.reopened_at is null and new.reopened_at is not null
    and (new.id, new.business_date, new.account_id, new.closed_by, new.closed_at)
      is not distinct from (old.id, old.business_date, old.account_id, old.closed_by, old.closed_at) then
    return new;
  end if;
  raise exception 'the close of a day is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger reopened_only before update or delete on day_closes for each row execute function refuse_change_of_close();
create trigger never_truncated before truncate on day_closes for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on day_close_counts for each statement execute function refuse_change();

-- Whoever posts holds this shared until its commit, whoever closes or reopens a day holds it alone. So a posting is either in
-- the books that were compared with the count, or it finds the day closed.
create function hold_books(p_alone boolean) returns void
  language plpgsql
as $$
begin
  if p_alone then perform pg_advisory_xact_lock(hashtextextended('the close of a day', 0));
  else perform pg_advisory_xact_lock_shared(hashtextextended('the close of a day', 0));
  end if;
end $$;

create function hold_books_open() returns trigger
  language plpgsql
as $$
begin
  perform hold_books(false);
  return null;
end $$;
-- Before any balance is locked: the journal is written first.
create trigger held_open before insert on journal for each statement execute function hold_books_open();

-- Every act on the books is a row of the journal; none may belong to a day that is closed. SD001 is told to people in these words.
create function refuse_closed_day() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare closed record;
begin
  select d.business_date, u.username into closed
    from day_closes d join users u on u.id = d.closed_by
    where d.reopened_at is null order by d.business_date desc limit 1;
  if found and exists (select from added where business_date <= closed.business_date) then
    raise exception 'The books are closed up to % (by %). Choose a later date, or ask an admin to reopen the day',
      closed.business_date, closed.username using errcode = 'SD001';
  end if;
  return null;
end $$;
create trigger closed_days_stay after insert on journal referencing new table as added
  for each statement execute function refuse_closed_day();

-- The judgement of each event, as before but for one thing: the close of a day books its difference to the account of cash over and
-- short. It says so for its transaction alone; by hand nobody posts there.
create or replace function judge_events(p_events event[], p_today date) returns setof judgement
  language sql stable
as $$
  with facts as (
    select e.ordinal, e.type, e.is_admin, e.business_date, k.used is not null as key_used,
      e.out_account_id, e.currency_id, e.d_amount, e.in_account_id, e.c_currency_id, e.c_amount,
      e.was_out_account_id, e.was_in_account_id, e.was_currency_id, e.was_c_currency_id,
      o.id is not null as out_known, i.id is not null as in_known,
      o.code as out_code, o.account_name as out_name, o.account_status as out_status, o.account_type as out_type,
      i.code as in_code, i.account_name as in_name, i.account_status as in_status, i.account_type as in_type,
      coalesce(o.is_system, false) as out_system, coalesce(i.is_system, false) as in_system,
      c.code as currency, c.is_active as currency_active, cc.code as c_currency, cc.is_active as c_currency_active,
      (e.out_account_id, e.in_account_id) is not distinct from (e.was_out_account_id, e.was_in_account_id) as same_accounts,
      coalesce(current_setting('sarraf.closes_day', true), '') = 'on' as closes_day,
      e.out_account_id = s.cash_account_id as out_is_cash, e.in_account_id = s.cash_account_id as in_is_cash,
      oc.holds is null or ic.holds is null as opens,
      o.account_type = 'company' or o.currency_id = e.currency_id or oc.holds is not null as out_holds,
      i.account_type = 'company' or i.currency_id = e.c_currency_id or ic.holds is not null as in_holds
    from unnest(p_events) e
    cross join business_settings s
    left join lateral (select id, code, account_name, account_status, account_type, currency_id, is_system
      from accounts where id = e.out_account_id offset 0) o on true
    left join lateral (select id, code, account_name, account_status, account_type, currency_id, is_system
      from accounts where id = e.in_account_id offset 0) i on true
    left join lateral (select code, is_active from currencies where id = e.currency_id offset 0) c on true
    left join lateral (select code, is_active from currencies where id = e.c_currency_id offset 0) cc on true
    left join lateral (select true as holds from account_currency
      where account_id = e.out_account_id and currency_id = e.currency_id offset 0) oc on true
    left join lateral (select true as holds from account_currency
      where account_id = e.in_account_id and currency_id = e.c_currency_id offset 0) ic on true
    left join lateral (select true as used from idempotency_keys where user_id = e.actor_id and key = e.key offset 0) k on true
  ), judged as materialized (
    select f.*, case
      when not out_known then 'out_account_unknown'
      when not in_known then 'in_account_unknown'
      when out_system and type <> 'Hawala' and not (out_account_id = 14 and closes_day) then 'out_account_system'
      when in_system and type <> 'Hawala' and not (in_account_id = 14 and closes_day) then 'in_account_system'
      when currency is null then 'currency_unknown'
      when c_currency is null then 'c_currency_unknown'
      -- An entry keeps the accounts it was recorded with, also when the office's cash account is another one by now.
      when type in ('Debit', 'Credit') and not same_accounts and out_is_cash = in_is_cash then 'entry_without_cash'
      -- A company account is debited by Credit and credited by Debit; every other account the reverse.
      when type in ('Debit', 'Credit') and not same_accounts
        and out_is_cash <> ((type = 'Debit') = ((case when out_is_cash then in_type else out_type end) = 'company'))
        then 'entry_direction'
      when type = 'Transfer' and (out_is_cash or in_is_cash) and not is_admin then 'cash_transfer_forbidden'
      -- What it had on either side it may keep on either side: it may have been recorded the wrong way round.
      when out_status = 'closed' or out_status <> 'active'
        and out_account_id is distinct from was_out_account_id and out_account_id is distinct from was_in_account_id
        then 'out_account_inactive'
      when in_status = 'closed' or in_status <> 'active'
        and in_account_id is distinct from was_out_account_id and in_account_id is distinct from was_in_account_id
        then 'in_account_inactive'
      when not currency_active and not closes_day
        and currency_id is distinct from was_currency_id and currency_id is distinct from was_c_currency_id
        then 'currency_inactive'
      when not c_currency_active and not closes_day
        and c_currency_id is distinct from was_currency_id and c_currency_id is distinct from was_c_currency_id
        then 'c_currency_inactive'
      when type in ('Debit', 'Credit', 'Transfer') and not out_holds then 'out_cannot_hold'
      when type in ('Debit', 'Credit', 'Transfer') and not in_holds then 'in_cannot_hold'
      when business_date < date '2000-01-01' then 'date_too_early'
      when business_date > p_today + 1 then 'date_too_late'
    end as refusal
    from facts f
  )
  select ordinal, refusal, case when refusal is not null then jsonb_build_object(
      'outCode', out_code, 'outName', out_name, 'outStatus', out_status, 'outType', out_type,
      'inCode', in_code, 'inName', in_name, 'inStatus', in_status, 'inType', in_type, 'outIsCash', out_is_cash,
      'currency', currency, 'cCurrency', c_currency, 'lastDate', p_today + 1) end,
    key_used, opens,
    out_account_id, out_code, case out_type when 'company' then 1 else -1 end::smallint, currency_id, currency, d_amount,
    in_account_id, in_code, case in_type when 'company' then 1 else -1 end::smallint, c_currency_id, c_currency, c_amount
  from judged
$$;

grant select, insert, update on day_closes to sarraf_app;
grant select, insert on day_close_counts to sarraf_app;
grant execute on function hold_books to sarraf_app;
