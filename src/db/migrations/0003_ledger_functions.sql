-- The only writers of the ledger. Each runs with the owner's rights and checks again what the program has decided;
-- an expected "no" is a row with a refusal, never an exception, so that one bad request does not harm its neighbours.

-- A business event as the program hands it over, with its postings as [[debit account, credit account, currency, amount], …].
create type event as (
  ordinal integer,
  call text, key text, request_hash text,
  actor_id uuid, actor text, is_admin boolean, ip text, request_id text,
  type text,
  out_account_id integer, currency_id integer, d_amount numeric(20, 2),
  in_account_id integer, c_currency_id integer, c_amount numeric(20, 2),
  ex_rate numeric(20, 8), narrative text, c_narrative text, business_date date,
  reference_id integer, hawala_id integer,
  postings jsonb,
  -- A correction: the accounts and currencies the event had before, which it may keep although they are inactive.
  was_out_account_id integer, was_in_account_id integer, was_currency_id integer, was_c_currency_id integer,
  -- Given by the database.
  transaction_id integer, journal_id bigint
);

create type outcome as (ordinal integer, refusal text, detail jsonb);

-- A transaction as JSON, money as text: what answers, the audit log and the history show.
create function transaction_json(t transactions) returns jsonb
  language sql stable
as $$
  select jsonb_build_object(
    'id', t.id, 'version', t.version, 'type', t.type,
    'outAccountId', t.out_account_id, 'currencyId', t.currency_id, 'dAmount', t.d_amount::text,
    'inAccountId', t.in_account_id, 'cCurrencyId', t.c_currency_id, 'cAmount', t.c_amount::text,
    'exRate', t.ex_rate::text, 'narrative', t.narrative, 'cNarrative', t.c_narrative,
    'businessDate', t.business_date, 'referenceId', t.reference_id, 'hawalaId', t.hawala_id,
    'createdBy', t.created_by, 'createdAt', t.created_at, 'modifiedBy', t.modified_by, 'modifiedAt', t.modified_at,
    'deletedBy', t.deleted_by, 'deletedAt', t.deleted_at, 'deletionReason', t.deletion_reason, 'formName', t.form_name)
$$;

-- Today at the office.
create function office_today() returns date
  language sql stable
as $$ select (now() at time zone time_zone)::date from business_settings $$;

