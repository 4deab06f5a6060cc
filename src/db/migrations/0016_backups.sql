-- Backups: which there are, what came of each, and when they are made.

create table backups (
  id integer generated always as identity primary key,
  origin text not null check (origin in ('schedule', 'person')),
  verdict text not null default 'making' check (verdict in ('making', 'checking', 'good', 'unchecked', 'failed')),
  -- Why it failed, or could not be checked.
  reason text,
  -- While it is under way: how far, in percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Its file in the folder of the backups; null as long as there is no whole one.
  file_name text unique,
  -- Seen by a server: the file is not in the folder any more. It may come back, as a disk does that was not there for a while.
  file_missing boolean not null default false,
  size bigint,
  -- Of the whole file.
  sha256 bytea check (octet_length(sha256) = 32),
  transactions bigint,
  hawalas bigint,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  started_by uuid references users on delete set null,
  check ((finished_at is null) = (verdict in ('making', 'checking'))),
  check (verdict not in ('good', 'unchecked') or num_nulls(file_name, size, sha256) = 0)
);

alter table business_settings
  -- By the office's clock.
  add column backup_time text not null default '02:30' check (backup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- How many good ones are kept.
  add column backups_kept integer not null default 14 check (backups_kept between 1 and 365),
  -- From when on a night without a backup is a missed one.
  add column backups_since timestamptz not null default now();

grant select, insert, update, delete on backups to sarraf_app;
