/** Runs SQL as somebody who may write into the tables of the ledger. */
type Run = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** Of an index that can be made again when the table is full, which takes half the time. */
const remakes = `do $$ declare made record; begin
  create table crowd_indexes as select indexname, indexdef from pg_indexes where tablename = 'transactions' and indexname <> 'transactions_pkey';
  for made in select * from crowd_indexes loop execute format('drop index %I', made.indexname); end loop;
end $$`;
const remade = `do $$ declare made record; begin
  for made in select * from crowd_indexes loop execute made.indexdef; end loop;
  drop table crowd_indexes, crowd_words;
end $$`;

/** The accounts that {@link fillTransactions} makes: the lower the number, the busier the account. */
export const crowd = { first: 1_000_001, count: 10_000 } as const;

/**
 * Fills the table of transactions as years of work would, without postings: for tests and measurements of reading. Two thousand
 * entries a day; half of them transfers, one in a thousand a hawala; the cash account in every second; few busy accounts and
 * many quiet ones; words that are in every fourth narrative, numbers that are in one, and texts of two letters; one in fifty
 * deleted. The same every time.
 */
export async function fillTransactions(run: Run, count: number, firstDay = "2023-01-01"): Promise<void> {
  await run(`insert into users (username, password_hash, role) values ('crowd', '-', 'admin')`);
  await run(
    `insert into accounts (id, code, account_name, currency_id)
      select $1::integer + n, 'CROWD' || n, (array['Ahmad', 'Farid', 'Zahra', 'کریم', 'Maryam', 'نجیب', 'Hamid', 'Laila'])[1 + n % 8] || ' ' || n,
        1 + n % 4 from generate_series(0, $2::integer - 1) n`,
    [crowd.first, crowd.count],
  );
  await run(`create table crowd_words as select row_number() over () as k, w from unnest(array['rent', 'telephone', 'Kandahar', 'goods',
    'shop', 'salary', 'car', 'sugar', 'flour', 'by', 'order', 'of', 'for', 'cash', 'bank', 'London', 'Dubai', 'loan', 'paid', 'old',
    'balance', 'carpet', 'cloth', 'tea', 'gold', 'phone', 'کرایه', 'دکان', 'پول', 'نقد', 'حواله', 'امانت']) w`);
  await run(remakes);
  await run(fillingSql, [count, crowd.first, crowd.count, firstDay]);
  await run(remade);
  await run("analyze accounts");
  await run("vacuum analyze transactions");
}

/** What looks random is a hash of the row's number, so that every run has the same rows. */
const fillingSql = `
insert into transactions (type, out_account_id, in_account_id, currency_id, d_amount, c_currency_id, c_amount, ex_rate, narrative,
  c_narrative, business_date, reference_id, journal_id, created_by, created_at, deleted_by, deleted_at, deletion_reason)
select type, case when type = 'Credit' then 11 else out_id end, case when type = 'Debit' then 11 else in_id end, cur, amount,
  case type when 'Exchange' then 1 + cur % 4 else cur end, case type when 'Exchange' then round(amount * 69.8, 2) else amount end,
  case type when 'Exchange' then 69.8 else 1 end, text, case when r6 < 0.5 then text else 'Amount in words ' || amount::integer end,
  $4::date + n / 2000 - case when r6 < 0.05 then (r5 * 300)::integer else 0 end,
  case when r5 < 0.005 then 7 when r5 < 0.05 then (r6 * 1e6)::integer + 1 end, n, author,
  timestamptz '2023-01-01' + n * interval '45 seconds',
  case when r7 < 0.02 then author end, case when r7 < 0.02 then timestamptz '2023-01-02' + n * interval '45 seconds' end,
  case when r7 < 0.02 then 'entered twice' end
from (
  select r.*, (select id from users where username = 'crowd') as author, 1 + floor(r4 * 4)::integer as cur,
    case when r1 < 0.5 then 'Transfer' when r1 < 0.75 then 'Credit' when r1 < 0.899 then 'Debit' when r1 < 0.999 then 'Exchange'
      else 'Hawala' end as type,
    $2::integer + floor($3::integer * power(r2, 4))::integer as out_id,
    $2::integer + (floor($3::integer * power(r3, 4))::integer + 1) % $3::integer as in_id,
    case when r5 < 0.1 then 1000 when r5 < 0.2 then (array[500, 100, 5000, 10000, 200])[1 + floor(r6 * 5)::integer]
      else round((1 + r5 * 1e6 * r6)::numeric, 2) end as amount,
    case when r6 < 0.001 then 'ok' when r6 < 0.0015 then 'x' || n % 10 when r6 < 0.3 then 'By telephone, for goods from Kandahar'
      else w1.w || ' ' || w2.w || ' ' || w3.w || case when r7 < 0.4 then ' ' || n else '' end end as text
  from (
    select n, (hashint4extended(n, 1) & 16777215) / 16777216.0::double precision as r1, (hashint4extended(n, 2) & 16777215) / 16777216.0::double precision as r2, (hashint4extended(n, 3) & 16777215) / 16777216.0::double precision as r3,
      (hashint4extended(n, 4) & 16777215) / 16777216.0::double precision as r4, (hashint4extended(n, 5) & 16777215) / 16777216.0::double precision as r5, (hashint4extended(n, 6) & 16777215) / 16777216.0::double precision as r6, (hashint4extended(n, 7) & 16777215) / 16777216.0::double precision as r7,
      1 + floor(32 * (hashint4extended(n, 8) & 16777215) / 16777216.0::double precision) as k1, 1 + floor(32 * (hashint4extended(n, 9) & 16777215) / 16777216.0::double precision) as k2,
      1 + floor(32 * (hashint4extended(n, 8) & 16777215) / 16777216.0::double precision * (hashint4extended(n, 9) & 16777215) / 16777216.0::double precision * (hashint4extended(n, 10) & 16777215) / 16777216.0::double precision) as k3
    from generate_series(1, $1::integer) n
  ) r
  join crowd_words w1 on w1.k = k1 join crowd_words w2 on w2.k = k2 join crowd_words w3 on w3.k = k3
) drawn order by n`;

/** A pair of letters wherever it can stand in a text, and where it is none. */
const pairTexts = (pair: string): readonly string[] => [
  ...["", "7", "a", "ب", "é", "ж", "ß", "–", ".", ", no", "\u064e", "\n", " end", "_", "\\", "😀", "ﻼ"].map(
    (sign) => `${pair}${sign}`,
  ),
  ...["7", "a", "ب", "é", "ж", "–", " "].map((sign) => `${sign}${pair}`),
  `begins ${pair.toUpperCase()}`,
  [...pair].join(" "),
  [...pair].toReversed().join(""),
];

/** Writes into old transactions of {@link fillTransactions}, live and deleted, what a search for a pair of letters may meet. */
export async function writePairs(run: Run, pairs: readonly string[]): Promise<void> {
  const texts = pairs.flatMap((pair) => pairTexts(pair));
  for (const which of ["is null", "is not null"]) {
    await run(
      `update transactions t set c_narrative = new.text from unnest($1::text[]) with ordinality new (text, rank)
        join (select id, row_number() over (order by id) as rank from transactions where deleted_at ${which} order by id limit 500) old
          on old.rank = new.rank * 7
        where t.id = old.id`,
      [texts],
    );
  }
  await run("vacuum analyze transactions");
}
