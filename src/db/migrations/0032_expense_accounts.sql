-- The codes of the company accounts whose balance is spent and not held: rent, salaries. A code may stand here before its account is
-- opened, as a branch's may.
alter table business_settings add column expense_codes text[] not null default '{}';
