-- What an event of a batch of postings costs: docs/decisions/026 has the prices.

-- As before. Both sides of a posting come from counting to two beside it: a list of values in its place is prepared anew for each
-- posting.
create or replace function write_postings(p_postings postings[]) returns void
  language plpgsql
as $$
begin
  insert into postings select * from unnest(p_postings);

  insert into balances as b (account_id, currency_id, debits, credits)
    select case side when 1 then p.debit_account_id else p.credit_account_id end, p.currency_id,
      sum(case side when 1 then p.amount else 0 end), sum(case side when 2 then p.amount else 0 end)
    from generate_series(1, 2) side cross join unnest(p_postings) p
    group by 1, 2 order by 1, 2
    on conflict (account_id, currency_id)
    do update set debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;

  insert into balance_days as b (account_id, currency_id, business_date, debits, credits)
    select case side when 1 then p.debit_account_id else p.credit_account_id end, p.currency_id, p.business_date,
      sum(case side when 1 then p.amount else 0 end), sum(case side when 2 then p.amount else 0 end)
    from generate_series(1, 2) side cross join unnest(p_postings) p
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, currency_id, business_date)
    do update set debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;
end $$;

-- As before, likewise. The later events of a batch are summed up once for all, not anew for each.
create or replace function shown_balances(p_judged judgement[]) returns setof jsonb
  language sql stable
as $$
  with sides as (
    select j.ordinal, side as place,
      case side when 1 then j.out_account_id else j.in_account_id end as account_id,
      case side when 1 then j.out_code else j.in_code end as code,
      case side when 1 then j.out_sign else j.in_sign end as sign,
      case side when 1 then j.currency_id else j.c_currency_id end as currency_id,
      case side when 1 then j.currency else j.c_currency end as currency,
      case side when 1 then j.d_amount else -j.c_amount end as net
    from generate_series(1, 2) side cross join unnest(p_judged) j
  ), later as (
    select s.*, coalesce(sum(net) over (partition by account_id, currency_id order by ordinal desc
      rows between unbounded preceding and 1 preceding), 0) as later_net
    from sides s
  )
  select jsonb_agg(jsonb_build_array(l.account_id, l.code, l.currency_id, l.currency, ((b.net - l.later_net) * l.sign)::text)
    order by l.place)
  from later l
  cross join lateral (select debits - credits as net from balances
    where account_id = l.account_id and currency_id = l.currency_id offset 0) b
  group by l.ordinal order by l.ordinal
$$;

-- The outcome of an event: of a new one the balances, its id, its day and the moment it was recorded; of any other the detail alone.
create type recorded as (ordinal integer, refusal text, detail jsonb, id integer, business_date text, recorded_at text);

-- As before; the events come as the composite values they are, where they were JSON: what a field is called and of which type it is
-- need not be read with each, and what is answered is not put together as JSON. What is written down of an event by itself is
-- written in one statement.
drop function record_transactions(json);
create function record_transactions(p_events event[]) returns setof recorded
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
  -- An account may have been closed or deactivated between the judgement and the locks: then everything is judged anew.
  if exists (select from accounts where account_status <> 'active' and id = any (
      array(select j.out_account_id from unnest(judged) j) || array(select j.in_account_id from unnest(judged) j))) then
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

grant execute on function record_transactions to sarraf_app;
