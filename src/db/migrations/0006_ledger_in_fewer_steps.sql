-- The ledger's writers once more, in fewer statements, with each table looked up row by row. `lateral (… offset 0)` is a
-- promise to the planner: the event comes first, the table is asked by its key. A plan lives as long as its connection, and
-- the statistics it was made from may be those of an empty table; without the promise it can be a walk through the table
-- for each event.

drop function correct_transaction, record_transactions, answer_events, names_in, refuse_closed_meanwhile, insert_postings,
  reverse_journal, replay_answers, unsettled, shown_balances, fold_postings, open_balances, judge_events;
drop type event;

-- The same folding; plain ASCII, in which nothing is to be translated, is spared the walk through the table of letters. Not
-- strict, so that the planner can put it in place of a call.
create or replace function fold_text(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) = length(value) then lower(value) else translate(lower(value),
    'يىكةۀأإآٱ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹' || U&'\200C\200D\200E\200F\0640',
    'ییکههاااا01234567890123456789') end;

-- Found by id and version, whatever the planner thinks of how many rows are transactions.
create index audit_log_version on audit_log (object_id, version) where object_type = 'transaction';
-- Whoever posts looks here: which accounts take no postings. Small, and hot for that.
drop index audit_log_object;
create index audit_log_object on audit_log (object_type, object_id) where object_type <> 'transaction';
-- Nothing is reversed twice; most rows reverse nothing and need no entry.
alter table journal drop constraint journal_reverses_key;
create unique index journal_reverses on journal (reverses) where reverses is not null;
create index accounts_not_active on accounts (id) where account_status <> 'active';

create or replace view answered_keys as
  select k.user_id, k.key, k.call, k.request_hash, a.answer
  from idempotency_keys k
  cross join lateral (select new as answer from audit_log
    where object_type = 'transaction' and object_id = k.transaction_id::text and version = k.version offset 0) a;

-- The people of a batch are looked at once, under a lock, by record_transactions; the key check of every row is not needed.
alter table journal drop constraint journal_actor_id_fkey;
-- A posting's journal row is written beside it, by the same function. That its accounts may hold its currency is guarded where
-- it costs once and not with every posting: a balance row exists only for what an account holds, and each posting is added
-- to its two balances by the function that writes it. verify proves both from the rows.
alter table postings drop constraint postings_journal_id_fkey,
  drop constraint postings_debit_account_id_currency_id_fkey, drop constraint postings_credit_account_id_currency_id_fkey;
alter table balances add foreign key (account_id, currency_id) references account_currency;
create function refuse_loss_of_recorder() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from journal where actor_id = old.id) then
    raise exception 'user % has recorded work', old.username using errcode = 'foreign_key_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger recorders_stay before delete or update of id on users for each row execute function refuse_loss_of_recorder();
create trigger never_truncated before truncate on users for each statement execute function refuse_change();

-- Locks the people of a batch until it is committed, and makes sure that each is still there.
create function lock_recorders(p_ids uuid[]) returns void
  language plpgsql
as $$
declare missing uuid;
begin
  perform from users where id = any (p_ids) order by id for key share;
  select p.id into missing from unnest(p_ids) p (id) where not exists (select from users u where u.id = p.id) limit 1;
  if missing is not null then
    raise exception 'user % is gone', missing using errcode = 'invalid_authorization_specification';
  end if;
end $$;

-- The house's own accounts hold every currency: commission, opening balances and differences come in any.
insert into account_currency select a.id, c.id from accounts a cross join currencies c where a.id between 12 and 15 on conflict do nothing;
insert into balances (account_id, currency_id)
  select account_id, currency_id from account_currency where account_id between 12 and 15 on conflict do nothing;

