/** Runs SQL as somebody who may write into the tables of the ledger. */
type Run = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** The people and firms of a large house: Latin and Persian names, four currencies, one to four balances each. */
const people = `
  with names as (select
    array['Ahmad', 'Mirwais', 'Zarmina', 'Najib', 'Farida', 'Gul Agha', 'Shabnam', 'Tariq', 'Laila', 'Wahid', 'Parwana', 'Idris',
      'احمد', 'کریم', 'زهرا', 'فرید', 'ليلى', 'محمد یوسف', 'نجیب الله', 'عبدالرحمن', 'پروانه', 'شریف', 'میرویس', 'مینا'] as given,
    array['Noori', 'Safi', 'Barakzai', 'Hotak', 'Wardak', 'Sultani', 'Amiri', 'Rahimi', 'نوری', 'صافی', 'رحیمی', 'یوسفزی', 'احمدزی', 'امیری'] as family)
  insert into accounts (code, account_name, last_name, father_name, phone, tazkira_number, email, address, currency_id, account_type, account_status)
  select
    case n % 4 when 3 then 'AC' || (1000 + n) else ((n % 4 + 1) * 100000 + n)::text end,
    given[1 + n % 24], family[1 + n / 24 % 14], given[1 + n / 336 % 24],
    '07' || n % 10 || '0 ' || lpad((n::bigint * 7919 % 1000000)::text, 6, '0'),
    case when n % 3 > 0 then '14' || lpad((n % 100)::text, 2, '0') || '-' || lpad((n::bigint * 104729 % 100000)::text, 5, '0') || '-' || lpad(n::text, 5, '0') end,
    case when n % 5 = 0 then 'holder' || n || '@office.example' end,
    'Street ' || n % 97 || ', Kabul',
    n % 4 + 1,
    case when n % 50 = 0 then 'company' when n % 41 = 0 then 'hawala_partner' when n % 37 = 0 then 'partner' else 'customer' end,
    case when n % 29 = 0 then 'suspended' when n % 23 = 0 then 'inactive' when n % 19 = 0 then 'closed' else 'active' end
  from names, generate_series(1, $1::integer) n`;

const holdings = `
  with held as (
    insert into account_currency (account_id, currency_id)
    select id, c from accounts, generate_series(1, 4) c
    where id > 100 and (c = currency_id or id % (2 + c) = 0) on conflict do nothing
    returning account_id, currency_id)
  insert into balances (account_id, currency_id, debits, credits)
  select account_id, currency_id, (account_id::bigint * 31 % 900000) / 7.0, (account_id::bigint * 17 % 900000) / 3.0 from held
  on conflict do nothing`;

/** Fills the office with accounts, straight into its tables. The same every time. */
export async function fillAccounts(run: Run, count: number): Promise<void> {
  await run(people, [count]);
  await run(holdings);
}
