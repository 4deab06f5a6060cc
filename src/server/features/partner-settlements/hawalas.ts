import { sql, type Kysely, type RawBuilder } from "kysely";

import type {
  HawalaSum,
  PartnerSettlementHawalas,
  SettlementHawala,
  SettlementHawalasQuery,
  SettlementList,
} from "#contract/partner-settlements.ts";
import type { ReportAccount } from "#contract/reports.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { cutPage, idInCursor } from "#server/cursor.ts";
import { withinDates, type Dates } from "#server/hawala/filters.ts";
import { every } from "#server/ordered-list.ts";
import { fromWholeSnapshot } from "#server/snapshot.ts";

import { partnerOf } from "./partners.ts";
import { openStretch, stretchOf, type Stretch } from "./settlements.ts";

/** Whose hawalas, and which of them. */
export interface Scope {
  readonly partner: ReportAccount;
  readonly stretch: Stretch;
  readonly dates: Dates;
}

const bookedStatuses = sql`('sent', 'received', 'pending', 'completed')`;

/** The hawalas of a list, as place (in its order), booked (the transaction), id, currency_id, r_amount, into_usd. */
function found(list: SettlementList, { partner, stretch, dates }: Scope): RawBuilder<unknown> {
  const { after, through, settled } = stretch;
  const days = every([sql<boolean>`true`, ...withinDates(dates, sql`h.transaction_date`)]);
  const within = sql`h.transaction_id > ${after}::integer and (${through}::integer is null or h.transaction_id <= ${through}::integer)`;
  const columns = sql`h.id, h.currency_id, h.r_amount, h.into_usd`;
  if (list === "passed") {
    return sql`select h.transaction_id as place, h.transaction_id as booked, ${columns} from hawalas h
      where h.sender_code = ${partner.code} and h.status = 'Passed' and ${within} and ${days}`;
  }
  if (list === "outgoing") {
    return sql`select h.transaction_id as place, h.transaction_id as booked, ${columns} from hawalas h
      where h.partner_account_id = ${partner.id}::integer and h.status in ${bookedStatuses} and ${within} and ${days}`;
  }
  if (list === "outstanding") {
    // No settlement covers what is not paid out.
    return sql`select h.id as place, null::integer as booked, ${columns} from hawalas h
      where h.sender_code = ${partner.code} and h.status = 'Pending' and ${through}::integer is null and ${days}`;
  }
  // What was taken back is told as it was paid; the hawala may say something else by now, and what it said then is in the audit log. Its
  // partner is who was debited by the payout of an incoming one, and who was credited by the booking of an outgoing one: whoever stands
  // on the other side paid it out as a branch or sent it, and no settlement with him covered it.
  const covered =
    through === null ? sql`t.id <= ${after}::integer` : sql`t.id > ${after}::integer and t.id <= ${through}::integer`;
  return sql`select t.id as place, t.id as booked, h.id, t.c_currency_id as currency_id, t.c_amount as r_amount, (
      select (a.new ->> 'into_usd')::numeric(20, 2) from audit_log a
      where a.object_type = 'hawala' and a.object_id = h.id::text and a.new ->> 'transaction_id' = t.id::text
      order by a.version desc limit 1) as into_usd
    from transactions t join hawalas h on h.id = t.hawala_id
    where ${settled === null ? sql`false` : isTakenBackAfter(settled)} and ${covered}
      and case h.direction when 'incoming' then t.out_account_id else t.in_account_id end = ${partner.id}::integer and ${days}`;
}

/**
 * Whether a transaction `t` was deleted after a settlement. Which of the two came first, the order of the audit log says: the hours
 * are those at which each began, and one may have waited since. The hours only keep the log from being asked about all that was ever
 * deleted: nothing that waits for a lock waits ten minutes.
 */
function isTakenBackAfter({ id, at }: NonNullable<Stretch["settled"]>): RawBuilder<boolean> {
  return sql<boolean>`t.deleted_at > ${at}::timestamptz - interval '10 minutes' and (
      select a.id from audit_log a where a.object_type = 'transaction' and a.object_id = t.id::text and a.version = t.version) > (
      select a.id from audit_log a where a.object_type = 'partner_settlement' and a.object_id = ${String(id)}
        and a.action = 'partner_settlement.recorded')`;
}

