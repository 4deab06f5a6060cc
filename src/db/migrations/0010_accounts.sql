-- The account list and the account picker over tens of thousands of accounts, and opening an account once.

-- The searched text with every letter three times, so that trigrams also find one typed letter, or two that stand together:
-- "no" is "nnnooo". It is stored, because an index of what is only computed is computed again for every row it finds.
alter table accounts add column search_letters text not null generated always as (regexp_replace(fold_text(
  code || ' ' || account_name || ' ' || coalesce(last_name, '') || ' ' || coalesce(father_name, '') || ' ' ||
  coalesce(phone, '') || ' ' || coalesce(tazkira_number, '')), '(\S)', '\1\1\1', 'g')) stored;
create index accounts_letters on accounts using gin (search_letters gin_trgm_ops);

-- The order of the list, which also finds what begins with a typed code: codes have few lengths, and inside each the index
-- goes straight to the beginning that was typed.
drop index accounts_listed;
create index accounts_listed on accounts (length(code), fold_text(code) collate "C", code collate "C") where not is_system;

-- What a key opened: a request that is sent again because its answer was lost opens nothing a second time.
create table account_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  account_id integer not null references accounts,
  recorded_at timestamptz not null default now(),
  primary key (user_id, key)
);
create trigger append_only before update or delete or truncate on account_keys for each statement execute function refuse_change();
grant select, insert on account_keys to sarraf_app;
