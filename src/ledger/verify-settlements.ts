import { sql, type RawBuilder } from "kysely";

import { isAuditedThen } from "./verify-moments.ts";

/** The invariants of settlements with partners; each selects the rows that break it, as `fault`. */
export const settlementInvariants: readonly RawBuilder<unknown>[] = [
  // The entry of a settlement moves its partner's account, and what it covers ends with a payout or booking.
  sql`select 'Settlement ' || s.id || ': its entry ' || t.id || ' does not move the partner''s account' as fault
    from partner_settlements s join transactions t on t.id = s.transaction_id
    where s.partner_account_id not in (t.out_account_id, t.in_account_id)
    union all
    select 'Settlement ' || s.id || ': transaction ' || t.id || ', up to which it goes, is none of a hawala'
    from partner_settlements s join transactions t on t.id = s.through_transaction_id where t.hawala_id is null`,

  // It is what was audited when it was recorded.
  sql`select 'Settlement ' || s.id || ': it is not what was audited' as fault
    from partner_settlements s
    left join audit_log a on a.object_type = 'partner_settlement' and a.object_id = s.id::text
    where (a.new -> 'partner' ->> 'id', a.new -> 'transaction' ->> 'id', a.new -> 'through' ->> 'transactionId', a.new ->> 'means', a.new ->> 'note', a.actor_id)
        is distinct from (s.partner_account_id::text, s.transaction_id::text, s.through_transaction_id::text, s.means, s.note, s.created_by)
      -- Where it begins is audited since it is written down.
      or a.new ? 'afterTransactionId' and a.new ->> 'afterTransactionId' is distinct from s.after_transaction_id::text
      or not ${isAuditedThen("s.created_at", "a")}`,
];
