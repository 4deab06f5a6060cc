-- Hawalas: remittances in both directions, the sheets they were imported from, and what was seen of a receiver's papers.

create table import_batches (
  id integer generated always as identity primary key,
  file_name text not null check (length(file_name) between 1 and 255),
  file_size integer not null check (file_size > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  format text not null,
  sheet_name text not null,
  sender_code text not null,
  transaction_date date not null,
  imported_count integer not null,
  duplicate_count integer not null,
  -- Of the duplicates: those whose stored row has other figures.
  changed_count integer not null,
  -- Faulty rows that the caller chose to leave out.
  skipped_count integer not null,
  -- Per currency: [{currency, count, rAmount, intoUSD}], money as text.
  totals jsonb not null,
  imported_by uuid not null references users,
  imported_at timestamptz not null default now(),
  undone_by uuid references users,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index import_batches_file on import_batches (sha256);

create table hawalas (
  id integer generated always as identity primary key,
  version integer not null default 1,
  direction text not null check (direction in ('incoming', 'outgoing')),
  hawala_no text not null check (length(hawala_no) between 1 and 50),
  -- The number by its letters and digits alone: what two notations of one number have in common.
  normal_no text not null check (length(normal_no) between 1 and 50),
  status text not null,
  -- Incoming: the account code of the partner who sent it.
  sender_code text check (length(sender_code) between 1 and 50),
  -- Outgoing: who pays; null is a walk-in at the cash box.
  sender_account_id integer references accounts,
  -- Outgoing: who pays it out; null until one is assigned.
  partner_account_id integer references accounts,
  receiver_account_id integer references accounts,
  sender_name text not null check (length(sender_name) between 1 and 255),
  sender_location text,
  sender_phone text,
  receiver_name text not null check (length(receiver_name) between 1 and 255),
  receiver_location text,
  receiver_phone text,
  -- Incoming: in pounds, which the partner took; outgoing: of this currency, which our office took.
  amount numeric(20, 2) not null check (amount > 0),
  amount_currency_id integer references currencies,
  exchange_rate numeric(20, 8) not null check (exchange_rate > 0),
  -- What the receiver gets, and in which currency; for an outgoing one the converted amount. That the currency stays is guarded
  -- by hawala_days, once for each import and not for each of its rows.
  r_amount numeric(20, 2) not null check (r_amount > 0),
  currency_id integer not null,
  -- Outgoing: what the office keeps, in the currency of the converted amount.
  commission numeric(10, 2) not null default 0 check (commission >= 0),
  -- Incoming: units of the currency per US dollar, and the dollars it comes to.
  rate numeric(20, 8) check (rate > 0),
  into_usd numeric(20, 2) check (into_usd >= 0),
  remarks text not null default '',
  transaction_date date not null,
  -- The live transaction: the pass of an incoming hawala, the booking of an outgoing one.
  transaction_id integer unique references transactions,
  -- Passed: the account that the pass was paid from, as its transaction has it.
  paid_from_account_id integer references accounts,
  -- Of import_batches, from which nothing is ever deleted.
  import_batch_id integer,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  modified_by uuid references users,
  modified_at timestamptz,
  search_text text not null generated always as (fold_text(
    hawala_no || U&'\0001' || receiver_name || U&'\0001' || sender_name || U&'\0001' || normal_no)) stored,
  constraint status_of_direction check (status in ('Pending', 'Passed', 'Cancelled') and direction = 'incoming'
    or status in ('sent', 'received', 'pending', 'completed', 'cancelled') and direction = 'outgoing'),
  constraint fields_of_direction check (
    (sender_code is not null) = (direction = 'incoming') and (amount_currency_id is not null) = (direction = 'outgoing')
    and (direction = 'outgoing' or num_nonnulls(sender_account_id, partner_account_id) = 0 and commission = 0)
    and (direction = 'incoming' or num_nonnulls(rate, into_usd, import_batch_id) = 0))
) with (fillfactor = 85);

-- A number stands once: per partner who sent it, and once among those that our office issued.
create unique index hawalas_incoming_number on hawalas (sender_code, normal_no) where direction = 'incoming';
create unique index hawalas_outgoing_number on hawalas (normal_no) where direction = 'outgoing';
-- What lists are walked along, newest first. A status belongs to one direction: a list of several is as many ordered scans, merged.
create index hawalas_status on hawalas (status, transaction_date desc, id desc);
create index hawalas_currency on hawalas (currency_id, status, transaction_date desc, id desc);
create index hawalas_sender on hawalas (sender_code, status, transaction_date desc, id desc) where sender_code is not null;
create index hawalas_partner on hawalas (partner_account_id, status, transaction_date desc, id desc) where partner_account_id is not null;
create index hawalas_batch on hawalas (import_batch_id, transaction_date desc, id desc) where import_batch_id is not null;
create index hawalas_paid_from on hawalas (paid_from_account_id, transaction_date desc, id desc) where paid_from_account_id is not null;
-- A currency that hawalas use is not deleted; the foreign key looks here.
create index hawalas_amount_currency on hawalas (amount_currency_id) where amount_currency_id is not null;
-- New rows wait at the end of a list until they are sorted in, aside.
create index hawalas_search on hawalas using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 32768);

create or replace function file_narratives() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ select gin_clean_pending_list('transactions_narrative') + gin_clean_pending_list('hawalas_search') $$;

-- The barrier against paying twice: a hawala has one live transaction at most, whatever any program does.
create unique index transactions_live_hawala on transactions (hawala_id) where hawala_id is not null and deleted_at is null;
create index transactions_hawala on transactions (hawala_id) where hawala_id is not null;
-- The passed hawalas by the day they were paid on.
create index transactions_of_hawalas on transactions (business_date desc, id desc) where hawala_id is not null and deleted_at is null;

-- Lists and totals by branch ask the hawala itself. A pass keeps its accounts: only its words and its date can be edited.
create function note_paid_from() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.paid_from_account_id := case when new.status = 'Passed' then (select in_account_id from transactions where id = new.transaction_id) end;
  return new;
end $$;
create trigger paid_from before insert or update on hawalas
  for each row when (new.transaction_id is not null or new.paid_from_account_id is not null) execute function note_paid_from();

-- A hawala's status and its live transaction go together, at the latest when the database transaction ends. It stands in for
-- the foreign key, too, which would be looked at with every posting.
create function check_hawala_stands() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  hawala integer := case tg_table_name when 'transactions' then (to_jsonb(new) ->> 'hawala_id')::integer else (to_jsonb(new) ->> 'id')::integer end;
begin
  if not exists (select from hawalas h
    left join transactions t on t.hawala_id = h.id and t.deleted_at is null
    where h.id = hawala and t.id is not distinct from h.transaction_id
      and (t.id is not null) = (h.status in ('Passed', 'sent', 'received', 'pending', 'completed'))) then
    raise exception 'hawala % and its transaction do not go together', hawala using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger begins_with_its_transaction after insert on hawalas
  deferrable initially deferred for each row when (new.status <> 'Pending' or new.transaction_id is not null)
  execute function check_hawala_stands();
create constraint trigger stands_with_its_transaction after update of status, transaction_id on hawalas
  deferrable initially deferred for each row execute function check_hawala_stands();
create constraint trigger stands_with_its_hawala after insert or update of deleted_at on transactions
  deferrable initially deferred for each row when (new.hawala_id is not null) execute function check_hawala_stands();

-- Only the rows of an import that is undone go, and only where nothing was ever paid on them.
create function refuse_hawala_delete() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if old.status <> 'Pending' or old.import_batch_id is null or exists (select from transactions where hawala_id = old.id) then
    raise exception 'hawala % is not deleted: it is no pending row of an import, or was paid before', old.id using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger pending_imports_alone before delete on hawalas for each row execute function refuse_hawala_delete();
create trigger never_truncated before truncate on hawalas for each statement execute function refuse_change();

-- Counts and sums by day, partner, paying account, status and currency, kept in the same transaction: a total over a million hawalas is a
-- sum over days. An outgoing one has its amount in the currency of the row, an incoming one in pounds.
create table hawala_days (
  direction text not null,
  transaction_date date not null,
  sender_code text not null,
  partner_account_id integer not null,
  paid_from_account_id integer not null,
  status text not null,
  currency_id integer not null references currencies,
  hawalas integer not null,
  amount numeric(24, 2) not null,
  r_amount numeric(24, 2) not null,
  into_usd numeric(24, 2) not null,
  primary key (direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id)
) with (fillfactor = 70);

create type hawala_movement as (direction text, transaction_date date, sender_code text, partner_account_id integer,
  paid_from_account_id integer, status text, currency_id integer, hawalas integer, amount numeric, r_amount numeric, into_usd numeric);

create function movement_of(h hawalas, sign integer) returns hawala_movement
  language sql immutable
  return (h.direction, h.transaction_date, coalesce(h.sender_code, ''), coalesce(h.partner_account_id, 0),
    coalesce(h.paid_from_account_id, 0), h.status, h.currency_id, sign, sign * h.amount, sign * h.r_amount, sign * coalesce(h.into_usd, 0))::hawala_movement;

-- Adds movements in the order of the key, so that no two writers wait for each other in a circle.
create function add_to_hawala_days(p_movements hawala_movement[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into hawala_days as d (direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id,
      hawalas, amount, r_amount, into_usd)
    select direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id,
      sum(hawalas), sum(amount), sum(r_amount), sum(into_usd)
    from unnest(p_movements) m
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(hawalas) <> 0 or sum(amount) <> 0 or sum(r_amount) <> 0 or sum(into_usd) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id) do update
      set hawalas = d.hawalas + excluded.hawalas, amount = d.amount + excluded.amount,
        r_amount = d.r_amount + excluded.r_amount, into_usd = d.into_usd + excluded.into_usd
$$;

create function count_hawala_days() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    -- An import brings thousands of few kinds.
    perform add_to_hawala_days(array(
      select (direction, transaction_date, coalesce(sender_code, ''), coalesce(partner_account_id, 0), coalesce(paid_from_account_id, 0), status, currency_id, count(*),
        sum(amount), sum(r_amount), coalesce(sum(into_usd), 0))::hawala_movement
      from new_rows group by direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id));
  elsif tg_op = 'DELETE' then
    perform add_to_hawala_days(array(select movement_of(o, -1) from old_rows o));
  else
    perform add_to_hawala_days(array(select movement_of(o, -1) from old_rows o union all select movement_of(n, 1) from new_rows n));
  end if;
  return null;
end $$;
create trigger days_of_new after insert on hawalas
  referencing new table as new_rows for each statement execute function count_hawala_days();
create trigger days_of_changed after update on hawalas
  referencing old table as old_rows new table as new_rows for each statement execute function count_hawala_days();
create trigger days_of_deleted after delete on hawalas
  referencing old table as old_rows for each statement execute function count_hawala_days();

-- What was seen of the receiver's papers when a hawala was paid. It belongs to the payout: one that is taken back keeps it.
create table hawala_payouts (
  transaction_id integer primary key references transactions,
  hawala_id integer not null references hawalas,
  document_name text,
  document_number text,
  photo_type text,
  photo bytea,
  check ((photo is null) = (photo_type is null))
);
create index hawala_payouts_hawala on hawala_payouts (hawala_id);
create trigger append_only before update or delete or truncate on hawala_payouts for each statement execute function refuse_change();

-- The series of the numbers that our office issues; every number from the start to the next one has been issued.
create table hawala_settings (
  id integer primary key default 1 check (id = 1),
  prefix text not null default 'HWL' check (length(prefix) <= 10),
  -- What the prefix adds to the normal number of a hawala.
  normal_prefix text not null default 'HWL',
  start_number integer not null default 1001 check (start_number >= 1),
  next_number integer not null default 1001 check (next_number >= start_number),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into hawala_settings default values;

-- A hawala as the audit log keeps it, money as text.
create function hawala_json(h hawalas) returns jsonb
  language sql stable
  return jsonb_strip_nulls(jsonb_build_object('id', h.id, 'version', h.version, 'direction', h.direction, 'hawala_no', h.hawala_no,
    'status', h.status, 'sender_code', h.sender_code, 'sender_account_id', h.sender_account_id, 'partner_account_id', h.partner_account_id,
    'receiver_account_id', h.receiver_account_id, 'sender_name', h.sender_name, 'sender_location', h.sender_location,
    'sender_phone', h.sender_phone, 'receiver_name', h.receiver_name, 'receiver_location', h.receiver_location,
    'receiver_phone', h.receiver_phone, 'amount', h.amount::text, 'amount_currency_id', h.amount_currency_id,
    'exchange_rate', h.exchange_rate::text, 'r_amount', h.r_amount::text, 'currency_id', h.currency_id, 'commission', h.commission::text,
    'rate', h.rate::text, 'into_usd', h.into_usd::text, 'remarks', h.remarks, 'transaction_date', h.transaction_date,
    'transaction_id', h.transaction_id, 'paid_from_account_id', h.paid_from_account_id, 'import_batch_id', h.import_batch_id,
    'created_by', h.created_by, 'created_at', h.created_at, 'modified_by', h.modified_by, 'modified_at', h.modified_at));

-- A key may also have been used on a call that wrote no transaction: then its answer stands beside it.
alter table idempotency_keys alter transaction_id drop not null, alter version drop not null, add column answer jsonb,
  add check (num_nonnulls(transaction_id, version) = case when answer is null then 2 else 0 end);
create or replace view answered_keys as
  select k.user_id, k.key, k.call, k.request_hash, coalesce(k.answer, a.answer) as answer
  from idempotency_keys k
  left join lateral (select new as answer from audit_log
    where object_type = 'transaction' and object_id = k.transaction_id::text and version = k.version offset 0) a on true;
create function keep_answer(p_user_id uuid, p_key text, p_call text, p_request_hash text, p_answer jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$
  insert into idempotency_keys (user_id, key, call, request_hash, answer) values (p_user_id, p_key, p_call, p_request_hash, p_answer)
$$;

grant select, insert, update, delete on hawalas to sarraf_app;
grant select, insert, update on import_batches to sarraf_app;
grant select, insert on hawala_payouts to sarraf_app;
grant select, update on hawala_settings to sarraf_app;
grant select on hawala_days to sarraf_app;
grant execute on function keep_answer, hawala_json, movement_of to sarraf_app;
