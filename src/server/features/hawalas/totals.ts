import { sql, type Kysely, type RawBuilder } from "kysely";

import type { HawalaFilters, HawalaTotal } from "#contract/hawala-lists.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isIncoming, paidFromAny, questionOf, wantedOf, withinDates, type Wanted } from "#server/hawala/filters.ts";
import { findMatches } from "#server/hawala/search.ts";
import { every, type Condition } from "#server/ordered-list.ts";

/** Hawalas that are added up one by one at most: more than a sheet may have. */
const mostSummed = 25_000;

interface SumRow {
  readonly direction: string;
  readonly status: string;
  readonly currency: string;
  readonly hawalas: number;
  readonly amount: string;
  readonly r_amount: string;
  readonly into_usd: string;
  readonly without_usd: number;
}

/**
 * What the hawalas of a filter come to, per status and currency. Direction, status, dates, currency, partner and paying accounts
 * are answered from the sums by day, however many hawalas there are. For a text or a batch the hawalas themselves are found and
 * added up, and a sum of a part would be a wrong one: refuses (413) where they are more than 25,000, or cannot all be found
 * within two seconds.
 */
export async function totalsOf(db: Kysely<DB>, filters: HawalaFilters): Promise<HawalaTotal[]> {
  const wanted = await wantedOf(db, filters);
  if (wanted === undefined) return [];
  const isByDay = wanted.q === undefined && wanted.batchId === undefined;
  const { rows } = await (isByDay ? summedByDay(wanted) : summedOneByOne(await idsOf(db, wanted))).execute(db);
  return rows.map(totalOf);
}

function summedByDay(wanted: Wanted): RawBuilder<SumRow> {
  const ofPartner =
    wanted.partner === undefined
      ? []
      : [
          sql<boolean>`case direction when 'incoming' then sender_code = ${wanted.partner.code}::text else partner_account_id = ${wanted.partner.id} end`,
        ];
  const directions = hawalaDirections.filter((direction) =>
    wanted.statuses.some((status) => isIncoming(status) === (direction === "incoming")),
  );
  const conditions: Condition[] = [
    sql`direction = any (${directions}::text[])`,
    sql`status = any (${[...wanted.statuses]}::text[])`,
    ...withinDates(wanted.dates, sql`transaction_date`),
    ...(wanted.currencyId === undefined ? [] : [sql<boolean>`currency_id = ${wanted.currencyId}`]),
    ...ofPartner,
    ...paidFromAny(wanted, sql`paid_from_account_id`),
  ];
  return sums(
    sql`select direction, status, currency_id, hawalas, amount, r_amount, into_usd, without_usd from hawala_days where ${every(conditions)}`,
  );
}

async function idsOf(db: Kysely<DB>, wanted: Wanted): Promise<readonly number[]> {
  const { places, next } = await findMatches(db, questionOf(wanted), { limit: mostSummed, after: undefined });
  if (next !== undefined) throw tooMany();
  return places.map(({ id }) => id);
}

function tooMany(): Refusal {
  return new Refusal("too_large", "These filters find too many hawalas to add up. Narrow the dates or the search");
}

function summedOneByOne(ids: readonly number[]): RawBuilder<SumRow> {
  return sums(sql`
    select direction, status, currency_id, 1 as hawalas, amount, r_amount, coalesce(into_usd, 0) as into_usd,
      (direction = 'incoming' and into_usd is null)::integer as without_usd
    from hawalas where id = any (${[...ids]}::integer[])`);
}

function sums(rows: RawBuilder<unknown>): RawBuilder<SumRow> {
  return sql<SumRow>`
    select r.direction, r.status, c.code as currency, sum(r.hawalas)::integer as hawalas, sum(r.amount)::numeric(28, 2) as amount,
      sum(r.r_amount)::numeric(28, 2) as r_amount, sum(r.into_usd)::numeric(28, 2) as into_usd, sum(r.without_usd)::integer as without_usd
    from (${rows}) r join currencies c on c.id = r.currency_id
    group by r.direction, r.status, c.id
    having sum(r.hawalas) > 0
    order by r.direction, array_position(${[...hawalaStatuses]}::text[], r.status), c.id`;
}

function totalOf(row: SumRow): HawalaTotal {
  const direction = hawalaDirections.find((known) => known === row.direction);
  const status = hawalaStatuses.find((known) => known === row.status);
  assert(direction !== undefined && status !== undefined, "the database checks the direction and status of a hawala");
  const isOutgoing = direction === "outgoing";
  return {
    direction,
    status,
    currency: row.currency,
    hawalas: row.hawalas,
    amount: isOutgoing ? null : row.amount,
    rAmount: row.r_amount,
    intoUSD: isOutgoing ? null : row.into_usd,
    withoutUSD: isOutgoing ? null : row.without_usd,
  };
}
