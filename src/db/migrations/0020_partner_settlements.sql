-- Settlements with partners. The money of one is its transaction, and it stands as long as that does: nothing of it is stored twice.

create table partner_settlements (
  id integer generated always as identity primary key,
  partner_account_id integer not null references accounts,
  means text not null check (means in ('cash', 'bank', 'reverse_hawala', 'goods')),
  transaction_id integer not null unique references transactions,
  -- It covers the hawalas of the partner that were paid or booked up to and with this transaction; null is a payment on account.
  through_transaction_id integer references transactions,
  note text check (length(note) between 1 and 500),
  created_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index partner_settlements_partner on partner_settlements (partner_account_id, id desc);
create trigger append_only before update or delete or truncate on partner_settlements for each statement execute function refuse_change();

-- An edit may change the amounts of a settlement, not whose it is. SD002 is told to people in these words.
create function refuse_moving_settlement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare partner record;
begin
  select a.id, a.code, a.account_name into partner
    from partner_settlements s join accounts a on a.id = s.partner_account_id where s.transaction_id = new.id;
  if found and partner.id not in (new.out_account_id, new.in_account_id) then
    raise exception 'This entry is a settlement with % - %. Leave the account as it is, or delete the entry',
      partner.code, partner.account_name using errcode = 'SD002';
  end if;
  return null;
end $$;
create trigger settlements_stay after update on transactions for each row
  when ((old.out_account_id, old.in_account_id) is distinct from (new.out_account_id, new.in_account_id))
  execute function refuse_moving_settlement();

-- What a settlement covers begins where the one before it ends: undone are they from the last one backwards. Whoever settles with the
-- partner at this moment is waited for.
create function refuse_gap_in_settlements() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare settled partner_settlements;
begin
  select * into settled from partner_settlements where transaction_id = new.id;
  if not found then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('settlement of ' || settled.partner_account_id, 0));
  if new.deleted_at is not null and exists (
      select from partner_settlements s join transactions t on t.id = s.transaction_id
      where s.partner_account_id = settled.partner_account_id and t.deleted_at is null
        and s.through_transaction_id > settled.through_transaction_id) then
    raise exception 'A later settlement with this partner stands on this one. Undo that one first' using errcode = 'SD002';
  end if;
  return null;
end $$;
create trigger settlements_without_gap after update on transactions for each row
  when (old.deleted_at is distinct from new.deleted_at)
  execute function refuse_gap_in_settlements();

grant select, insert on partner_settlements to sarraf_app;
