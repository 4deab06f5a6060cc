import { sql, type Kysely } from "kysely";

import type { SettlementPartner } from "#contract/partner-settlements.ts";
import type { ReportAccount } from "#contract/reports.ts";
import type { DB } from "#db/types.gen.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { reportAccountJson } from "#server/report-account.ts";
import { shownBalances, type ShownBalance } from "#server/shown-balances.ts";

interface Asked {
  readonly partnerAccountId?: number | undefined;
  readonly senderCode?: string | undefined;
}

/**
 * A partner is who is called one, whoever hawalas come from, whoever pays ours out, and whoever was settled with. Counts by day stay when
 * their last hawala has been corrected or undone.
 */
const isPartner = sql<boolean>`not a.is_system and (a.account_type in ('partner', 'hawala_partner')
  or a.code in (select sender_code from hawala_days where direction = 'incoming' and hawalas > 0)
  or a.id in (select partner_account_id from hawala_days where direction = 'outgoing' and hawalas > 0)
  or a.id in (select partner_account_id from partner_settlements))`;

/** The partner who is asked for. Refuses an account that does not exist, and one that is no partner's. */
export async function partnerOf(db: Kysely<DB>, { partnerAccountId, senderCode }: Asked): Promise<ReportAccount> {
  if (partnerAccountId === undefined && senderCode === undefined) throw invalidField("partnerAccountId", "Choose a partner");
  const which = partnerAccountId === undefined ? sql`a.code = ${senderCode}` : sql`a.id = ${partnerAccountId}::integer`;
  const { rows } = await sql<{ account: ReportAccount; is_partner: boolean }>`
    select ${reportAccountJson("a")} as account, ${isPartner} as is_partner from accounts a where ${which}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Refusal("not_found", "There is no such partner account");
  if (!found.is_partner) throw invalidField("partnerAccountId", `${found.account.code} is not the account of a partner`);
  return found.account;
}

/** Balances as a partner's page shows them. */
export function balancesShown(balances: readonly ShownBalance[] = []) {
  return balances.map(({ currencyId, currency, balance }) => ({ currencyId, currency, balance }));
}

/** Every partner, by code. */
export async function settlementPartners(db: Kysely<DB>): Promise<SettlementPartner[]> {
  const { rows } = await sql<Omit<SettlementPartner, "balances">>`
    select ${reportAccountJson("a")} as account, coalesce((select sum(d.hawalas)::integer from hawala_days d
        where d.direction = 'incoming' and d.sender_code = a.code and d.status = 'Pending'), 0) as outstanding,
      (select t.business_date from partner_settlements s join transactions t on t.id = s.transaction_id
        where s.partner_account_id = a.id and t.deleted_at is null order by s.id desc limit 1) as "lastSettledOn"
    from accounts a where ${isPartner} order by a.code collate "C"`.execute(db);
  const balances = await shownBalances(
    db,
    rows.map(({ account }) => account.id),
  );
  return rows.map((row) => ({ ...row, balances: balancesShown(balances.get(row.account.id)) }));
}
