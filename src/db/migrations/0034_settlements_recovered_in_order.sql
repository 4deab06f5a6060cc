-- Where the hawalas that a settlement covers begin: behind this transaction, or with the first one. Its money was for these, so it is
-- recovered only where they are open again, from the same one on.
alter table partner_settlements add column after_transaction_id integer references transactions;
alter table partner_settlements disable trigger append_only;
update partner_settlements s set after_transaction_id = (
    select max(o.through_transaction_id) from partner_settlements o join transactions t on t.id = o.transaction_id
    where o.partner_account_id = s.partner_account_id and o.id < s.id and o.through_transaction_id < s.through_transaction_id
      and (t.deleted_at is null or t.deleted_at > s.created_at))
  where s.through_transaction_id is not null;
alter table partner_settlements enable trigger append_only;

create or replace function refuse_gap_in_settlements() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  settled partner_settlements;
  furthest integer;
begin
  select * into settled from partner_settlements where transaction_id = new.id;
  if not found then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('settlement of ' || settled.partner_account_id, 0));
  if settled.through_transaction_id is null then return null; end if;
  select coalesce(max(s.through_transaction_id), 0) into furthest
    from partner_settlements s join transactions t on t.id = s.transaction_id
    where s.partner_account_id = settled.partner_account_id and s.id <> settled.id and t.deleted_at is null;
  if new.deleted_at is not null and furthest > settled.through_transaction_id then
    raise exception 'A later settlement with this partner stands on this one. Undo that one first' using errcode = 'SD002';
  end if;
  if new.deleted_at is null and furthest > coalesce(settled.after_transaction_id, 0) then
    raise exception 'What this settlement covered is settled by another one. Undo that one first' using errcode = 'SD002';
  end if;
  if new.deleted_at is null and furthest < coalesce(settled.after_transaction_id, 0) then
    raise exception 'The settlement before this one was undone. Recover that one first' using errcode = 'SD002';
  end if;
  return null;
end $$;
