/** Runs SQL as somebody who may write into the tables of the ledger. */
type Run = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** Ids of the accounts that {@link fillHawalas} makes: three who send, two branches, two who pay out; the last of each is rare. */
export const hawalaCrowd = {
  london: 3_000_001,
  birmingham: 3_000_002,
  leeds: 3_000_003,
  branch: 3_000_004,
  rareBranch: 3_000_005,
  dubai: 3_000_006,
  herat: 3_000_007,
} as const;

const names = [
  [hawalaCrowd.london, "2001", "London"],
  [hawalaCrowd.birmingham, "2002", "Birmingham"],
  [hawalaCrowd.leeds, "2003", "Leeds"],
  [hawalaCrowd.branch, "1007", "Kandahar"],
  [hawalaCrowd.rareBranch, "2007", "Mazar"],
  [hawalaCrowd.dubai, "2004", "Dubai"],
  [hawalaCrowd.herat, "2005", "Herat"],
] as const;

/**
 * Fills the table of hawalas as years of work would, with the transactions of those that have one but without postings: for
 * tests and measurements of reading. A thousand a day; one in twenty outgoing; nearly all from one sender, paid in cash, in
 * afghani and passed; a few of everything else. The same every time.
 */
export async function fillHawalas(run: Run, count: number, firstDay = "2023-01-01"): Promise<void> {
  await run(`insert into users (username, password_hash, role) values ('clerk', '-', 'admin')`);
  for (const [id, code, name] of names) {
    await run(`insert into accounts (id, code, account_name, currency_id) values ($1, $2, $3, 1)`, [id, code, name]);
  }
  await run(
    `insert into import_batches (file_name, file_size, sha256, format, sheet_name, sender_code, transaction_date, imported_count,
      duplicate_count, changed_count, skipped_count, totals, imported_by)
      select 'sheet-' || day || '.xlsx', 1, sha256(day::text::bytea), 'xlsx', 'Sheet1', '2001', $2::date + day, 0, 0, 0, 0, '[]', u.id
      from generate_series(0, $1::integer / 1000) day, users u where u.username = 'clerk' order by day`,
    [count, firstDay],
  );
  await run("alter table hawalas disable trigger user");
  await run("alter table hawalas enable trigger days_of_new");
  await run("alter table transactions disable trigger user");
  await run(drawnSql, [count]);
  await run(transactionsSql, [
    firstTransaction,
    hawalaCrowd.london,
    hawalaCrowd.branch,
    hawalaCrowd.rareBranch,
    hawalaCrowd.dubai,
    firstDay,
  ]);
  await run(hawalasSql, [
    firstTransaction,
    hawalaCrowd.dubai,
    hawalaCrowd.herat,
    hawalaCrowd.branch,
    hawalaCrowd.rareBranch,
    firstDay,
  ]);
  await run("drop table drawn_hawalas");
  await run("alter table hawalas enable trigger user");
  await run("alter table transactions enable trigger user");
  await run("vacuum analyze hawalas");
  await run("vacuum analyze hawala_days");
  await run("vacuum analyze transactions");
}

const firstTransaction = 10_000_000;

/** What looks random is a hash of the row's number, so that every run has the same rows. */
const drawnSql = `
create table drawn_hawalas as
  select n, r1 < 0.05 as is_outgoing, r2, r3, r4,
    case when r1 < 0.05 then case when r2 < 0.9 then 'completed' when r2 < 0.96 then 'sent' when r2 < 0.98 then 'received'
        when r2 < 0.985 then 'pending' else 'cancelled' end
      else case when r2 < 0.95 then 'Passed' when r2 < 0.989 then 'Pending' else 'Cancelled' end end as status,
    case when r3 < 0.8 then 1 when r3 < 0.95 then 2 when r3 < 0.9995 then 3 else 4 end as currency_id,
    round((10 + r4 * 900)::numeric, 2) as amount
  from (select n, (hashint4extended(n, 1) & 16777215) / 16777216.0::double precision as r1,
    (hashint4extended(n, 2) & 16777215) / 16777216.0::double precision as r2, (hashint4extended(n, 3) & 16777215) / 16777216.0::double precision as r3,
    (hashint4extended(n, 4) & 16777215) / 16777216.0::double precision as r4 from generate_series(1, $1::integer) n) drawn`;

const transactionsSql = `
insert into transactions (id, type, out_account_id, in_account_id, currency_id, d_amount, c_currency_id, c_amount, ex_rate, narrative,
  business_date, hawala_id, journal_id, created_by)
overriding system value
select $1::integer + n, 'Hawala', case when is_outgoing then 11 else $2::integer end,
  case when is_outgoing then $5::integer when r4 < 0.97 then 11 when r4 < 0.9995 then $3::integer else $4::integer end, currency_id, amount,
  currency_id, amount, 1, 'Hawala ' || n, $6::date + 1 + n / 1000, n, $1::integer + n, (select id from users where username = 'clerk')
from drawn_hawalas where status in ('Passed', 'completed', 'sent', 'received', 'pending') order by n`;

const hawalasSql = `
insert into hawalas (id, direction, hawala_no, normal_no, status, sender_code, partner_account_id, sender_name, receiver_name,
  receiver_location, amount, amount_currency_id, exchange_rate, r_amount, currency_id, rate, into_usd, transaction_date, transaction_id,
  paid_from_account_id, import_batch_id, created_by)
overriding system value
select n, case when is_outgoing then 'outgoing' else 'incoming' end, case when is_outgoing then 'HWL' || n else 'L-' || n end,
  case when is_outgoing then 'HWL' || n else 'L' || n end, status,
  case when is_outgoing then null when r4 < 0.97 then '2001' when r4 < 0.9995 then '2002' else '2003' end,
  case when is_outgoing then case when r4 < 0.9 then $2::integer when r4 < 0.99 then $3::integer end end,
  (array['Idris', 'Nabi', 'Laila', 'Mursal', 'نجیب', 'Hamid', 'Zahra', 'کریم'])[1 + n % 8] || ' ' || (array['Hotakzad', 'Sadatyar', 'Rahimyar'])[1 + n / 8 % 3],
  (array['Farid', 'Ahmad', 'Maryam', 'حمید', 'Sohrab'])[1 + n % 5] || case when n % 4999 = 0 then ' Xq' else '' end || ' ' || (array['Bakhtwal', 'Noorzad', 'Stanik', 'Wardak'])[1 + n / 5 % 4],
  (array['Kabul', 'Herat', 'Mazar'])[1 + n % 3], amount, case when is_outgoing then 2 end, 1, amount, currency_id,
  case when is_outgoing then null else 1 end, case when is_outgoing or n % 97 = 0 then null else amount end, $6::date + n / 1000,
  case when status in ('Passed', 'completed', 'sent', 'received', 'pending') then $1::integer + n end,
  case when status = 'Passed' then case when r4 < 0.97 then 11 when r4 < 0.9995 then $4::integer else $5::integer end end,
  case when not is_outgoing and r4 < 0.97 then n / 1000 + 1 end, (select id from users where username = 'clerk')
from drawn_hawalas order by n`;
