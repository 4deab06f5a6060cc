-- A second step at sign-in, the codes for when the telephone is lost, and how each person likes the screens.

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted under a key that lives outside the database: who reads this table cannot make codes.
  sealed_secret bytea not null,
  started_at timestamptz not null default now(),
  -- Null while it is being set up; then it does not stand in anybody's way yet.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken. No code of this step or an earlier one is taken again.
  last_step integer not null default 0
);

create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  -- A keyed hash, under a key that lives outside the database.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right and whose second step is awaited. No row of it opens anything but that step.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the stored password it was judged by: a password changed meanwhile ends it.
  password_mark bytea not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);

create table user_preferences (
  user_id uuid primary key references users on delete cascade,
  language text not null,
  theme text not null check (theme in ('light', 'dark', 'auto')),
  density text not null check (density in ('comfortable', 'compact')),
  updated_at timestamptz not null default now()
);

grant select, insert, update, delete on second_factors, recovery_codes, sign_in_challenges, user_preferences to sarraf_app;
