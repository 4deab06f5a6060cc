-- What is written with every posting and with every row of an import, made lighter: nothing is kept twice.

-- Imports -----------------------------------------------------------------------------------------------------------

-- What a hawala of an import was at first stands in its row until its first change, and in the audit row of that change from
-- then on. So an import keeps a digest of each, and no copy; the audit log has a digest of these digests.
create table imported_states (
  batch_id integer primary key references import_batches,
  hawala_ids integer[] not null,
  -- As hawala_digest gives them, in the order of the ids.
  digests bytea[] not null,
  check (cardinality(hawala_ids) = cardinality(digests))
);
alter table imported_states alter digests set storage external;
create trigger append_only before update or delete or truncate on imported_states for each statement execute function refuse_change();

-- A digest of all that the audit log has of a hawala, but for its version and who changed it when.
create function hawala_digest(h hawalas) returns bytea
  language sql stable
  return sha256(convert_to(row(h.id, h.direction, h.hawala_no, h.status, h.sender_code, h.sender_account_id, h.partner_account_id,
    h.receiver_account_id, h.sender_name, h.sender_location, h.sender_phone, h.receiver_name, h.receiver_location, h.receiver_phone,
    h.amount, h.amount_currency_id, h.exchange_rate, h.r_amount, h.currency_id, h.commission, h.rate, h.into_usd, h.remarks,
    h.transaction_date - date '2000-01-01', h.transaction_id, h.paid_from_account_id, h.import_batch_id, h.created_by,
    extract(epoch from h.created_at))::text, 'UTF8'));

-- What the audit log has of the digests of an import.
create function imported_digest(s imported_states) returns text
  language sql stable
  return (select encode(sha256(convert_to(s.hawala_ids::text, 'UTF8') || string_agg(digest, ''::bytea order by place)), 'hex')
    from unnest(s.digests) with ordinality d (digest, place));

grant select, insert on imported_states to sarraf_app;
grant execute on function hawala_digest, imported_digest to sarraf_app;

-- A row of an import names nobody but who imported it, and so does its batch, with a key of its own. Yet to look after its seven
-- keys, six of them empty, took a fifth of the import. A trigger looks after the rows that name somebody; that a transaction
-- stands is looked after by check_hawala_stands already.
-- What the first migrations left to be looked at is looked at now: a table with that before it cannot be altered.
set constraints all immediate;
alter table hawalas drop constraint hawalas_sender_account_id_fkey, drop constraint hawalas_partner_account_id_fkey,
  drop constraint hawalas_receiver_account_id_fkey, drop constraint hawalas_paid_from_account_id_fkey,
  drop constraint hawalas_amount_currency_id_fkey, drop constraint hawalas_transaction_id_fkey,
  drop constraint hawalas_created_by_fkey, drop constraint hawalas_modified_by_fkey;

-- Locks what is named as a key would: it cannot go before this is committed.
create function check_hawala_names() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  named_accounts constant integer[] := array_remove(array[new.sender_account_id, new.partner_account_id, new.receiver_account_id,
    new.paid_from_account_id], null);
  named_people constant uuid[] := array_remove(array[new.created_by, new.modified_by], null);
begin
  perform from accounts where id = any (named_accounts) order by id for key share;
  perform from users where id = any (named_people) order by id for key share;
  perform from currencies where id = new.amount_currency_id for key share;
  if exists (select from unnest(named_accounts) n (id) where not exists (select from accounts a where a.id = n.id))
    or exists (select from unnest(named_people) n (id) where not exists (select from users u where u.id = n.id))
    or new.amount_currency_id is not null and not found then
    raise exception 'hawala % names what is not there', new.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger names_of_new after insert on hawalas for each row
  when (new.import_batch_id is null or num_nonnulls(new.receiver_account_id, new.paid_from_account_id, new.modified_by) > 0)
  execute function check_hawala_names();
create trigger names_of_changed after update on hawalas for each row
  when ((new.sender_account_id, new.partner_account_id, new.receiver_account_id, new.paid_from_account_id, new.amount_currency_id, new.created_by, new.modified_by)
    is distinct from (old.sender_account_id, old.partner_account_id, old.receiver_account_id, old.paid_from_account_id, old.amount_currency_id, old.created_by, old.modified_by))
  execute function check_hawala_names();

-- The other side of it: who or what a hawala names stays.
create function refuse_loss_of_named() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare named boolean;
begin
  -- Each is planned when it is asked, with the type of its table's ids.
  if tg_table_name = 'users' then
    named := exists (select from hawalas where old.id in (created_by, modified_by));
  elsif tg_table_name = 'accounts' then
    named := exists (select from hawalas where old.id in (sender_account_id, partner_account_id, receiver_account_id, paid_from_account_id));
  else
    named := exists (select from hawalas where amount_currency_id = old.id);
  end if;
  if named then
    raise exception 'a hawala names this of %', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger stays_named before delete or update of id on users for each row execute function refuse_loss_of_named();
create trigger stays_named before delete or update of id on accounts for each row execute function refuse_loss_of_named();
create trigger stays_named before delete or update of id on currencies for each row execute function refuse_loss_of_named();
set constraints all deferred;

-- Postings ----------------------------------------------------------------------------------------------------------

