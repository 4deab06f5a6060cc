import { sql, type Kysely, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { listSettlements, Settlement, SettlementDirection } from "#contract/partner-settlements.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { cutPage, idInCursor } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";
import { reportAccountJson } from "#server/report-account.ts";

type Asked = z.output<NonNullable<typeof listSettlements.query>>;

/** The settlements of a partner or of all, the latest first; the cursor is the id of the last one. */
export async function findSettlements(db: Kysely<DB>, { limit, cursor, partnerAccountId }: Asked): Promise<Page<Settlement>> {
  const ofPartner = partnerAccountId === undefined ? sql`true` : sql`s.partner_account_id = ${partnerAccountId}::integer`;
  const before = cursor === undefined ? sql`true` : sql`s.id < ${idInCursor(cursor)}::integer`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from partner_settlements s where ${ofPartner}`.execute(db);
  const found = await settlementsWhere(db, sql`where ${ofPartner} and ${before} order by s.id desc limit ${limit + 1}`);
  const { shown, next } = cutPage(found, limit);
  return { rows: shown, total: counted[0]?.total ?? 0, nextCursor: next && String(next.id) };
}

/** One that is just being recorded, in this direction. */
export async function settlementById(db: Kysely<DB>, id: number, direction: SettlementDirection): Promise<Settlement> {
  const [found] = await settlementsWhere(db, sql`where s.id = ${id}`, sql`${direction}::text`);
  assert(found !== undefined, "a recorded settlement is there");
  return found;
}

/** The latest settlement of a partner that stands. */
export async function lastSettlement(db: Kysely<DB>, partnerId: number): Promise<Settlement | undefined> {
  const [last] = await settlementsWhere(
    db,
    sql`where s.partner_account_id = ${partnerId} and t.deleted_at is null order by s.id desc limit 1`,
  );
  return last;
}

/** The settlement of a partner that what is open comes after. */
export async function furthestSettlement(db: Kysely<DB>, partnerId: number): Promise<Settlement | undefined> {
  const [furthest] = await settlementsWhere(db, furthestCut(partnerId));
  return furthest;
}

/** Of the settlements that stand and cover hawalas the furthest, where the tables are called s and t. */
function furthestCut(partnerId: number): RawBuilder<unknown> {
  return sql`where s.partner_account_id = ${partnerId} and t.deleted_at is null and s.through_transaction_id is not null
    order by s.through_transaction_id desc, s.id desc limit 1`;
}

/** A settlement as an act of its time. */
interface Settled {
  readonly id: number;
  readonly at: string;
}

/** Which hawalas of a partner are meant: those whose transaction comes after one and, where it says so, not after another. */
export interface Stretch {
  readonly after: number;
  readonly through: number | null;
  /** The settlement of what lies before it, or that it is the stretch of; null where nothing was settled. */
  readonly settled: Settled | null;
}

const settledJson = sql`jsonb_build_object('id', s.id, 'at', s.created_at)`;

/** What is open: everything after the furthest settlement that stands. */
export async function openStretch(db: Kysely<DB>, partnerId: number): Promise<Stretch> {
  const { rows } = await sql<Stretch>`
    select s.through_transaction_id as after, null as through, ${settledJson} as settled
    from partner_settlements s join transactions t on t.id = s.transaction_id ${furthestCut(partnerId)}`.execute(db);
  return rows[0] ?? { after: 0, through: null, settled: null };
}

/** What a settlement covers, or covered before it was undone. Undefined where the partner has no such settlement. */
export async function stretchOf(db: Kysely<DB>, partnerId: number, settlementId: number): Promise<Stretch | undefined> {
  const { rows } = await sql<Stretch>`
    select coalesce(s.after_transaction_id, 0) as after, coalesce(s.through_transaction_id, 0) as through, ${settledJson} as settled
    from partner_settlements s where s.id = ${settlementId} and s.partner_account_id = ${partnerId}`.execute(db);
  return rows[0];
}

type Row = Omit<Settlement, "createdAt"> & { readonly createdAt: Date };

/** Over a partner's own two balances both sides of the entry are his: in which direction it was given, its audit row alone has. */
const audited = sql`(select a.new ->> 'direction' from audit_log a
  where a.object_type = 'partner_settlement' and a.object_id = s.id::text and a.action = 'partner_settlement.recorded')`;

/** Words of one column are looked up, not joined, for the reason that hawalas are read so (`server/hawala/replies.ts`). */
async function settlementsWhere(
  db: Kysely<DB>,
  condition: RawBuilder<unknown>,
  given: RawBuilder<unknown> = audited,
): Promise<Settlement[]> {
  const { rows } = await sql<Row>`
    select s.id, ${reportAccountJson("a")} as partner, s.means, case when is_credited then 'received' else 'paid' end as direction,
      jsonb_build_object('id', t.id, 'version', t.version, 'transType', t.type) as transaction, t.business_date as "transDate",
      side.currency_id as "currencyId", (select code from currencies where id = side.currency_id) as currency,
      case when is_credited then t.c_amount else t.d_amount end as amount,
      ${reportAccountJson("o")} as "counterAccount", (select code from currencies where id = side.counter_currency_id) as "counterCurrency",
      case when is_credited then t.d_amount else t.c_amount end as "counterAmount", t.ex_rate as "exRate",
      (select jsonb_build_object('hawalaId', h.id, 'hawalaNo', h.hawala_no, 'direction', h.direction, 'transactionId', l.id)
        from transactions l join hawalas h on h.id = l.hawala_id where l.id = s.through_transaction_id) as through,
      s.note, (select username from users where id = s.created_by) as "createdBy", s.created_at as "createdAt",
      t.deleted_at is not null as "isUndone", (select username from users where id = t.deleted_by) as "undoneBy"
    from partner_settlements s
    join accounts a on a.id = s.partner_account_id
    join transactions t on t.id = s.transaction_id
    cross join lateral (select case when t.in_account_id <> t.out_account_id then t.in_account_id = s.partner_account_id
      else ${given} = 'received' end as is_credited) paid
    cross join lateral (select case when is_credited then t.c_currency_id else t.currency_id end as currency_id,
      case when is_credited then t.currency_id else t.c_currency_id end as counter_currency_id) side
    join accounts o on o.id = case when is_credited then t.out_account_id else t.in_account_id end
    ${condition}`.execute(db);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