-- A business event as the program hands it over.
create type event as (
  ordinal integer,
  call text, key text, request_hash text,
  actor_id uuid, actor text, is_admin boolean, ip text, request_id text,
  type text,
  out_account_id integer, currency_id integer, d_amount numeric(20, 2),
  in_account_id integer, c_currency_id integer, c_amount numeric(20, 2),
  -- Without a date: today at the office.
  ex_rate numeric(20, 8), narrative text, c_narrative text, business_date date,
  reference_id integer, hawala_id integer,
  -- Its postings as [[debit account, credit account, currency, amount], …].
  postings jsonb,
  -- What the audit log is to keep of a new event, complete but for what the database adds: id, dates, balances.
  sent jsonb,
  -- A correction: the accounts and currencies the event had before, which it may keep although they are inactive.
  was_out_account_id integer, was_in_account_id integer, was_currency_id integer, was_c_currency_id integer
);

-- What the database finds out about an event: why not, and with which facts; whether its key was used before; whether an
-- account is to be opened in a currency; and its two sides by name, with 1 where the shown balance is what we hold and -1
-- where it is what we owe.
create type judgement as (
  ordinal integer, refusal text, detail jsonb, key_used boolean, opens boolean,
  out_account_id integer, out_code text, out_sign smallint, currency_id integer, currency text, d_amount numeric(20, 2),
  in_account_id integer, in_code text, in_sign smallint, c_currency_id integer, c_currency text, c_amount numeric(20, 2)
);

-- The judgement of each event, in their order.
create function judge_events(p_events event[], p_today date) returns setof judgement
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
  select ordinal, refusal, case when refusal is not null then jsonb_build_object(
      'outCode', out_code, 'outName', out_name, 'outStatus', out_status, 'outType', out_type,
      'inCode', in_code, 'inName', in_name, 'inStatus', in_status, 'inType', in_type, 'outIsCash', out_is_cash,
      'currency', currency, 'cCurrency', c_currency, 'lastDate', p_today + 1) end,
    key_used, opens,
    out_account_id, out_code, case out_type when 'company' then 1 else -1 end::smallint, currency_id, currency, d_amount,
    in_account_id, in_code, case in_type when 'company' then 1 else -1 end::smallint, c_currency_id, c_currency, c_amount
  from judged
$$;

-- The answer to a request whose key was used before: the stored one, or a conflict where the key was used for another request.
create function replayed(p_event event) returns outcome
  language plpgsql stable
as $$
declare used answered_keys;
begin
  select * into strict used from answered_keys where user_id = p_event.actor_id and key = p_event.key;
  if used.call <> p_event.call or used.request_hash <> p_event.request_hash then
    return (p_event.ordinal, 'idempotency_conflict', null)::outcome;
  end if;
  return (p_event.ordinal, null, used.answer)::outcome;
end $$;

-- Opens the currencies that these events need and their accounts do not hold yet, in order. The house's own accounts hold
-- all they need from the start.
create function open_sides(p_judged judgement[]) returns void
  language plpgsql
as $$
declare wanted account_currency[];
begin
  select array_agg(distinct side::account_currency) into wanted
    from unnest(p_judged) j
    cross join lateral (values (j.out_account_id, j.currency_id), (j.in_account_id, j.c_currency_id)) side (account_id, currency_id)
    where j.opens;
  insert into account_currency select * from unnest(wanted) order by 1, 2 on conflict do nothing;
  insert into balances (account_id, currency_id) select * from unnest(wanted) order by 1, 2 on conflict do nothing;
end $$;

-- Writes postings and adds them to the balances: one folded update per balance, in one fixed order (account, currency), so
-- that no two writers can wait for each other in a circle. Every writer of balances comes through here.
create function write_postings(p_postings postings[]) returns void
  language plpgsql
as $$
begin
  insert into postings select * from unnest(p_postings);

  insert into balances as b (account_id, currency_id, debits, credits)
    select side.account_id, p.currency_id, sum(side.debit), sum(side.credit)
    from unnest(p_postings) p
    cross join lateral (values (p.debit_account_id, p.amount, 0), (p.credit_account_id, 0, p.amount)) side (account_id, debit, credit)
    group by 1, 2 order by 1, 2
    on conflict (account_id, currency_id)
    do update set debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;

  insert into balance_days as b (account_id, currency_id, business_date, debits, credits)
    select side.account_id, p.currency_id, p.business_date, sum(side.debit), sum(side.credit)
    from unnest(p_postings) p
    cross join lateral (values (p.debit_account_id, p.amount, 0), (p.credit_account_id, 0, p.amount)) side (account_id, debit, credit)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, currency_id, business_date)
    do update set debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;
