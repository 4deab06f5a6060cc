-- What an office has on its first day: four currencies, the house's own accounts, settings. Accounts below 100 are the house's.

insert into currencies (id, code, name, symbol, exchange_rate, position_account_id) values
  (1, 'AFN', 'Afghan Afghani', '؋', 70, 21),
  (2, 'USD', 'US Dollar', '$', 1, 22),
  (3, 'EUR', 'Euro', '€', 0.92, 23),
  (4, 'PKR', 'Pakistani Rupee', '₨', 278, 24);

insert into accounts (id, code, account_name, currency_id, account_type, is_system) values
  (11, '11', 'Cash at Shop', 1, 'company', false),
  (12, 'COMMISSION', 'Commission Income', 2, 'business', true),
  (13, 'OPENING', 'Opening Balances', 2, 'business', true),
  (14, 'OVERSHORT', 'Cash Over and Short', 2, 'business', true),
  (15, 'TRANSIT', 'Hawala in Transit', 2, 'business', true),
  (21, 'POSITION-AFN', 'Currency Position AFN', 1, 'business', true),
  (22, 'POSITION-USD', 'Currency Position USD', 2, 'business', true),
  (23, 'POSITION-EUR', 'Currency Position EUR', 3, 'business', true),
  (24, 'POSITION-PKR', 'Currency Position PKR', 4, 'business', true);

insert into currency_rates (currency_id, rate) select id, exchange_rate from currencies;

-- The cash box holds every currency from the start; each other account holds its own.
insert into account_currency (account_id, currency_id) select 11, id from currencies;
insert into account_currency (account_id, currency_id) select id, currency_id from accounts where id <> 11;
insert into balances (account_id, currency_id) select account_id, currency_id from account_currency;

insert into business_settings default values;
insert into account_code_settings default values;
