-- As before, in words that also fit what has no date of its own to choose: a hawala that is cancelled, an entry that is deleted.
create or replace function refuse_closed_day() returns trigger
  language plpgsql
as $$
declare closed record;
begin
  perform hold_books(false);
  select d.business_date, u.username into closed
    from day_closes d join users u on u.id = d.closed_by
    where d.reopened_at is null order by d.business_date desc limit 1;
  if found and exists (select from added where business_date <= closed.business_date) then
    raise exception 'The books are closed up to % (by %). Choose a later date where there is one to choose, or ask an admin to reopen the day',
      closed.business_date, closed.username using errcode = 'SD001';
  end if;
  return null;
end $$;
