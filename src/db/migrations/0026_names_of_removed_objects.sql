-- What was removed is found in the audit log by the name it had: the rows that name an object are found by that name.

-- What a state calls its object by; null for kinds that have no other name than their id, or keep it where nothing is removed.
create function audited_name(object_type text, state jsonb) returns text
  language sql immutable parallel safe
  return case object_type
    when 'user' then state ->> 'username'
    when 'hawala' then state ->> 'hawala_no'
    when 'currency' then state ->> 'code'
    when 'account_number_setting' then state ->> 'currency'
    when 'import_batch' then state ->> 'fileName'
    when 'backup' then state ->> 'fileName' end;

-- What makes two such names the same: letters and digits, as with the number of a hawala; a name of signs alone is the same as itself.
-- A longer name is found by how it begins.
create function name_key(name text) returns text
  language sql immutable parallel safe
  return left(coalesce(nullif(regexp_replace(regexp_replace(translate(fold_text(name), U&' \00A0', ''), '[!-/:-@[-`{-~‐-―−]+', '-', 'g'),
    '(?<![0-9])-|-(?![0-9])', '', 'g'), ''), fold_text(name)), 100);

-- The name that an entry is found by: the one before an act, since the one after it is that of the next act or of the living object.
-- Not in SQL: an index over an expression that the planner takes apart costs every statement which writes there 40 to 100 µs. With its
-- schemas, since an index is also looked after where no others are searched.
create function named_in_entry(object_type text, old jsonb, new jsonb) returns text
  language plpgsql immutable parallel safe
as $$
begin
  return public.name_key(coalesce(public.audited_name(object_type, old), public.audited_name(object_type, new)));
end $$;

grant execute on function audited_name, name_key, named_in_entry to sarraf_app;

-- Only acts that give a name or take it away, with it or with their object. A posting is told from these by its first condition.
create index audit_log_name on audit_log (named_in_entry(object_type, old, new), recorded_at, id)
  where object_type <> 'transaction' and action ~ '\.(created|changed|edited|deleted|removed|imported|undone|made)$';
