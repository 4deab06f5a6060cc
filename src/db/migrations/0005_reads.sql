-- What the lists read, and in which order.

-- The account list: codes of digits in numeric order, those with a prefix after their number of characters.
drop index accounts_listed;
create index accounts_listed on accounts (length(code), code collate "C") where not is_system;

-- The server tells whether the database is migrated.
grant select on pgmigrations to sarraf_app;
