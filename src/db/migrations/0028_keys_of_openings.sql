-- What opened an account is kept as every other key is: one that stood apart was free for a posting. It has the account it opened as its
-- answer. Of a key that has been used for both, the posting's stays.

insert into idempotency_keys (user_id, key, call, request_hash, answer, recorded_at)
  select user_id, key, 'POST /api/accounts', request_hash, jsonb_build_object('accountId', account_id), recorded_at
  from account_keys on conflict do nothing;
drop table account_keys;