end $$;

-- The shown balances of each event's two sides, right after it and before the later ones of the same batch: what a company
-- account holds, what the house owes any other. Each as [account, its code, currency, its code, balance]; in the events' order.
create function shown_balances(p_judged judgement[]) returns setof jsonb
  language sql stable
as $$
  with sides as (
    select j.ordinal, side.* from unnest(p_judged) j
    cross join lateral (values
      (1, j.out_account_id, j.out_code, j.out_sign, j.currency_id, j.currency, j.d_amount),
      (2, j.in_account_id, j.in_code, j.in_sign, j.c_currency_id, j.c_currency, -j.c_amount))
      side (place, account_id, code, sign, currency_id, currency, net)
  ), later as (
    select s.*, coalesce(sum(net) over (partition by account_id, currency_id order by ordinal desc
      range between unbounded preceding and current row exclude group), 0) as later_net
    from sides s
  )
  select jsonb_agg(jsonb_build_array(l.account_id, l.code, l.currency_id, l.currency, ((b.net - l.later_net) * l.sign)::text)
    order by l.place)
  from later l
  cross join lateral (select debits - credits as net from balances
    where account_id = l.account_id and currency_id = l.currency_id offset 0) b
  group by l.ordinal order by l.ordinal
$$;

-- Records a batch of events in arrival order, in one round trip and one transaction. Answers one outcome per event: a refusal
-- with its detail, what the database added to what was sent, or, where its key was used before, the answer of then.
create function record_transactions(p_events jsonb) returns setof outcome
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  today constant date := office_today();
  events event[] := array(select e from jsonb_populate_recordset(null::event, p_events) e);
  judged judgement[];
  ids integer[];
  journal_ids bigint[];
  shown jsonb[];
  settled integer;
  opening boolean;
begin
  select array_agg(j), count(*) filter (where j.refusal is not null or j.key_used), bool_or(j.opens)
    into judged, settled, opening from judge_events(events, today) j;
  if settled > 0 then
    return query select r.* from unnest(judged) j cross join lateral replayed(events[j.ordinal + 1]) r where j.key_used;
    return query select j.ordinal, j.refusal, j.detail from unnest(judged) j where j.refusal is not null and not j.key_used;
    judged := array(select j from unnest(judged) j where j.refusal is null and not j.key_used);
    events := array(select events[j.ordinal + 1] from unnest(judged) j);
    if cardinality(events) = 0 then return; end if;
  end if;
  if opening then perform open_sides(judged); end if;
  perform lock_recorders(array(select distinct e.actor_id from unnest(events) e));

  ids := array(select nextval('transactions_id_seq') from generate_series(1, cardinality(events)));
  journal_ids := array(select nextval('journal_id_seq') from generate_series(1, cardinality(events)));
  insert into transactions (id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount,
      ex_rate, narrative, c_narrative, business_date, reference_id, hawala_id, journal_id, created_by)
    overriding system value
    select ids[ordinality], type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount,
      ex_rate, narrative, c_narrative, coalesce(business_date, today), reference_id, hawala_id, journal_ids[ordinality], actor_id
    from unnest(events) with ordinality e;
  insert into journal (id, transaction_id, version, kind, business_date, actor_id)
    overriding system value
    select journal_ids[ordinality], ids[ordinality], 1, 'post', coalesce(business_date, today), actor_id from unnest(events) with ordinality e;
  perform write_postings(array(
    select (journal_ids[e.ordinality], p.line, (p.posting ->> 0)::integer, (p.posting ->> 1)::integer, (p.posting ->> 2)::integer,
      (p.posting ->> 3)::numeric(20, 2), coalesce(e.business_date, today))::postings
    from unnest(events) with ordinality e cross join lateral jsonb_array_elements(e.postings) with ordinality p (posting, line)));
  -- An account may have been closed or deactivated between the judgement and the locks: then everything is judged anew.
  if exists (select from accounts where account_status <> 'active' and id = any (
      array(select j.out_account_id from unnest(judged) j) || array(select j.in_account_id from unnest(judged) j))) then
    raise exception 'an account changed meanwhile' using errcode = 'serialization_failure';
  end if;

  shown := array(select s.* from shown_balances(judged) s);
  return query with made as materialized (
    select e.ordinal, e.call, e.key, e.request_hash, e.actor_id, e.actor, e.ip, e.request_id, e.sent, ids[e.ordinality] as id, jsonb_build_object('id', ids[e.ordinality], 'businessDate', coalesce(e.business_date, today),
      'createdAt', now(), 'balances', shown[e.ordinality]) as added
    from unnest(events) with ordinality e
  ), audited as (
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, new)
      select m.actor_id, m.actor, m.ip, m.request_id, 'transaction.created', 'transaction', m.id::text, 1, m.sent || m.added from made m
  ), kept as (
    insert into idempotency_keys (user_id, key, call, request_hash, transaction_id, version)
      select m.actor_id, m.key, m.call, m.request_hash, m.id, 1 from made m where m.key is not null
  )
  select m.ordinal, null::text, m.added from made m;
