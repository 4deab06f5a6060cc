-- The ledger. A posting holds both of its sides, so an unbalanced one cannot be written; journal and postings are
-- append-only for every role; balances are written by the functions of 0003 alone.

-- Which currencies an account holds. Cold: foreign keys point here, so that no key check ever touches a balance row.
create table account_currency (
  account_id integer not null references accounts,
  currency_id integer not null references currencies,
  primary key (account_id, currency_id)
);

-- Hot: one row per account and currency, updated by every posting, referenced by nothing.
create table balances (
  account_id integer not null,
  currency_id integer not null,
  debits numeric(24, 2) not null default 0,
  credits numeric(24, 2) not null default 0,
  primary key (account_id, currency_id)
) with (fillfactor = 50);

-- The same sums by business date: a balance as of any day is a sum over days, however late an entry was made.
create table balance_days (
  account_id integer not null,
  currency_id integer not null,
  business_date date not null,
  debits numeric(24, 2) not null default 0,
  credits numeric(24, 2) not null default 0,
  primary key (account_id, currency_id, business_date)
) with (fillfactor = 70);

-- Both narratives as they are searched: folded, and once where they are the same. U+0001 can stand in neither, so a search
-- never matches across the two.
create function searchable_narrative(narrative text, c_narrative text) returns text
  language sql immutable parallel safe
  return fold_text(case when c_narrative = narrative then narrative else narrative || U&'\0001' || c_narrative end);
grant execute on function searchable_narrative to sarraf_app;

-- The current state of each business event.
create table transactions (
  id integer generated always as identity primary key,
  version integer not null default 1,
  type text not null check (type in ('Debit', 'Credit', 'Transfer', 'Hawala', 'Exchange')),
  out_account_id integer not null,
  in_account_id integer not null,
  currency_id integer not null,
  d_amount numeric(20, 2) not null check (d_amount > 0),
  c_currency_id integer not null,
  c_amount numeric(20, 2) not null check (c_amount > 0),
  ex_rate numeric(20, 8) not null check (ex_rate > 0),
  narrative text not null default '',
  c_narrative text not null default '',
  business_date date not null,
  reference_id integer,
  hawala_id integer,
  -- The journal row whose postings carry the event, or carried it until it was deleted.
  journal_id bigint not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  modified_by uuid,
  modified_at timestamptz,
  deleted_by uuid,
  deleted_at timestamptz,
  deletion_reason text,
  form_name text
) with (fillfactor = 90);

create index transactions_newest on transactions (business_date desc, id desc) where deleted_at is null;
create index transactions_out on transactions (out_account_id, business_date desc, id desc) where deleted_at is null;
create index transactions_in on transactions (in_account_id, business_date desc, id desc) where deleted_at is null;
create index transactions_type on transactions (type, business_date desc, id desc) where deleted_at is null;
create index transactions_amount on transactions (d_amount) where deleted_at is null;
create index transactions_c_amount on transactions (c_amount) where deleted_at is null and c_amount <> d_amount;
create index transactions_reference on transactions (reference_id) where reference_id is not null;
create index transactions_deleted on transactions (deleted_at desc, id desc) where deleted_at is not null;
create index transactions_narrative on transactions using gin (searchable_narrative(narrative, c_narrative) gin_trgm_ops);

-- One row per recorded act: post (a new version), reverse (the mirror of an earlier row), restore (a recovered one).
create table journal (
  id bigint generated always as identity primary key,
  transaction_id integer not null,
  version integer not null,
  kind text not null check (kind in ('post', 'reverse', 'restore')),
  -- Unique: nothing can be reversed twice.
  reverses bigint unique references journal,
  business_date date not null,
  recorded_at timestamptz not null default now(),
  actor_id uuid not null references users,
  check ((kind = 'reverse') = (reverses is not null))
);

create table postings (
  journal_id bigint not null references journal,
  line smallint not null,
  debit_account_id integer not null,
  credit_account_id integer not null,
  currency_id integer not null,
  amount numeric(20, 2) not null check (amount > 0),
  business_date date not null,
  primary key (journal_id, line),
  check (debit_account_id <> credit_account_id),
  foreign key (debit_account_id, currency_id) references account_currency,
  foreign key (credit_account_id, currency_id) references account_currency
);

-- What a key was used for, for ever: the request, and the version of the transaction that it made.
create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  call text not null,
  request_hash text not null,
  transaction_id integer not null,
  version integer not null,
  recorded_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- With the answer that was given then, which stands in the audit log.
create view answered_keys as
  select k.user_id, k.key, k.call, k.request_hash, a.new as answer
  from idempotency_keys k
  join audit_log a on a.object_type = 'transaction' and a.object_id = k.transaction_id::text and a.version = k.version;

create trigger append_only before update or delete or truncate on journal for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on postings for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on idempotency_keys for each statement execute function refuse_change();
create trigger never_deleted before delete or truncate on transactions for each statement execute function refuse_change();

grant select on account_currency, balances, balance_days, transactions, journal, postings, idempotency_keys, answered_keys to sarraf_app;
