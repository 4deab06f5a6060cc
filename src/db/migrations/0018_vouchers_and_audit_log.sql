-- Vouchers are counted, so that of each version there is one original; and the audit log is read by its filters.

create table voucher_prints (
  object_type text not null check (object_type in ('transaction', 'hawala')),
  object_id integer not null,
  version integer not null,
  prints integer not null default 1 check (prints >= 1),
  primary key (object_type, object_id, version)
);

-- A count that could go back would make a second original.
create function refuse_uncounting() returns trigger language plpgsql as $$
begin
  if (new.object_type, new.object_id, new.version, new.prints) is distinct from
     (old.object_type, old.object_id, old.version, old.prints + 1) then
    raise exception 'prints are counted upward, one at a time' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger counted_upward before update on voucher_prints for each row execute function refuse_uncounting();
create trigger never_deleted before delete or truncate on voucher_prints for each statement execute function refuse_change();

grant select, insert, update on voucher_prints to sarraf_app;

-- The audit log newest first: of all, of a person, of an act. Nearly all rows are about transactions just entered; a list of those
-- finds its rows in the first index, so the third need not hold them.
create index audit_log_recorded on audit_log (recorded_at, id);
create index audit_log_actor on audit_log (actor_id, recorded_at, id);
create index audit_log_act on audit_log (object_type, action, recorded_at, id) where action <> 'transaction.created';
-- Words of a reason.
create index audit_log_reason on audit_log using gin (fold_text(reason) gin_trgm_ops) where reason is not null;
