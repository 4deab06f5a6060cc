-- A posting puts its narratives at the end of a list; every so many of them, whoever posted last sorted the whole list into the
-- index while everybody waited, each few thousand postings. The server does that aside now, every second. A posting does it itself
-- only where no server is at it.
alter index transactions_narrative set (gin_pending_list_limit = 16384);

-- Sorts the narratives that wait into their index. Says how many pages of them there were.
create function file_narratives() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp
as $$ select gin_clean_pending_list('transactions_narrative') $$;
grant execute on function file_narratives to sarraf_app;
