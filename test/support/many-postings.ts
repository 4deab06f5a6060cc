import { crowd, fillTransactions } from "./many-transactions.ts";

/** Runs SQL as somebody who may write into the tables of the ledger. */
type Run = (sql: string, values?: readonly unknown[]) => Promise<unknown>;

/** The account with the most postings: one in ten transactions has it on one side, and as many on the other. */
export const busiest = crowd.first;

/**
 * The transactions of {@link fillTransactions} with their journal, postings and balances, as years of work would leave them: one in
 * fifty was deleted, and with that corrected. Cash and everybody else holds every currency.
 */
export async function fillBooks(run: Run, count: number): Promise<void> {
  await fillTransactions(run, count);
  // Nothing moves from an account to itself in one currency.
  await run(
    `update transactions set in_account_id = case in_account_id when $1::integer then in_account_id + 1 else in_account_id - 1 end
      where in_account_id = out_account_id and currency_id = c_currency_id`,
    [crowd.first],
  );
  await run(`insert into account_currency select a.id, c.id from accounts a cross join currencies c on conflict do nothing`);
  await run(`insert into journal (id, transaction_id, version, kind, business_date, actor_id)
    overriding system value select journal_id, id, 1, 'post', business_date, created_by from transactions`);
  await run(`insert into postings
    select t.journal_id, p.line, p.debit, p.credit, p.currency, p.amount, t.business_date
    from transactions t
    join currencies c on c.id = t.currency_id join currencies cc on cc.id = t.c_currency_id
    cross join lateral (
      select 1 as line, t.out_account_id as debit, case when c.id = cc.id then t.in_account_id else c.position_account_id end as credit,
        t.currency_id as currency, t.d_amount as amount
      union all select 2, cc.position_account_id, t.in_account_id, t.c_currency_id, t.c_amount where c.id <> cc.id) p
    order by t.journal_id, p.line`);
  await run(`select setval('journal_id_seq', (select max(id) from journal))`);
  await run(`insert into journal (transaction_id, version, kind, reverses, business_date, actor_id)
    select id, 2, 'reverse', journal_id, business_date, created_by from transactions where deleted_at is not null order by id`);
  await run(`insert into postings
    select r.id, p.line, p.credit_account_id, p.debit_account_id, p.currency_id, p.amount, p.business_date
    from journal r join postings p on p.journal_id = r.reverses`);
  await run(`insert into audit_log (actor_id, action, object_type, object_id, version, reason, old)
    select deleted_by, 'transaction.deleted', 'transaction', id::text, 2, deletion_reason, jsonb_strip_nulls(transaction_json(t))
    from transactions t where deleted_at is not null order by id`);
  await run(`insert into balance_days
    select side.account_id, p.currency_id, p.business_date, sum(side.debit), sum(side.credit) from postings p
    cross join lateral (values (p.debit_account_id, p.amount, 0), (p.credit_account_id, 0, p.amount)) side (account_id, debit, credit)
    group by 1, 2, 3 order by 1, 2, 3`);
  await run(`insert into balances as b select account_id, currency_id, sum(debits), sum(credits) from balance_days group by 1, 2
    on conflict (account_id, currency_id) do update set debits = excluded.debits, credits = excluded.credits`);
  for (const table of ["journal", "postings", "balances", "balance_days", "corrected_postings", "audit_log"])
    await run(`vacuum analyze ${table}`);
}
