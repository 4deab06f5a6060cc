-- What a batch of postings costs whatever its size, in fewer statements: a posting that comes alone pays for all of it.
-- docs/decisions/026 has the prices.

-- As before, but of SQL, which is put in place of its call.
create or replace function hold_books(p_alone boolean) returns void
  language sql
as $$
  select case when p_alone then pg_advisory_xact_lock(hashtextextended('the close of a day', 0))
    else pg_advisory_xact_lock_shared(hashtextextended('the close of a day', 0)) end
$$;

-- Whoever posts holds the books open and then looks whether the day is closed: one trigger instead of two. Each statement sees
-- what was committed before it began, so a close that was waited for is seen; and the journal is written before any balance is
-- locked. It runs with the rights of who writes the journal: the owner alone can.
drop trigger held_open on journal;
drop function hold_books_open;
create or replace function refuse_closed_day() returns trigger
  language plpgsql
as $$
declare closed record;
begin
  perform hold_books(false);
  select d.business_date, u.username into closed
    from day_closes d join users u on u.id = d.closed_by
    where d.reopened_at is null order by d.business_date desc limit 1;
  if found and exists (select from added where business_date <= closed.business_date) then
    raise exception 'The books are closed up to % (by %). Choose a later date, or ask an admin to reopen the day',
      closed.business_date, closed.username using errcode = 'SD001';
  end if;
  return null;
end $$;

-- Locks the people of a batch until it is committed, and makes sure that each is still there. Who was admitted to record by a look
-- that is some seconds old is looked up again: the session stands, and user, name and role are still those. SA001 makes the
-- program judge the request anew.
create function admit_recorders(p_events event[]) returns void
  language plpgsql
as $$
declare refused record;
begin
  select r.actor_id, r.session_id into refused
    from (select distinct actor_id, session_id, actor, role from unnest(p_events) order by actor_id) r
    left join lateral (select * from users where id = r.actor_id for key share) u on true
    where u.id is null or r.session_id is not null and not exists (
      select from (select * from sessions where id = r.session_id offset 0) s cross join business_settings b
      where s.user_id = u.id and u.username = r.actor and u.role = r.role and u.is_active and not u.must_change_password
        and s.expires_at > clock_timestamp() and s.last_seen_at > clock_timestamp() - make_interval(mins => b.session_idle_minutes))
    limit 1;
  if refused.session_id is not null then
    raise exception 'an admission has changed' using errcode = 'SA001';
  elsif found then
    raise exception 'user % is gone', refused.actor_id using errcode = 'invalid_authorization_specification';
  end if;
end $$;
drop function refuse_changed_admission;

-- As before; whoever records is locked and admitted in one look, numbers are drawn in one, and what is kept of the batch is
-- written with its answer.
create or replace function record_transactions(p_events json) returns setof outcome
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set join_collapse_limit = 1 set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  today constant date := office_today();
  events event[] := array(select e from json_populate_recordset(null::event, p_events) e);
  judged judgement[];
  ids integer[];
  journal_ids bigint[];
  shown jsonb[];
  settled integer;
  opening boolean;
begin
  perform admit_recorders(events);
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

  select array_agg(nextval('transactions_id_seq')), array_agg(nextval('journal_id_seq')) into ids, journal_ids
    from generate_series(1, cardinality(events));
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
    select e.*, ids[e.ordinality] as id, shown[e.ordinality] as balances from unnest(events) with ordinality e
  ), audited as (
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, new)
      select actor_id, actor, ip, request_id, 'transaction.created', 'transaction', id::text, 1,
        jsonb_build_object('digest', state_digest(id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id,
          c_amount, ex_rate, narrative, c_narrative, coalesce(business_date, today), reference_id, hawala_id, actor_id, now()))
      from made
  ), kept as (
    insert into idempotency_keys (user_id, key, call, request_hash, transaction_id, version, answer)
      select actor_id, key, call, request_hash, id, 1, balances from made where key is not null
  )
  select m.ordinal, null::text, jsonb_build_object('id', m.id, 'businessDate', coalesce(m.business_date, today),
      'createdAt', now(), 'balances', m.balances)
    from made m;
end $$;