end $$;

-- The shown balances of some accounts and currencies, as a correction answers them.
create function balances_of(p_sides account_currency[]) returns jsonb
  language sql stable
as $$
  select jsonb_agg(jsonb_build_array(b.account_id, a.code, b.currency_id, c.code,
    ((b.debits - b.credits) * case a.account_type when 'company' then 1 else -1 end)::text) order by side.place)
  from (select account_id, currency_id, min(place) as place from unnest(p_sides) with ordinality s (account_id, currency_id, place)
    where account_id is not null group by 1, 2) side
  cross join lateral (select * from balances where account_id = side.account_id and currency_id = side.currency_id offset 0) b
  cross join lateral (select code, account_type from accounts where id = side.account_id offset 0) a
  cross join lateral (select code from currencies where id = side.currency_id offset 0) c
$$;

-- The postings of a journal row, for another one: as they are, or mirrored. A mirror is made of the originals, never by a caller.
create function postings_again(p_journal_id bigint, p_for journal, p_mirrored boolean) returns postings[]
  language sql stable
as $$
  select array_agg((p_for.id, line, case when p_mirrored then credit_account_id else debit_account_id end,
    case when p_mirrored then debit_account_id else credit_account_id end, currency_id, amount, p_for.business_date)::postings order by line)
  from postings where journal_id = p_journal_id
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
  judged judgement;
  head transactions;
  made transactions;
  written journal;
  moved postings[] := '{}';
  answer jsonb;
