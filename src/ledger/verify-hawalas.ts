import { sql, type RawBuilder } from "kysely";

import { commissionAccountId } from "#kernel/id.ts";

import { isAuditedThen } from "./verify-moments.ts";

/** The invariants of hawalas; each selects the rows that break it, as `fault`. */
export const hawalaInvariants: readonly RawBuilder<unknown>[] = [
  // What is paid or booked has exactly one live transaction, which it names; what is not has none.
  sql`select 'Hawala ' || h.id || ' is ' || h.status || ' with ' || count(t.id) || ' live transactions' as fault
    from hawalas h left join transactions t on t.hawala_id = h.id and t.deleted_at is null
    group by h.id
    having count(t.id) <> (h.status in ('Passed', 'sent', 'received', 'pending', 'completed'))::integer or max(t.id) is distinct from h.transaction_id`,
  sql`select 'Transaction ' || t.id || ': there is no hawala ' || t.hawala_id as fault
    from transactions t where t.hawala_id is not null and not exists (select from hawalas h where h.id = t.hawala_id)
    union all
    select 'Transaction ' || t.id || ': a ' || t.type || case when t.hawala_id is null then ' without' else ' with' end || ' a hawala'
    from transactions t where (t.type = 'Hawala') <> (t.hawala_id is not null)`,

  // The transaction says what the hawala says, and its postings carry it: the payout, or amount, converted amount and commission.
  sql`select 'Hawala ' || h.id || ': the transaction ' || t.id || ' does not carry it' as fault
    from hawalas h
    join transactions t on t.id = h.transaction_id
    join currencies c on c.id = t.currency_id
    join currencies cc on cc.id = t.c_currency_id
    left join accounts partner on partner.code = h.sender_code
    cross join lateral (select array_agg((p.debit_account_id, p.credit_account_id, p.currency_id, p.amount, p.business_date)::text order by p.line) as lines
      from postings p where p.journal_id = t.journal_id) carried
    where (h.r_amount, h.currency_id) is distinct from (t.c_amount, t.c_currency_id)
      or carried.lines is distinct from case
        when h.direction = 'incoming' then array[(t.out_account_id, t.in_account_id, h.currency_id, h.r_amount, t.business_date)::text]
        when t.currency_id = t.c_currency_id then array[(t.out_account_id, t.in_account_id, h.currency_id, h.r_amount, t.business_date)::text]
          || case when h.commission > 0 then array[(t.out_account_id, ${commissionAccountId}::integer, h.currency_id, h.commission, t.business_date)::text] end
        else array[(t.out_account_id, c.position_account_id, t.currency_id, t.d_amount, t.business_date)::text,
            (cc.position_account_id, t.in_account_id, h.currency_id, h.r_amount, t.business_date)::text]
          || case when h.commission > 0 then array[(cc.position_account_id, ${commissionAccountId}::integer, h.currency_id, h.commission, t.business_date)::text] end
        end
      or case h.direction
        when 'incoming' then (t.out_account_id, t.d_amount, t.currency_id, t.in_account_id) is distinct from (partner.id, h.r_amount, h.currency_id, h.paid_from_account_id)
        else (t.d_amount, t.currency_id) is distinct from (h.amount, h.amount_currency_id)
          or h.sender_account_id is not null and t.out_account_id <> h.sender_account_id
          or h.partner_account_id is not null and t.in_account_id <> h.partner_account_id end`,

  // The audit log has every version of a hawala, and its last one is what stands, but for papers and day of a payout. Of the first one
  // of an import it has a digest, which is that of what stands, or of what stood before the first change.
  sql`with imported as (select unnest(hawala_ids) as id, unnest(digests) as digest from imported_states)
    select 'Hawala ' || h.id || ': its state is not the one last audited' as fault
    from hawalas h
    left join imported i on i.id = h.id
    left join audit_log a on a.object_type = 'hawala' and a.object_id = h.id::text and a.version = h.version
    where case when h.version = 1 and i.id is not null then i.digest <> hawala_digest(h) or num_nonnulls(h.modified_by, h.modified_at) > 0
      else a.new - 'payout' is distinct from hawala_json(h) end
    union all
    select 'Hawala ' || h.id || ': what it was before its first change is not what was imported'
    from hawalas h
    join imported i on i.id = h.id
    left join audit_log a on a.object_type = 'hawala' and a.object_id = h.id::text and a.version = 2
    where h.version > 1 and i.digest is distinct from hawala_digest(jsonb_populate_record(null::hawalas, a.old))`,
  sql`with imported as (select unnest(hawala_ids) as id from imported_states)
    select 'Hawala ' || h.id || ': ' || count(a.id) + count(distinct i.id) || ' of ' || h.version || ' versions are in the audit log' as fault
    from hawalas h
    left join imported i on i.id = h.id
    left join audit_log a on a.object_type = 'hawala' and a.object_id = h.id::text and a.version is not null
    group by h.id having count(a.id) + count(distinct i.id) <> h.version`,
  sql`select 'Import ' || b.id || ': what it imported is not what was audited' as fault
    from import_batches b
    join audit_log a on a.object_type = 'import_batch' and a.object_id = b.id::text and a.action = 'import_batch.imported'
    left join imported_states s on s.batch_id = b.id
    where a.new ->> 'digest' is distinct from imported_digest(s)
      or (a.new ->> 'fileName', a.new ->> 'sha256', a.new ->> 'senderCode', a.new ->> 'transactionDate', a.actor_id)
        is distinct from (b.file_name, encode(b.sha256, 'hex'), b.sender_code, b.transaction_date::text, b.imported_by)
      or (a.new -> 'imported', a.new -> 'duplicates', a.new -> 'changed', a.new -> 'skipped', a.new -> 'totals')
        is distinct from (to_jsonb(b.imported_count), to_jsonb(b.duplicate_count), to_jsonb(b.changed_count), to_jsonb(b.skipped_count), b.totals)
      or not ${isAuditedThen("b.imported_at", "a")}
    union all
    select 'Import ' || b.id || ': its undoing is not what was audited'
    from import_batches b
    left join audit_log a on a.object_type = 'import_batch' and a.object_id = b.id::text and a.action = 'import_batch.undone'
    where a.actor_id is distinct from b.undone_by or not ${isAuditedThen("b.undone_at", "a")}`,

  // The key that keeps a number from being imported twice is that of the number; outside ASCII its making is not told in SQL.
  sql`select 'Hawala ' || h.id || ': ' || h.normal_no || ' is not the key of its number ' || h.hawala_no as fault
    from hawalas h
    where h.direction = 'incoming' and h.hawala_no ~ '^[ -~]+$' and h.normal_no <> regexp_replace(
      regexp_replace(replace(upper(h.hawala_no), ' ', ''), '[^A-Z0-9]+', '-', 'g'), '(?<![0-9])-|-(?![0-9])', '', 'g')`,

  // Counts and sums by day are those of the rows.
  sql`with sums as (
      select (m).direction, (m).transaction_date, (m).sender_code, (m).partner_account_id, (m).paid_from_account_id, (m).status, (m).currency_id,
        count(*) as hawalas, sum((m).amount) as amount, sum((m).r_amount) as r_amount, sum((m).into_usd) as into_usd,
        sum((m).without_usd) as without_usd
      from hawalas h cross join lateral (select movement_of(h, 1) as m offset 0) one
      group by 1, 2, 3, 4, 5, 6, 7)
    select 'Hawalas of ' || transaction_date || ', ' || direction || ', ' || status || ': counted ' || coalesce(d.hawalas, 0) || ', rows ' || coalesce(s.hawalas, 0) as fault
    from hawala_days d full join sums s using (direction, transaction_date, sender_code, partner_account_id, paid_from_account_id, status, currency_id)
    where (coalesce(d.hawalas, 0), coalesce(d.amount, 0), coalesce(d.r_amount, 0), coalesce(d.into_usd, 0), coalesce(d.without_usd, 0))
      <> (coalesce(s.hawalas, 0), coalesce(s.amount, 0), coalesce(s.r_amount, 0), coalesce(s.into_usd, 0), coalesce(s.without_usd, 0))`,

  // An import that stands has its rows, one that was undone has none.
  sql`select 'Import ' || b.id || ': ' || count(h.id) || ' of its ' || b.imported_count || ' hawalas are there' as fault
    from import_batches b left join hawalas h on h.import_batch_id = b.id
    group by b.id having count(h.id) <> case when b.undone_at is null then b.imported_count else 0 end`,

  // Our own numbers are issued without gaps.
  sql`select 'Hawala number ' || s.prefix || n || ' was passed over' as fault
    from hawala_settings s cross join lateral generate_series(s.start_number, s.next_number - 1) n
    where not exists (select from hawalas h where h.direction = 'outgoing' and h.normal_no = s.normal_prefix || n)`,
];
