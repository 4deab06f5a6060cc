-- What statements and balances of past days read.

-- The balance of every account at the end of a day is what it is now without what belongs to later days. Written once for each
-- account and day, and never by the postings that follow.
create index balance_days_later on balance_days (business_date, account_id, currency_id);

-- Postings that were taken back, from either of their sides. A statement leaves them out together with their mirrors, which
-- belong to the same day, or shows both. Written when something is corrected, and never by a posting.
create table corrected_postings (
  account_id integer not null,
  currency_id integer not null,
  business_date date not null,
  transaction_id integer not null,
  -- The row that was reversed, and its mirror.
  journal_id bigint not null,
  reversed_by bigint not null,
  line smallint not null,
  amount numeric(20, 2) not null,
  -- Whether the account was debited, and so is credited by the mirror.
  is_debit boolean not null,
  primary key (account_id, currency_id, business_date, journal_id, line)
);

insert into corrected_postings
  select side.account_id, p.currency_id, p.business_date, r.transaction_id, p.journal_id, r.id, p.line, p.amount, side.is_debit
  from journal r
  join postings p on p.journal_id = r.reverses
  cross join lateral (values (p.debit_account_id, true), (p.credit_account_id, false)) side (account_id, is_debit)
  where r.kind = 'reverse';

create function note_corrected_postings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into corrected_postings
    select side.account_id, p.currency_id, p.business_date, new.transaction_id, p.journal_id, new.id, p.line, p.amount, side.is_debit
    from postings p
    cross join lateral (values (p.debit_account_id, true), (p.credit_account_id, false)) side (account_id, is_debit)
    where p.journal_id = new.reverses;
  return null;
end $$;
create trigger corrected_postings after insert on journal
  for each row when (new.kind = 'reverse') execute function note_corrected_postings();

create trigger append_only before update or delete or truncate on corrected_postings for each statement execute function refuse_change();
grant select on corrected_postings to sarraf_app;
