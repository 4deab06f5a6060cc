import { sql, type RawBuilder } from "kysely";

/** The invariants of what was seen at payouts; each selects the rows that break it, as `fault`. */
export const payoutInvariants: readonly RawBuilder<unknown>[] = [
  // The receiver's papers are those that were audited with the payout, none where none were seen. Audit rows from before papers were
  // audited do not say either.
  sql`select 'Hawala ' || coalesce(a.hawala_id, p.hawala_id) || ': the papers of its payout ' || transaction_id || ' are not those that were audited' as fault
    from (
      select object_id as hawala_id, new ->> 'transaction_id' as transaction_id, new -> 'payout' as papers from audit_log
      where object_type = 'hawala' and action = 'hawala.passed' and new ? 'payout') a
    full join (
      select hawala_id::text, transaction_id::text, jsonb_build_object('documentName', document_name, 'documentNumber', document_number,
        'photoType', photo_type, 'photoSha256', encode(sha256(photo), 'hex')) as papers
      from hawala_payouts) p using (transaction_id)
    where a.papers <> coalesce(p.papers, 'null') or a.hawala_id <> p.hawala_id
    union all
    select 'Hawala ' || p.hawala_id || ': the papers of its payout ' || p.transaction_id || ' belong to another one'
    from hawala_payouts p join transactions t on t.id = p.transaction_id where t.hawala_id is distinct from p.hawala_id`,
];
