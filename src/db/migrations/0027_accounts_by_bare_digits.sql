-- The searched text of an account has the digits of its phone and tazkira also by themselves: "0790 555 246" is found by 0790555246,
-- as a telephone shows it. Not in the text of single letters, where digits stand together by chance.
alter table accounts drop column search_text;
alter table accounts add column search_text text not null generated always as (fold_text(
  code || ' ' || account_name || ' ' || coalesce(last_name, '') || ' ' || coalesce(father_name, '') || ' ' ||
  coalesce(phone, '') || ' ' || coalesce(tazkira_number, '')) || ' ' ||
  regexp_replace(fold_text(coalesce(phone, '')), '[^0-9]+', '', 'g') || ' ' ||
  regexp_replace(fold_text(coalesce(tazkira_number, '')), '[^0-9]+', '', 'g')) stored;
create index accounts_search on accounts using gin (search_text gin_trgm_ops);
