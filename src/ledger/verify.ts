import { sql, type Kysely, type RawBuilder } from "kysely";

import { allowLongStatements, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";

import { chainFaults, type AuditKey } from "./audit-chain.ts";
import { dayInvariants } from "./verify-days.ts";
import { hawalaInvariants } from "./verify-hawalas.ts";
import { payoutInvariants } from "./verify-payouts.ts";
import { positionInvariants } from "./verify-positions.ts";
import { sealInvariants } from "./verify-seals.ts";
import { settlementInvariants } from "./verify-settlements.ts";

/** What a verification found. The books balance when there are no faults. */
export interface VerificationResult {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** Each names the row that is wrong, in words. */
  readonly faults: readonly string[];
}

const faultsPerInvariant = 20;
const longestStatementMs = 600_000;

/**
 * Re-derives everything the ledger stores from its postings, in one consistent snapshot, and names the rows that do not agree,
 * up to twenty of each kind. This and the lists beside it are the only places where the invariants of the books are written down.
 */
export async function verify(db: Kysely<DB>, key: AuditKey): Promise<VerificationResult> {
  const startedAt = new Date();
  const faults = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((tx) => faultsWithin(tx, key));
  return { startedAt, finishedAt: new Date(), faults };
}

/** The faults that {@link verify} finds, of what a transaction sees: it has to be one that looks at one snapshot. */
export async function faultsWithin(tx: Tx, key: AuditKey): Promise<readonly string[]> {
  await allowLongStatements(tx, longestStatementMs);
  // Every row is looked at: where the planner still takes the tables for small, it would look for each of them again and again.
  await sql`set local enable_nestloop = off`.execute(tx);
  const found: string[] = [];
  for (const invariant of invariants) {
    const { rows } = await sql<{ fault: string }>`${invariant} limit ${faultsPerInvariant}`.execute(tx);
    found.push(...rows.map((row) => row.fault));
  }
  return [...found, ...(await chainFaults(tx, key))];
}

/** Each selects the rows that break it, as `fault`. */
const invariants: readonly RawBuilder<unknown>[] = [
  // Every currency sums to zero over all accounts.
  sql`select 'Currency ' || c.code || ': debits ' || sum(b.debits) || ' are not credits ' || sum(b.credits) as fault
    from balances b join currencies c on c.id = b.currency_id group by c.code having sum(b.debits) <> sum(b.credits)`,

  // A balance is the sum of its postings.
  sql`with sides as (
      select debit_account_id as account_id, currency_id, amount as debit, 0 as credit from postings
      union all select credit_account_id, currency_id, 0, amount from postings
    ), sums as (select account_id, currency_id, sum(debit) as debits, sum(credit) as credits from sides group by 1, 2)
    select 'Balance of account ' || account_id || ' in currency ' || currency_id || ': stored ' || coalesce(b.debits, 0) || '/' ||
      coalesce(b.credits, 0) || ', postings ' || coalesce(s.debits, 0) || '/' || coalesce(s.credits, 0) as fault
    from balances b full join sums s using (account_id, currency_id)
    where coalesce(b.debits, 0) <> coalesce(s.debits, 0) or coalesce(b.credits, 0) <> coalesce(s.credits, 0)`,

  // So is the movement of each day.
  sql`with sides as (
      select debit_account_id as account_id, currency_id, business_date, amount as debit, 0 as credit from postings
      union all select credit_account_id, currency_id, business_date, 0, amount from postings
    ), sums as (select account_id, currency_id, business_date, sum(debit) as debits, sum(credit) as credits from sides group by 1, 2, 3)
    select 'Day ' || business_date || ' of account ' || account_id || ' in currency ' || currency_id || ': stored ' ||
      coalesce(d.debits, 0) || '/' || coalesce(d.credits, 0) || ', postings ' || coalesce(s.debits, 0) || '/' || coalesce(s.credits, 0) as fault
    from balance_days d full join sums s using (account_id, currency_id, business_date)
    where coalesce(d.debits, 0) <> coalesce(s.debits, 0) or coalesce(d.credits, 0) <> coalesce(s.credits, 0)`,

  // What an account holds and its balance row come together.
  sql`select 'Account ' || account_id || ' in currency ' || currency_id || ': balance row and holding do not go together' as fault
    from balances b full join account_currency c using (account_id, currency_id)
    where b.debits is null or not exists (select from account_currency x where x.account_id = b.account_id and x.currency_id = b.currency_id)`,

  // A reversal is the exact mirror of what it reverses, on the same business date.
  sql`select 'Journal ' || r.id || ' is not the mirror of journal ' || r.reverses as fault
    from journal r join journal o on o.id = r.reverses
    where o.kind = 'reverse' or o.transaction_id <> r.transaction_id or o.business_date <> r.business_date or exists (
      select from (select * from postings where journal_id = r.id) m
      full join (select * from postings where journal_id = o.id) p
        on p.line = m.line and p.debit_account_id = m.credit_account_id and p.credit_account_id = m.debit_account_id
        and p.currency_id = m.currency_id and p.amount = m.amount and p.business_date = m.business_date
      where m.line is null or p.line is null)`,

  // What was reversed is listed from both of its sides, and nothing else is.
  sql`select 'Journal ' || journal_id || '/' || line || ' of account ' || account_id || ': what was reversed and what is listed differ' as fault
    from corrected_postings c full join (
      select side.account_id, p.currency_id, p.business_date, r.transaction_id, p.journal_id, r.id as reversed_by, p.line, p.amount, side.is_debit
      from journal r join postings p on p.journal_id = r.reverses
      cross join lateral (values (p.debit_account_id, true), (p.credit_account_id, false)) side (account_id, is_debit)
    ) s using (account_id, currency_id, business_date, transaction_id, journal_id, reversed_by, line, amount, is_debit)
    where c.account_id is null or s.account_id is null`,

  // A live transaction is carried by exactly one journal row that is not reversed: its own. A deleted one by none.
  sql`select 'Transaction ' || t.id || ': ' || count(j.id) || ' journal rows stand unreversed' as fault
    from transactions t
    left join journal j on j.transaction_id = t.id and j.kind <> 'reverse'
      and not exists (select from journal r where r.reverses = j.id)
    group by t.id, t.deleted_at, t.journal_id
    having count(j.id) <> (t.deleted_at is null)::integer or max(j.id) <> t.journal_id`,

  // A deleted one names the journal row that carried it last: it is what a recovery posts again.
  sql`select 'Transaction ' || t.id || ': it names journal ' || t.journal_id || ', its last one is ' || coalesce(max(j.id), 0) as fault
    from transactions t
    left join journal j on j.transaction_id = t.id and j.kind <> 'reverse'
    where t.deleted_at is not null
    group by t.id, t.journal_id having t.journal_id is distinct from max(j.id)`,

  // The lines of a journal row are counted from one.
  sql`select 'Journal ' || journal_id || ': its lines are ' || min(line) || ' to ' || max(line) || ', there are ' || count(*) as fault
    from postings group by journal_id having min(line) <> 1 or max(line) <> count(*)`,

  // No journal row stands by itself or names nobody, and no posting is without its journal row.
  sql`select 'Journal ' || j.id || ' belongs to no transaction' as fault
    from journal j where not exists (select from transactions t where t.id = j.transaction_id)
    union all select 'Journal ' || j.id || ' was recorded by nobody'
    from journal j where not exists (select from users u where u.id = j.actor_id)
    union all select 'Posting ' || p.journal_id || '/' || p.line || ' belongs to no journal row'
    from postings p where not exists (select from journal j where j.id = p.journal_id)`,

  // Who did it and when is what was audited of that version.
  sql`select 'Journal ' || j.id || ': who recorded it, or when, is not what was audited' as fault
    from journal j
    join transactions t on t.id = j.transaction_id
    left join audit_log a on a.object_type = 'transaction' and a.object_id = j.transaction_id::text and a.version = j.version
    where a.actor_id is distinct from j.actor_id or j.recorded_at is distinct from
      case j.version when 1 then t.created_at else coalesce(a.new ->> 'deletedAt', a.new ->> 'modifiedAt')::timestamptz end`,

  // That journal row's postings say what the transaction says; those of a hawala are looked at with it.
  sql`select 'Transaction ' || t.id || ': its postings do not carry it' as fault
    from transactions t
    join journal j on j.id = t.journal_id
    join currencies c on c.id = t.currency_id
    join currencies cc on cc.id = t.c_currency_id
    where j.transaction_id <> t.id or j.business_date <> t.business_date or (t.type <> 'Hawala' and
      coalesce((select array_agg((p.debit_account_id, p.credit_account_id, p.currency_id, p.amount, p.business_date)::text order by p.line)
        from postings p where p.journal_id = t.journal_id), '{}')
      <> case when t.currency_id = t.c_currency_id
        then array[(t.out_account_id, t.in_account_id, t.currency_id, t.d_amount, t.business_date)::text]
        else array[(t.out_account_id, c.position_account_id, t.currency_id, t.d_amount, t.business_date)::text,
          (cc.position_account_id, t.in_account_id, t.c_currency_id, t.c_amount, t.business_date)::text] end)`,

  // The audit log has every version of a transaction, and its last one is what stands. Empty fields it may leave out; of the first
  // one it has a digest, which is that of what stands, or of what stood before the first correction.
  sql`select 'Transaction ' || t.id || ': its state is not the one last audited' as fault
    from transactions t
    left join audit_log a on a.object_type = 'transaction' and a.object_id = t.id::text and a.version = t.version
    where case when a.version = 1 and a.new ? 'digest' then a.new ->> 'digest' <> transaction_digest(t)
        or num_nonnulls(t.modified_by, t.modified_at, t.deleted_by, t.deleted_at, t.deletion_reason, t.form_name) > 0
      else jsonb_strip_nulls(a.new - '{balances,names}'::text[]) is distinct from jsonb_strip_nulls(transaction_json(t)) end
    union all
    select 'Transaction ' || t.id || ': what it was before its first correction is not what was recorded'
    from transactions t
    join audit_log a on a.object_type = 'transaction' and a.object_id = t.id::text and a.version = 1 and a.new ? 'digest'
    left join audit_log v on v.object_type = 'transaction' and v.object_id = t.id::text and v.version = 2
    where t.version > 1 and a.new ->> 'digest' is distinct from first_state_digest(v.old)`,
  sql`select 'Transaction ' || t.id || ': ' || count(a.id) || ' of ' || t.version || ' versions are in the audit log' as fault
    from transactions t
    left join audit_log a on a.object_type = 'transaction' and a.object_id = t.id::text and a.version is not null
    group by t.id, t.version having count(a.id) <> t.version`,

  // Account codes are issued without gaps.
  sql`select 'Account code ' || n || ' of the series from ' || s.start_number || ' was passed over' as fault
    from account_number_settings s cross join lateral generate_series(s.start_number, s.next_number - 1) n
    where not exists (select from accounts a where a.code = n::text)`,
  sql`select 'Account code ' || s.prefix || n || ' was passed over' as fault
    from account_code_settings s cross join lateral generate_series(s.start_number, s.next_number - 1) n
    where not exists (select from accounts a where a.code = s.prefix || n)`,

  ...hawalaInvariants,
  ...payoutInvariants,
  ...dayInvariants,
  ...positionInvariants,
  ...settlementInvariants,
  ...sealInvariants,
];
