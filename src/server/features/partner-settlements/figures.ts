import { createHash } from "node:crypto";

import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { partnerSettlement, PartnerSettlement } from "#contract/partner-settlements.ts";
import type { ReportAccount } from "#contract/reports.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { shownBalances } from "#server/shown-balances.ts";
import { fromWholeSnapshot } from "#server/snapshot.ts";

import { scopeOf, sumsOf, type Scope } from "./hawalas.ts";
import { balancesShown } from "./partners.ts";
import { furthestSettlement, lastSettlement } from "./settlements.ts";

type Asked = z.output<NonNullable<typeof partnerSettlement.query>>;

/** What stands with a partner since the last settlement; one state of the books in all its figures. */
export function partnerFigures(db: Kysely<DB>, asked: Asked): Promise<PartnerSettlement> {
  return fromWholeSnapshot(db, async (snapshot) => {
    const scope = await scopeOf(snapshot, asked);
    const { partner } = scope;
    const { today, cashAccountId } = await officeOf(snapshot);
    const latest = await latestOpen(snapshot, scope);
    const shown = await coverable(snapshot, scope);
    const isWhole = asked.fromDate === undefined && asked.toDate === undefined;
    const open = isWhole ? shown : await coverable(snapshot, { ...scope, dates: {} });
    return {
      partner,
      today,
      cashAccountId,
      balances: balancesShown((await shownBalances(snapshot, [partner.id])).get(partner.id)),
      lastSettlement: (await lastSettlement(snapshot, partner.id)) ?? null,
      since: (await furthestSettlement(snapshot, partner.id)) ?? null,
      latest,
      state: latest === null ? null : stateOf(latest.transactionId, open),
      ...shown,
      outstanding: await sumsOf(snapshot, { list: "outstanding", scope }),
      corrected: await sumsOf(snapshot, { list: "corrected", scope }),
    };
  });
}

/** Today at the office, and whose cash a settlement in cash goes through. */
export async function officeOf(tx: Tx): Promise<{ readonly today: string; readonly cashAccountId: number }> {
  const { rows } = await sql<{ today: string; cashAccountId: number }>`
    select office_today() as today, cash_account_id as "cashAccountId" from business_settings`.execute(tx);
  const [office] = rows;
  assert(office !== undefined, "an office has settings");
  return office;
}

/** What hawalas that are paid or booked come to: what a settlement covers. */
async function coverable(tx: Tx, scope: Scope): Promise<Pick<PartnerSettlement, "passed" | "outgoing">> {
  return { passed: await sumsOf(tx, { list: "passed", scope }), outgoing: await sumsOf(tx, { list: "outgoing", scope }) };
}

/** What is open up to a transaction, as one word: another one where any of it was taken back, corrected or added. */
function stateOf(through: number, { passed, outgoing }: Awaited<ReturnType<typeof coverable>>): string {
  const digest = createHash("sha256").update(JSON.stringify([passed, outgoing]));
  return `${String(through)}.${digest.digest("base64url")}`;
}

/** Whether what is open with a partner is no more as it was when a state of it was seen. What was paid since then does not count. */
export async function hasMoved(
  tx: Tx,
  { partner, after }: { readonly partner: ReportAccount; readonly after: number },
  seenState: string,
): Promise<boolean> {
  const through = Number.parseInt(/^\d{1,9}(?=\.)/.exec(seenState)?.[0] ?? "0", 10);
  const open = await coverable(tx, { partner, stretch: { after, through, settled: null }, dates: {} });
  return seenState !== stateOf(through, open);
}

/** The latest hawala that is paid or booked and that no settlement covers, whatever the period shown. */
async function latestOpen(tx: Tx, { partner, stretch }: Scope): Promise<PartnerSettlement["latest"]> {
  const latest = sql`order by transaction_id desc limit 1`;
  const columns = sql`select id as "hawalaId", hawala_no as "hawalaNo", transaction_id as "transactionId" from hawalas`;
  const open = sql`transaction_id > ${stretch.after}::integer`;
  const { rows } = await sql<NonNullable<PartnerSettlement["latest"]>>`
    select * from (
      (${columns} where sender_code = ${partner.code} and status = 'Passed' and ${open} ${latest})
      union all
      (${columns} where partner_account_id = ${partner.id} and ${open} ${latest})) h
    order by "transactionId" desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
