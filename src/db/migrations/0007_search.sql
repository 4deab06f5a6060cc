-- What a search over millions of transactions stands on. Measured on 2,000,000 of them; docs/decisions/009 has the figures.

-- Both narratives as they are searched, folded once when they are written: folding them again for each row that a search
-- looks at took twelve times as long as looking at them.
drop index transactions_narrative;
alter table transactions add column search_text text not null
  generated always as (searchable_narrative(narrative, c_narrative)) stored;
create index transactions_narrative on transactions using gin (search_text gin_trgm_ops);

-- By account and type: the cash account is in every second entry, and those of a rare type were not found beside the others.
-- An account alone is read as five ordered scans for each side, merged.
drop index transactions_out;
drop index transactions_in;
create index transactions_out on transactions (out_account_id, type, business_date desc, id desc) where deleted_at is null;
create index transactions_in on transactions (in_account_id, type, business_date desc, id desc) where deleted_at is null;

-- The last deal between two currencies. Only exchanges are in it.
create index transactions_pair on transactions (currency_id, c_currency_id, business_date desc, id desc)
  where type = 'Exchange' and deleted_at is null;

-- Deleted rows lie scattered over the whole table. What they are filtered by stands in the index of their order, but for the
-- narratives, which may be longer than an entry of an index.
drop index transactions_deleted;
create index transactions_deleted on transactions (deleted_at desc, id desc)
  include (type, out_account_id, in_account_id, d_amount, c_amount, business_date, reference_id) where deleted_at is not null;
