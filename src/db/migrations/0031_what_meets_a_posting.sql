-- What is decided about an account while something is posted to it.

-- Whether an account was ever turned from a company account to one of any other type, or back. Whoever posts looks at these and at those
-- that are not active, and at no others: hardly any, in one small index.
alter table accounts add column side_turned boolean not null default false;
drop index accounts_not_active;
create index accounts_looked_at on accounts (id) where account_status <> 'active' or side_turned;

-- Lets an account without entries be turned; answers whether it may be. As with close_account no posting slips in between: one that has
-- written its balances is waited for and seen, any other waits and then sees the turn. Nobody else opens or turns one meanwhile.
create function turn_account(p_account_id integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  lock table account_currency in share row exclusive mode;
  perform from balances where account_id = p_account_id order by currency_id for no key update;
  update accounts set side_turned = true where id = p_account_id
    and not exists (select from balances where account_id = p_account_id and (debits > 0 or credits > 0));
  return found;
end $$;
grant execute on function turn_account to sarraf_app;

-- As before; an account that was turned since it was judged is judged anew.
create or replace function record_transactions(p_events event[]) returns setof recorded
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  today constant date := office_today();
  events event[] := p_events;
  judged judgement[];
  ids integer[];
  journal_ids bigint[];
  shown jsonb[];
  settled integer;
  opening boolean;
  -- As JSON has it.
  moment constant text := to_jsonb(now()) #>> '{}';
begin
  perform admit_recorders(events);
  select array_agg(j), count(*) filter (where j.refusal is not null or j.key_used), bool_or(j.opens)
    into judged, settled, opening from judge_events(events, today) j;
  if settled > 0 then
    return query select r.*, null::integer, null::text, null::text
      from unnest(judged) j cross join lateral replayed(events[j.ordinal + 1]) r where j.key_used;
    return query select j.ordinal, j.refusal, j.detail, null::integer, null::text, null::text
      from unnest(judged) j where j.refusal is not null and not j.key_used;
    judged := array(select j from unnest(judged) j where j.refusal is null and not j.key_used);
    events := array(select events[j.ordinal + 1] from unnest(judged) j);
    if cardinality(events) = 0 then return; end if;
  end if;
  if opening then perform open_sides(judged); end if;

  select array_agg(nextval('transactions_id_seq')), array_agg(nextval('journal_id_seq')) into ids, journal_ids
    from generate_series(1, cardinality(events));
  with made as materialized (
    select ids[ordinality] as id, journal_ids[ordinality] as journal_id, actor_id, actor, ip, request_id, type, out_account_id,
      currency_id, d_amount, in_account_id, c_currency_id, c_amount, ex_rate, narrative, c_narrative,
      coalesce(business_date, today) as business_date, reference_id, hawala_id
    from unnest(events) with ordinality e
  ), stated as (
    insert into transactions (id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount,
        ex_rate, narrative, c_narrative, business_date, reference_id, hawala_id, journal_id, created_by)
      overriding system value
      select id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount,
        ex_rate, narrative, c_narrative, business_date, reference_id, hawala_id, journal_id, actor_id
      from made
  ), audited as (
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, new)
      select actor_id, actor, ip, request_id, 'transaction.created', 'transaction', id::text, 1,
        jsonb_build_object('digest', state_digest(id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id,
          c_amount, ex_rate, narrative, c_narrative, business_date, reference_id, hawala_id, actor_id, now()))
      from made
  )
  insert into journal (id, transaction_id, version, kind, business_date, actor_id)
    overriding system value
    select journal_id, id, 1, 'post', business_date, actor_id from made;
  perform write_postings(array(
    select (journal_ids[e.ordinality], p.line, (p.posting ->> 0)::integer, (p.posting ->> 1)::integer, (p.posting ->> 2)::integer,
      (p.posting ->> 3)::numeric(20, 2), coalesce(e.business_date, today))::postings
    from unnest(events) with ordinality e cross join lateral jsonb_array_elements(e.postings) with ordinality p (posting, line)));
  -- An account may have been closed, deactivated or turned to the other side between the judgement and the locks: then everything is
  -- judged anew.
  if exists (select from accounts a where (a.account_status <> 'active' or a.side_turned) and a.id = any (
        array(select j.out_account_id from unnest(judged) j) || array(select j.in_account_id from unnest(judged) j))
      and (a.account_status <> 'active' or exists (select from unnest(judged) j
        where a.id = j.out_account_id and (a.account_type = 'company') <> (j.out_sign = 1)
          or a.id = j.in_account_id and (a.account_type = 'company') <> (j.in_sign = 1)))) then
    raise exception 'an account changed meanwhile' using errcode = 'serialization_failure';
  end if;

  shown := array(select s.* from shown_balances(judged) s);
  return query with kept as (
    insert into idempotency_keys (user_id, key, call, request_hash, transaction_id, version, answer)
      select actor_id, key, call, request_hash, ids[ordinality], 1, shown[ordinality]
      from unnest(events) with ordinality e where key is not null
  )
  select e.ordinal, null::text, shown[e.ordinality], ids[e.ordinality], to_char(coalesce(e.business_date, today), 'YYYY-MM-DD'), moment
    from unnest(events) with ordinality e;
end $$;

-- As before, likewise.
create or replace function correct_transaction(p_id integer, p_kind text, p_event jsonb, p_reason text, p_form_name text) returns setof outcome
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
  -- Closed, or deactivated and not kept from before, or turned to the other side, between the judgement and the locks. What has entries
  -- is not turned, so that only an edit can bring an account that was.
  if exists (select from accounts a where a.account_status <> 'active'
      and a.id = any (array[wanted.out_account_id, wanted.in_account_id, wanted.was_out_account_id, wanted.was_in_account_id])
      and (a.account_status = 'closed' or p_kind = 'recover'
        or a.id is distinct from wanted.was_out_account_id and a.id is distinct from wanted.was_in_account_id))
    or exists (select from accounts a where a.id = judged.out_account_id and (a.account_type = 'company') <> (judged.out_sign = 1))
    or exists (select from accounts a where a.id = judged.in_account_id and (a.account_type = 'company') <> (judged.in_sign = 1)) then
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

-- As before; that somebody has recorded is looked up in the audit log, which has a row of the same person for each of the journal (verify
-- compares them) and finds it by an index, where the journal has to be read whole.
create or replace function refuse_loss_of_recorder() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from audit_log where actor_id = old.id and object_type = 'transaction') then
    raise exception 'user % has recorded work', old.username using errcode = 'foreign_key_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