interface WantedHawalas {
  readonly list: SettlementList;
  readonly scope: Scope;
  /** The payout currency; every one where it is undefined. */
  readonly currencyId?: number | undefined;
}

/** The hawalas of a list, as {@link found} has them, of the currency alone that is wanted. */
function wantedOf({ list, scope, currencyId }: WantedHawalas): RawBuilder<unknown> {
  const ofCurrency = currencyId === undefined ? sql`true` : sql`f.currency_id = ${currencyId}::integer`;
  return sql`select * from (${found(list, scope)}) f where ${ofCurrency}`;
}

/** What the hawalas of a list come to, per payout currency. */
export async function sumsOf(db: Kysely<DB>, wanted: WantedHawalas): Promise<HawalaSum[]> {
  const { rows } = await sql<HawalaSum>`
    select c.id as "currencyId", c.code as currency, s.hawalas, s.r_amount as "rAmount", s.into_usd as "intoUSD", s.without_usd as "withoutUSD"
    from (select currency_id, count(*)::integer as hawalas, sum(r_amount)::numeric(28, 2) as r_amount,
        coalesce(sum(into_usd), 0)::numeric(28, 2) as into_usd, count(*) filter (where into_usd is null)::integer as without_usd
      from (${wantedOf(wanted)}) f group by currency_id) s
    join currencies c on c.id = s.currency_id order by c.id`.execute(db);
  return rows;
}

/** Up to so many hawalas of a list behind a place, the latest first. */
export async function hawalasOf(
  db: Kysely<DB>,
  wanted: WantedHawalas,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<(SettlementHawala & { readonly place: number })[]> {
  const behind = before === undefined ? sql`true` : sql`f.place < ${before}::integer`;
  const { rows } = await sql<SettlementHawala & { readonly place: number }>`
    select f.place, h.id as "hawalaId", f.booked as "transactionId", h.hawala_no as "hawalaNo", h.direction, h.status as "hawalaStatus",
      h.transaction_date as "transactionDate", t.business_date as "paidOn", h.sender_name as "senderName", h.receiver_name as "receiverName",
      c.id as "currencyId", c.code as currency, f.r_amount as "rAmount", f.into_usd as "intoUSD"
    from (select * from (${wantedOf(wanted)}) f where ${behind} order by f.place desc limit ${limit}) f
    join hawalas h on h.id = f.id
    join currencies c on c.id = f.currency_id
    left join transactions t on t.id = f.booked
    order by f.place desc`.execute(db);
  return rows;
}

type Filters = Omit<SettlementHawalasQuery, "limit" | "cursor">;

/** What a filter means: the partner, and what is open with him or what one settlement covers. */
export async function scopeOf(db: Kysely<DB>, filters: Omit<Filters, "list" | "currencyId">): Promise<Scope> {
  const partner = await partnerOf(db, filters);
  const stretch =
    filters.settlementId === undefined
      ? await openStretch(db, partner.id)
      : await stretchOf(db, partner.id, filters.settlementId);
  if (stretch === undefined) throw new Refusal("not_found", "This partner has no such settlement");
  return { partner, stretch, dates: filters };
}

/**
 * A page of the hawalas behind a figure. With the first page of what a settlement covers, and of the same state of the books, what all of
 * it comes to; of what is open the figures say it.
 */
export function hawalasPage(
  db: Kysely<DB>,
  { limit, cursor, ...filters }: SettlementHawalasQuery,
): Promise<PartnerSettlementHawalas> {
  const { list, currencyId, settlementId } = filters;
  return fromWholeSnapshot(db, async (snapshot) => {
    const before = cursor === undefined ? undefined : idInCursor(cursor);
    const wanted = { list, scope: await scopeOf(snapshot, filters), currencyId };
    const { shown, next } = cutPage(await hawalasOf(snapshot, wanted, { before, limit: limit + 1 }), limit);
    return {
      rows: shown.map(({ place: _place, ...row }) => row),
      nextCursor: next === undefined ? null : String(next.place),
      sums: settlementId !== undefined && before === undefined ? await sumsOf(snapshot, wanted) : null,
    };
  });
}