begin
  select * into strict head from transactions where id = p_id for no key update;
  if (p_kind = 'recover') <> (head.deleted_at is not null) then raise exception 'transaction % is in the wrong state', p_id; end if;

  perform lock_recorders(array[wanted.actor_id]);
  if p_kind = 'edit' then
    wanted.business_date := coalesce(wanted.business_date, head.business_date);
    select * into strict judged from judge_events(array[wanted], office_today());
    if judged.refusal is not null then
      return query select judged.ordinal, judged.refusal, judged.detail;
      return;
    end if;
    if judged.opens then perform open_sides(array[judged]); end if;
  end if;
  if p_kind in ('edit', 'delete') then
    return query select wanted.ordinal, 'account_closed', jsonb_build_object('code', a.code, 'name', a.account_name)
      from accounts a where a.id in (head.out_account_id, head.in_account_id) and a.account_status = 'closed' limit 1;
    if found then return; end if;
    insert into journal (transaction_id, version, kind, reverses, business_date, actor_id)
      values (p_id, head.version + 1, 'reverse', head.journal_id, head.business_date, wanted.actor_id) returning * into written;
    moved := postings_again(head.journal_id, written, true);
  else
    return query select wanted.ordinal, 'account_not_active',
        jsonb_build_object('code', a.code, 'name', a.account_name, 'status', a.account_status)
      from accounts a where a.id in (head.out_account_id, head.in_account_id) and a.account_status <> 'active' limit 1;
    if found then return; end if;
  end if;

  if p_kind in ('edit', 'recover') then
    insert into journal (transaction_id, version, kind, business_date, actor_id)
      values (p_id, head.version + 1, case p_kind when 'edit' then 'post' else 'restore' end,
        coalesce(wanted.business_date, head.business_date), wanted.actor_id)
      returning * into written;
    moved := moved || case when p_kind = 'edit' and jsonb_typeof(wanted.postings) = 'array' then array(
        select (written.id, p.line, (p.posting ->> 0)::integer, (p.posting ->> 1)::integer, (p.posting ->> 2)::integer,
          (p.posting ->> 3)::numeric(20, 2), wanted.business_date)::postings
        from jsonb_array_elements(wanted.postings) with ordinality p (posting, line))
      else postings_again(head.journal_id, written, false) end;
  end if;
  perform write_postings(moved);
  -- Closed, or deactivated and not kept from before, between the judgement and the locks.
  if exists (select from accounts a where a.account_status <> 'active'
      and a.id = any (array[wanted.out_account_id, wanted.in_account_id, wanted.was_out_account_id, wanted.was_in_account_id])
      and (a.account_status = 'closed' or p_kind = 'recover'
        or a.id is distinct from wanted.was_out_account_id and a.id is distinct from wanted.was_in_account_id)) then
    raise exception 'an account changed meanwhile' using errcode = 'serialization_failure';
  end if;

  if p_kind = 'edit' then
    update transactions set version = head.version + 1, out_account_id = wanted.out_account_id, currency_id = wanted.currency_id,
      d_amount = wanted.d_amount, in_account_id = wanted.in_account_id, c_currency_id = wanted.c_currency_id,
      c_amount = wanted.c_amount, ex_rate = wanted.ex_rate, narrative = wanted.narrative,
      c_narrative = wanted.c_narrative, business_date = wanted.business_date,
      reference_id = wanted.reference_id, journal_id = written.id, modified_by = wanted.actor_id, modified_at = now()
      where id = p_id returning * into made;
  elsif p_kind = 'delete' then
    update transactions set version = head.version + 1, deleted_by = wanted.actor_id, deleted_at = now(),
      deletion_reason = p_reason, form_name = p_form_name
      where id = p_id returning * into made;
  else
    update transactions set version = head.version + 1, deleted_by = null, deleted_at = null, deletion_reason = null, form_name = null,
      journal_id = written.id, modified_by = wanted.actor_id, modified_at = now()
      where id = p_id returning * into made;
  end if;

  answer := jsonb_strip_nulls(transaction_json(made)) || jsonb_build_object(
    'balances', balances_of(array[(wanted.out_account_id, wanted.currency_id), (wanted.in_account_id, wanted.c_currency_id),
      (wanted.was_out_account_id, wanted.was_currency_id), (wanted.was_in_account_id, wanted.was_c_currency_id)]::account_currency[]),
    -- As they are now: an answer keeps them, whoever is renamed later.
    'names', (select jsonb_object_agg(u.id, u.username) from users u where u.id in (made.created_by, made.modified_by, made.deleted_by)));
  insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, reason, old, new)
    values (wanted.actor_id, wanted.actor, wanted.ip, wanted.request_id,
      case p_kind when 'edit' then 'transaction.edited' when 'delete' then 'transaction.deleted' else 'transaction.recovered' end,
      'transaction', p_id::text, made.version, p_reason, jsonb_strip_nulls(transaction_json(head)), answer);
  if wanted.key is not null then
    insert into idempotency_keys (user_id, key, call, request_hash, transaction_id, version)
      values (wanted.actor_id, wanted.key, wanted.call, wanted.request_hash, p_id, made.version);
  end if;
  return query select wanted.ordinal, null::text, answer;
end $$;

grant execute on function record_transactions, correct_transaction to sarraf_app;