-- Lets an account hold a currency.
create function open_account_currency(p_account_id integer, p_currency_id integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into account_currency values (p_account_id, p_currency_id) on conflict do nothing;
  insert into balances (account_id, currency_id) values (p_account_id, p_currency_id) on conflict do nothing;
$$;

-- Takes back what open_account_currency gave, where nothing was ever posted: for the deletion of an unused currency.
create function forget_unused_currency(p_currency_id integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  delete from balances b where b.currency_id = p_currency_id and b.debits = 0 and b.credits = 0
    and not exists (select from postings p where p.currency_id = p_currency_id);
  delete from account_currency c where c.currency_id = p_currency_id
    and not exists (select from balances b where b.account_id = c.account_id and b.currency_id = c.currency_id);
$$;

-- Closes an account whose balances are all zero; answers those that are not. No posting slips in between: a first posting
-- in a further currency waits for the table lock, any other for the balance rows.
create function close_account(p_account_id integer) returns setof balances
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  lock table account_currency in share mode;
  perform from balances where account_id = p_account_id order by currency_id for no key update;
  return query select * from balances where account_id = p_account_id and debits <> credits order by currency_id;
  if not found then
    update accounts set account_status = 'closed' where id = p_account_id and not is_system;
  end if;
end $$;

-- What stands against each event: at most one row for each, none where it may be recorded.
create function judge_events(p_events event[], p_today date) returns table (ordinal integer, refusal text, detail jsonb)
  language sql stable
as $$
  with facts as (
    select e.*, o.id is not null as out_known, i.id is not null as in_known,
      o.code as out_code, o.account_name as out_name, o.account_status as out_status, o.account_type as out_type,
      i.code as in_code, i.account_name as in_name, i.account_status as in_status, i.account_type as in_type,
      coalesce(o.is_system, false) as out_system, coalesce(i.is_system, false) as in_system,
      c.code as currency, c.is_active as currency_active, cc.code as c_currency, cc.is_active as c_currency_active,
      (e.out_account_id, e.in_account_id) is not distinct from (e.was_out_account_id, e.was_in_account_id) as same_accounts,
      e.out_account_id = s.cash_account_id as out_is_cash, e.in_account_id = s.cash_account_id as in_is_cash,
      o.account_type = 'company' or o.currency_id = e.currency_id or oc.account_id is not null as out_holds,
      i.account_type = 'company' or i.currency_id = e.c_currency_id or ic.account_id is not null as in_holds
    from unnest(p_events) e
    cross join business_settings s
    left join accounts o on o.id = e.out_account_id
    left join accounts i on i.id = e.in_account_id
    left join currencies c on c.id = e.currency_id
    left join currencies cc on cc.id = e.c_currency_id
    left join account_currency oc on oc.account_id = e.out_account_id and oc.currency_id = e.currency_id
    left join account_currency ic on ic.account_id = e.in_account_id and ic.currency_id = e.c_currency_id
  ), judged as (
    select f.*, case
      when not out_known then 'out_account_unknown'
      when not in_known then 'in_account_unknown'
      when out_system and type <> 'Hawala' then 'out_account_system'
      when in_system and type <> 'Hawala' then 'in_account_system'
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
      when not currency_active
        and currency_id is distinct from was_currency_id and currency_id is distinct from was_c_currency_id
        then 'currency_inactive'
      when not c_currency_active
        and c_currency_id is distinct from was_currency_id and c_currency_id is distinct from was_c_currency_id
        then 'c_currency_inactive'
      when type in ('Debit', 'Credit', 'Transfer') and not out_holds then 'out_cannot_hold'
      when type in ('Debit', 'Credit', 'Transfer') and not in_holds then 'in_cannot_hold'
      when business_date < date '2000-01-01' then 'date_too_early'
      when business_date > p_today + 1 then 'date_too_late'
    end as refusal
    from facts f
  )
  select j.ordinal, j.refusal, jsonb_build_object(
    'outCode', out_code, 'outName', out_name, 'outStatus', out_status, 'outType', out_type,
    'inCode', in_code, 'inName', in_name, 'inStatus', in_status, 'inType', in_type, 'outIsCash', out_is_cash,
    'currency', currency, 'cCurrency', c_currency, 'lastDate', p_today + 1)
  from judged j where j.refusal is not null
$$;

-- Opens the balance rows that the postings of these events will need and that are not there yet, in order.
create function open_balances(p_events event[]) returns void
  language plpgsql
as $$
declare missing account_currency[];
begin
  select array_agg(distinct m order by m) into missing from (
    select (side.account_id, (p.value ->> 2)::integer)::account_currency as m
    from unnest(p_events) e
    cross join lateral jsonb_array_elements(e.postings) p
    cross join lateral (values ((p.value ->> 0)::integer), ((p.value ->> 1)::integer)) side (account_id)
  ) wanted
  where not exists (
    select from account_currency c where c.account_id = (wanted.m).account_id and c.currency_id = (wanted.m).currency_id);
  if missing is not null then
    insert into account_currency select * from unnest(missing) on conflict do nothing;
    insert into balances (account_id, currency_id) select account_id, currency_id from unnest(missing) on conflict do nothing;
  end if;
end $$;

-- Adds the postings of these journal rows to the balances: one folded update per balance, in one fixed order (account,
-- currency), so that no two writers can wait for each other in a circle.
create function fold_postings(p_journal_ids bigint[]) returns void
  language plpgsql
as $$
declare
  days balance_days[];
  moved record;
begin
  select array_agg(d::balance_days) into days from (
    select side.account_id, p.currency_id, p.business_date, sum(side.debit) as debits, sum(side.credit) as credits
    from postings p
    cross join lateral (values (p.debit_account_id, p.amount, 0), (p.credit_account_id, 0, p.amount)) side (account_id, debit, credit)
    where p.journal_id = any (p_journal_ids)
    group by 1, 2, 3 order by 1, 2, 3
  ) d;

  for moved in
    select account_id, currency_id, sum(debits) as debits, sum(credits) as credits from unnest(days) group by 1, 2 order by 1, 2
  loop
    update balances b set debits = b.debits + moved.debits, credits = b.credits + moved.credits
      where b.account_id = moved.account_id and b.currency_id = moved.currency_id;
  end loop;

  insert into balance_days as b (account_id, currency_id, business_date, debits, credits)
    select * from unnest(days)
    on conflict (account_id, currency_id, business_date)
    do update set debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;
end $$;

-- The shown balance of the two accounts of each event, after it and before the later ones of the same batch:
-- what a company account holds, what the house owes any other. A correction also touches what the event had before.
-- Each as [account, its code, currency, its code, balance].
create function shown_balances(p_events event[]) returns table (ordinal integer, balances jsonb)
  language sql stable
as $$
  with effects as (
    select e.ordinal, side.account_id, side.currency_id, sum(side.debit) as net, min(side.place) as place
    from unnest(p_events) e
    cross join lateral (values
      (1, e.out_account_id, e.currency_id, e.d_amount), (2, e.in_account_id, e.c_currency_id, -e.c_amount),
      (3, e.was_out_account_id, e.was_currency_id, 0), (4, e.was_in_account_id, e.was_c_currency_id, 0))
      side (place, account_id, currency_id, debit)
    where side.account_id is not null
    group by 1, 2, 3
  ), later as (
    select f.*, coalesce(sum(f.net) over (partition by f.account_id, f.currency_id order by f.ordinal
      rows between 1 following and unbounded following), 0) as later_net
    from effects f
  )
  select l.ordinal, jsonb_agg(jsonb_build_array(l.account_id, a.code, l.currency_id, c.code,
    ((b.debits - b.credits - l.later_net) * case a.account_type when 'company' then 1 else -1 end)::text) order by l.place)
  from later l
  join balances b on b.account_id = l.account_id and b.currency_id = l.currency_id
  join accounts a on a.id = l.account_id
  join currencies c on c.id = l.currency_id
  group by l.ordinal
$$;

-- Records a batch of events in arrival order, in one round trip and one transaction. Answers one outcome per event:
-- a refusal with its detail, or the recorded transaction with its balances (of its key, where that was used before).
-- Its plans are made once per connection, perhaps while the tables are still empty: so they keep the order in which joins
-- are written, which begins with the events, use the indexes, and are not made anew for each size of a batch.
create function record_transactions(p_events jsonb) returns setof outcome
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  today constant date := office_today();
  events event[];
  settled outcome[];
begin
  select array_agg(e order by e.ordinal) into events from jsonb_populate_recordset(null::event, p_events) e;

  select array_agg(s) into settled from replay_answers(events) s;
  if settled is not null then
    return query select * from unnest(settled);
    events := unsettled(events, settled);
  end if;
  select array_agg((j.ordinal, j.refusal, j.detail)::outcome) into settled from judge_events(events, today) j;
  if settled is not null then
    return query select * from unnest(settled);
    events := unsettled(events, settled);
  end if;
  if events is null then return; end if;

  perform open_balances(events);
  events := array(
    select (e.ordinal, e.call, e.key, e.request_hash, e.actor_id, e.actor, e.is_admin, e.ip, e.request_id, e.type,
      e.out_account_id, e.currency_id, e.d_amount, e.in_account_id, e.c_currency_id, e.c_amount, e.ex_rate,
      coalesce(e.narrative, ''), coalesce(e.c_narrative, ''), coalesce(e.business_date, today), nullif(e.reference_id, 0), e.hawala_id,
      e.postings, null, null, null, null, nextval('transactions_id_seq'), nextval('journal_id_seq'))::event
    from unnest(events) e order by e.ordinal);

  insert into transactions (id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount,
      ex_rate, narrative, c_narrative, business_date, reference_id, hawala_id, journal_id, created_by)
    overriding system value
    select transaction_id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount,
      ex_rate, narrative, c_narrative, business_date, reference_id, hawala_id, journal_id, actor_id
    from unnest(events);
  insert into journal (id, transaction_id, version, kind, business_date, actor_id)
    overriding system value
    select journal_id, transaction_id, 1, 'post', business_date, actor_id from unnest(events);
  perform insert_postings(events);
  perform fold_postings(array(select journal_id from unnest(events)));
  perform refuse_closed_meanwhile(events);
  return query select * from answer_events(events, 'transaction.created', null, null);
end $$;

-- The events that have no outcome yet; null when there are none.
create function unsettled(p_events event[], p_settled outcome[]) returns event[]
  language sql immutable
as $$
  select array_agg(e order by e.ordinal) from unnest(p_events) e where e.ordinal not in (select s.ordinal from unnest(p_settled) s)
$$;

-- The answers of requests whose key was used before: the stored one, or a conflict where the key was used for another request.
create function replay_answers(p_events event[]) returns setof outcome
  language sql stable
as $$
  select e.ordinal, case when not same.request then 'idempotency_conflict' end, case when same.request then k.answer end
  from unnest(p_events) e
  cross join lateral (
    select call, request_hash, answer from answered_keys k where k.user_id = e.actor_id and k.key = e.key offset 0) k
  cross join lateral (select k.call = e.call and k.request_hash = e.request_hash as request) same
$$;

create function insert_postings(p_events event[]) returns void
  language plpgsql
as $$
begin
  insert into postings (journal_id, line, debit_account_id, credit_account_id, currency_id, amount, business_date)
    select e.journal_id, p.line, (p.posting ->> 0)::integer, (p.posting ->> 1)::integer, (p.posting ->> 2)::integer,
      (p.posting ->> 3)::numeric, e.business_date
    from unnest(p_events) e cross join lateral jsonb_array_elements(e.postings) with ordinality p (posting, line);
end $$;

-- An account may have been closed or deactivated between the judgement and the locks: then everything is judged anew.
-- A correction also moves the accounts that the event had before.
create function refuse_closed_meanwhile(p_events event[]) returns void
  language plpgsql stable
as $$
begin
  if exists (
    select from unnest(p_events) e
    join accounts a on a.id in (e.out_account_id, e.in_account_id, e.was_out_account_id, e.was_in_account_id)
    where a.account_status <> 'active' and (a.account_status = 'closed'
      or a.id is distinct from e.was_out_account_id and a.id is distinct from e.was_in_account_id)
  ) then
    raise exception 'an account changed meanwhile' using errcode = 'serialization_failure';
  end if;
end $$;

-- The usernames, as they are now, of everyone whom a transaction names: an answer keeps them, whoever is renamed later.
create function names_in(t transactions, p_actor_id uuid, p_actor text) returns jsonb
  language sql stable
as $$
  select case when t.created_by = p_actor_id and t.modified_by is null and t.deleted_by is null
    then jsonb_build_object(p_actor_id, p_actor)
    else (select jsonb_object_agg(u.id, u.username) from users u where u.id in (t.created_by, t.modified_by, t.deleted_by)) end
$$;

-- Writes the audit rows and the keys of events just recorded, and gives the answers. An answer stands in the audit log, as
-- what the transaction became, and is found there again by its key.
create function answer_events(p_events event[], p_action text, p_old jsonb, p_reason text) returns setof outcome
  language plpgsql
as $$
-- By ordinal, to be looked up: a join of two small sets may be planned as one scan for each row.
declare shown jsonb;
begin
  select jsonb_object_agg(s.ordinal, s.balances) into shown from shown_balances(p_events) s;
  return query with answers as materialized (
    select e.ordinal, e.call, e.key, e.request_hash, e.actor_id, e.actor, e.ip, e.request_id, t.id, t.version,
      transaction_json(t) || jsonb_build_object('balances', shown -> e.ordinal::text, 'names', names_in(t, e.actor_id, e.actor)) as answer
    from unnest(p_events) e
    join transactions t on t.id = e.transaction_id
    order by e.ordinal
  ), audited as (
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, reason, old, new)
      select a.actor_id, a.actor, a.ip, a.request_id, p_action, 'transaction', a.id::text, a.version, p_reason, p_old, a.answer
      from answers a
  ), kept as (
    insert into idempotency_keys (user_id, key, call, request_hash, transaction_id, version)
      select a.actor_id, a.key, a.call, a.request_hash, a.id, a.version from answers a where a.key is not null
  )
  select a.ordinal, null::text, a.answer from answers a;
end $$;

-- The current row of a transaction, locked until the end of the database transaction: a correction begins with it.
create function lock_transaction(p_id integer) returns setof transactions
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ select * from transactions where id = p_id for no key update $$;

-- Mirrors the postings of a journal row on its own business date. The mirror is made of the originals, never by a caller.
create function reverse_journal(p_journal_id bigint, p_version integer, p_actor uuid) returns bigint
  language sql
as $$
  with mirror as (
    insert into journal (transaction_id, version, kind, reverses, business_date, actor_id)
      select transaction_id, p_version, 'reverse', id, business_date, p_actor from journal where id = p_journal_id
      returning id
  ), mirrored as (
    insert into postings (journal_id, line, debit_account_id, credit_account_id, currency_id, amount, business_date)
      select mirror.id, p.line, p.credit_account_id, p.debit_account_id, p.currency_id, p.amount, p.business_date
      from postings p cross join mirror where p.journal_id = p_journal_id
  )
  select id from mirror
$$;

-- Edits (mirror and new postings), deletes (mirror) or recovers (the last postings again) a transaction that the caller has
-- locked and judged. The event carries the state the transaction is to have; its accounts are judged here once more.
-- An edit without postings keeps the amounts and moves nothing but the date.
create function correct_transaction(p_id integer, p_kind text, p_event jsonb, p_reason text, p_form_name text) returns setof outcome
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  wanted event := jsonb_populate_record(null::event, p_event);
  head transactions;
  old jsonb;
  journal_ids bigint[] := '{}';
  new_version integer;
begin
  select * into strict head from transactions where id = p_id for no key update;
  if (p_kind = 'recover') <> (head.deleted_at is not null) then raise exception 'transaction % is in the wrong state', p_id; end if;
  old := transaction_json(head);
  wanted.transaction_id := p_id;
  wanted.business_date := coalesce(wanted.business_date, head.business_date);
  new_version := head.version + 1;

  if p_kind = 'edit' then
    return query select j.ordinal, j.refusal, j.detail from judge_events(array[wanted], office_today()) j;
    if found then return; end if;
    perform open_balances(array[wanted]);
  end if;
  if p_kind in ('edit', 'delete') then
    return query select wanted.ordinal, 'account_closed', jsonb_build_object('code', a.code, 'name', a.account_name)
      from accounts a where a.id in (head.out_account_id, head.in_account_id) and a.account_status = 'closed' limit 1;
    if found then return; end if;
    journal_ids := journal_ids || reverse_journal(head.journal_id, new_version, wanted.actor_id);
  end if;
  if p_kind = 'recover' then
    return query select wanted.ordinal, 'account_not_active',
        jsonb_build_object('code', a.code, 'name', a.account_name, 'status', a.account_status)
      from accounts a where a.id in (head.out_account_id, head.in_account_id) and a.account_status <> 'active' limit 1;
    if found then return; end if;
  end if;

  if p_kind in ('edit', 'recover') then
    insert into journal (transaction_id, version, kind, business_date, actor_id)
      values (p_id, new_version, case p_kind when 'edit' then 'post' else 'restore' end,
        wanted.business_date, wanted.actor_id)
      returning journal_ids || id into journal_ids;
    wanted.journal_id := journal_ids[cardinality(journal_ids)];
    if p_kind = 'edit' and wanted.postings is not null then
      perform insert_postings(array[wanted]);
    else
      insert into postings (journal_id, line, debit_account_id, credit_account_id, currency_id, amount, business_date)
        select wanted.journal_id, line, debit_account_id, credit_account_id, currency_id, amount,
          wanted.business_date
        from postings where journal_id = head.journal_id;
    end if;
  end if;
  perform fold_postings(journal_ids);
  perform refuse_closed_meanwhile(array[wanted]);

  if p_kind = 'edit' then
    update transactions set version = new_version, out_account_id = wanted.out_account_id, currency_id = wanted.currency_id,
      d_amount = wanted.d_amount, in_account_id = wanted.in_account_id, c_currency_id = wanted.c_currency_id,
      c_amount = wanted.c_amount, ex_rate = wanted.ex_rate, narrative = coalesce(wanted.narrative, ''),
      c_narrative = coalesce(wanted.c_narrative, ''), business_date = wanted.business_date,
      reference_id = nullif(wanted.reference_id, 0), journal_id = wanted.journal_id,
      modified_by = wanted.actor_id, modified_at = now()
      where id = p_id;
  elsif p_kind = 'delete' then
    update transactions set version = new_version, deleted_by = wanted.actor_id, deleted_at = now(),
      deletion_reason = p_reason, form_name = p_form_name
      where id = p_id;
  else
    update transactions set version = new_version, deleted_by = null, deleted_at = null, deletion_reason = null, form_name = null,
      journal_id = wanted.journal_id, modified_by = wanted.actor_id, modified_at = now()
      where id = p_id;
  end if;
  return query select * from answer_events(array[wanted],
    case p_kind when 'edit' then 'transaction.edited' when 'delete' then 'transaction.deleted' else 'transaction.recovered' end,
    old, p_reason);
end $$;

grant execute on function fold_text, transaction_json, office_today, open_account_currency, forget_unused_currency, close_account,
  judge_events, record_transactions, lock_transaction, correct_transaction to sarraf_app;
