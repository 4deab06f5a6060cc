-- What the house is long or short of each currency, and at what cost, at the end of each day that has deals. Derived from the
-- transactions and their postings, and thrown away and made anew from the first day that has changed: docs/decisions/021.

create table position_days (
  currency_id integer not null references currencies,
  business_date date not null,
  -- The movements of the position account on that day as they were when this row was made. They only grow: where they are the
  -- same, nothing of that day has changed.
  debits numeric(24, 2) not null,
  credits numeric(24, 2) not null,
  -- The deals of the day that stand, and what they realised, in the base currency.
  deals integer not null,
  bought numeric(24, 2) not null,
  sold numeric(24, 2) not null,
  realised numeric(28, 2) not null,
  -- At the end of the day; what is short is negative, and so is its cost.
  quantity numeric(24, 2) not null,
  cost numeric(28, 2) not null,
  primary key (currency_id, business_date)
);

-- The same deals by who recorded them.
create table position_day_users (
  currency_id integer not null,
  business_date date not null,
  user_id uuid not null,
  deals integer not null,
  bought numeric(24, 2) not null,
  sold numeric(24, 2) not null,
  realised numeric(28, 2) not null,
  primary key (currency_id, business_date, user_id),
  foreign key (currency_id, business_date) references position_days on delete cascade
);

-- What the days were made from: all movements of the position account, the last rate of the board, and the settings.
create table position_folds (
  currency_id integer primary key references currencies on delete cascade,
  debits numeric(24, 2) not null,
  credits numeric(24, 2) not null,
  rate_id integer,
  base_currency text not null,
  time_zone text not null
);

-- The deals, by what was bought and by what was sold. No other entry is in them.
create index transactions_bought on transactions (currency_id, business_date, id)
  where currency_id <> c_currency_id and deleted_at is null;
create index transactions_sold on transactions (c_currency_id, business_date, id)
  where currency_id <> c_currency_id and deleted_at is null;

-- The last rate of a day.
create index currency_rates_in_time on currency_rates (currency_id, recorded_at desc, id desc);

grant select, insert, update, delete on position_days, position_day_users, position_folds to sarraf_app;