-- The first state of a transaction is not written down twice either: it stands in `transactions` until the first correction,
-- and in the audit row of that correction from then on. The audit row of the posting has a digest of it.
create function state_digest(id integer, type text, out_account_id integer, currency_id integer, d_amount numeric, in_account_id integer,
    c_currency_id integer, c_amount numeric, ex_rate numeric, narrative text, c_narrative text, business_date date, reference_id integer,
    hawala_id integer, created_by uuid, created_at timestamptz) returns text
  language sql stable
  return encode(sha256(convert_to(row(id, type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id, c_amount, ex_rate,
    narrative, c_narrative, business_date - date '2000-01-01', reference_id, hawala_id, created_by, extract(epoch from created_at))::text,
    'UTF8')), 'hex');

-- Of a transaction that was never corrected.
create function transaction_digest(t transactions) returns text
  language sql stable
  return state_digest(t.id, t.type, t.out_account_id, t.currency_id, t.d_amount, t.in_account_id, t.c_currency_id, t.c_amount, t.ex_rate,
    t.narrative, t.c_narrative, t.business_date, t.reference_id, t.hawala_id, t.created_by, t.created_at);

-- Of a first state as transaction_json writes it.
create function first_state_digest(s jsonb) returns text
  language sql stable
  return state_digest((s ->> 'id')::integer, s ->> 'type', (s ->> 'outAccountId')::integer, (s ->> 'currencyId')::integer,
    (s ->> 'dAmount')::numeric(20, 2), (s ->> 'inAccountId')::integer, (s ->> 'cCurrencyId')::integer, (s ->> 'cAmount')::numeric(20, 2),
    (s ->> 'exRate')::numeric(20, 8), s ->> 'narrative', s ->> 'cNarrative', (s ->> 'businessDate')::date,
    (s ->> 'referenceId')::integer, (s ->> 'hawalaId')::integer, (s ->> 'createdBy')::uuid, (s ->> 'createdAt')::timestamptz);

-- The state that an audit row is about, in full, wherever it stands.
create function audited_state(a audit_log) returns jsonb
  language sql stable
  return case when a.action = 'transaction.created' and a.new ? 'digest' then coalesce(
      (select v.old from audit_log v where v.object_type = 'transaction' and v.object_id = a.object_id and v.version = 2),
      (select jsonb_strip_nulls(transaction_json(t)) from transactions t where t.id = a.object_id::integer))
    else a.new end;

-- The key of a posting has the balances that were answered; all else of the answer is the first state.
alter table idempotency_keys drop constraint idempotency_keys_check,
  add constraint answer_of_key check (num_nonnulls(transaction_id, version) in (0, 2) and (answer is not null or version is not null));
create or replace view answered_keys as
  select k.user_id, k.key, k.call, k.request_hash, case
      when k.version is null then k.answer
      when k.answer is null then a.new
      else audited_state(a) || jsonb_build_object('balances', k.answer, 'names', jsonb_build_object(a.actor_id, a.actor)) end as answer
  from idempotency_keys k
  left join lateral (select * from audit_log
    where object_type = 'transaction' and object_id = k.transaction_id::text and version = k.version offset 0) a on true;

alter type event drop attribute sent, add attribute session_id integer, add attribute role text;

-- Who was admitted to record by a look that is some seconds old is looked up again by the transaction that records: the session
-- stands, and user, name and role are still those. SA001 makes the program judge the request anew.
create function refuse_changed_admission(p_events event[]) returns void
  language plpgsql
as $$
begin
  if exists (
    select from (select distinct e.session_id, e.actor_id, e.actor, e.role from unnest(p_events) e where e.session_id is not null) e
    cross join business_settings b
    where not exists (
      select from (select * from sessions where id = e.session_id offset 0) s
      cross join lateral (select * from users where id = s.user_id offset 0) u
      where u.id = e.actor_id and u.username = e.actor and u.role = e.role and u.is_active and not u.must_change_password
        and s.expires_at > clock_timestamp() and s.last_seen_at > clock_timestamp() - make_interval(mins => b.session_idle_minutes))) then
    raise exception 'an admission has changed' using errcode = 'SA001';
  end if;
end $$;

-- As before; what the caller knows already is not sent to and fro, and the text is read as it stands.
drop function record_transactions;
create function record_transactions(p_events json) returns setof outcome
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
  perform refuse_changed_admission(events);
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
  insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, new)
    select actor_id, actor, ip, request_id, 'transaction.created', 'transaction', ids[ordinality]::text, 1,
      jsonb_build_object('digest', state_digest(ids[ordinality], type, out_account_id, currency_id, d_amount, in_account_id, c_currency_id,
        c_amount, ex_rate, narrative, c_narrative, coalesce(business_date, today), reference_id, hawala_id, actor_id, now()))
    from unnest(events) with ordinality e;
  insert into idempotency_keys (user_id, key, call, request_hash, transaction_id, version, answer)
    select actor_id, key, call, request_hash, ids[ordinality], 1, shown[ordinality]
    from unnest(events) with ordinality e where key is not null;
  return query select e.ordinal, null::text, jsonb_build_object('id', ids[e.ordinality], 'businessDate', coalesce(e.business_date, today),
      'createdAt', now(), 'balances', shown[e.ordinality])
    from unnest(events) with ordinality e;
end $$;

grant execute on function record_transactions, state_digest, transaction_digest, first_state_digest, audited_state to sarraf_app;
