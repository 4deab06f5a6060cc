import { sql, type Kysely, type RawBuilder } from "kysely";

import type { DealFilters, PositionDeal } from "#contract/currency-position.ts";
import { largestPageSize } from "#contract/page.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { amountText } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { largestId } from "#kernel/id.ts";
import { afterDeal, averageRate, noPosition, type Position } from "#kernel/position.ts";
import { rateText } from "#kernel/rate.ts";
import { Refusal } from "#kernel/refusal.ts";
import { cutPage, idInCursor, strangeCursor, type PageAsked } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";
import { refuseLargeExport } from "#server/spreadsheet/export.ts";

import { boardFrom } from "./board.ts";
import { readPositions } from "./days.ts";
import { boughtLeg, dealColumns, isDeal, soldLeg, storedPosition, valued, type DealRow, type Valuation } from "./deal-rows.ts";
import { daysOf, withinPeriod } from "./queries.ts";
import { quotingOf } from "./quotes.ts";

interface Place {
  readonly day: string;
  readonly id: number;
}

/** Deals reckoned for one page at most; where few of them are wanted, the page is shorter and says where to go on. */
const mostReckoned = 8_000;

/**
 * A page of the deals in a currency, the oldest first, each with the house's position and average before and after it. Only the
 * days of the page are reckoned again, from how the day before them ended. Refuses a currency that does not exist.
 */
export function positionDeals(db: Kysely<DB>, filters: DealFilters, { limit, cursor }: PageAsked): Promise<Page<PositionDeal>> {
  const after = placeOf(cursor);
  return readPositions(db, (tx) => dealsBehind(tx, filters, { limit, after }));
}

/** Every deal that meets the filters, all in one snapshot, with what they are of. Refuses more than a file may hold. */
export function everyDeal(db: Kysely<DB>, filters: DealFilters): Promise<Pair & { readonly deals: readonly PositionDeal[] }> {
  return readPositions(db, async (tx) => {
    const deals: PositionDeal[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const after = cursor === "" ? undefined : placeOf(cursor);
      const page: Page<PositionDeal> = await dealsBehind(tx, filters, { limit: largestPageSize, after });
      refuseLargeExport(page.total);
      deals.push(...page.rows);
      cursor = page.nextCursor;
    }
    return { ...(await currencyAndBase(tx, filters.currencyId)), deals };
  });
}

interface Wanted {
  readonly limit: number;
  readonly after: Place | undefined;
}

async function dealsBehind(tx: Tx, filters: DealFilters, { limit, after }: Wanted): Promise<Page<PositionDeal>> {
  const pair = await currencyAndBase(tx, filters.currencyId);
  const { total, days, lastDay } = await daysOfPage(tx, filters, { after, limit });
  const [first] = days;
  if (first === undefined) return { rows: [], total, nextCursor: undefined };
  const valuation: Valuation = { baseId: pair.base_id, board: await boardFrom(tx, first.day) };
  const rows = await dealRows(tx, filters.currencyId, days);
  const behind = reckoned(rows, { days, valuation, pair }).filter(
    ({ row }) => isBehind(row, after) && (filters.userId === undefined || row.user_id === filters.userId),
  );
  const reached = days.at(-1)?.day ?? lastDay;
  const { shown, next } = cutPage(behind, limit);
  const end = next?.row ?? (reached < lastDay ? { day: reached, id: largestId } : undefined);
  return {
    rows: shown.map(({ deal }) => deal),
    total,
    nextCursor: end && `${end.day}_${String(end.id)}`,
  };
}

function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, day = "", digits = ""] = /^(\d{4}-\d\d-\d\d)_(\d+)$/.exec(cursor) ?? [];
  if (parseBusinessDate(day) === undefined) throw strangeCursor();
  return { day, id: idInCursor(digits) };
}

function isBehind({ day, id }: Place, after: Place | undefined): boolean {
  return after === undefined || day > after.day || (day === after.day && id > after.id);
}

/** The currency whose deals they are, and the one that they are worth. */
export interface Pair {
  readonly code: string;
  readonly base: string;
  readonly base_id: number;
}

async function currencyAndBase(tx: Tx, currencyId: number): Promise<Pair> {
  const { rows } = await sql<Pair>`
    select c.code, b.code as base, b.id as base_id from currencies c
    cross join business_settings s join currencies b on b.code = s.base_currency where c.id = ${currencyId}`.execute(tx);
  const [pair] = rows;
  if (pair === undefined) throw new Refusal("not_found", "This currency does not exist");
  return pair;
}

/** A day with deals, and how the house stood before it. */
interface OpeningDay {
  readonly day: string;
  readonly quantity: string | null;
  readonly cost: string | null;
}

interface DaysOfPage {
  /** Of all that meet the filters. */
  readonly total: number;
  readonly days: readonly OpeningDay[];
  /** The last one that has any. */
  readonly lastDay: string;
}

/**
 * As many days as the page needs: those on which the first rows behind the place are, and one row more; fewer where the deals
 * of others on them are too many. Always one day behind that of the place.
 */
async function daysOfPage(tx: Tx, filters: DealFilters, { after, limit }: Wanted): Promise<DaysOfPage> {
  const { currencyId } = filters;
  const { rows } = await sql<OpeningDay & { total: number; last_day: string }>`
    with days as materialized (
      select d.business_date as day, d.deals, p.deals as of_all
      from (select * from ${daysOf(filters)} d where currency_id = ${currencyId} and deals > 0 and ${withinPeriod(filters)}) d
      join position_days p on p.currency_id = ${currencyId} and p.business_date = d.business_date
    ), behind as (
      select day, sum(deals) over days - deals as before, first_value(deals) over days as of_first,
        sum(of_all) over days - of_all as all_before, first_value(of_all) over days as all_of_first
      from days where day >= ${after?.day ?? "-infinity"}::date window days as (order by day)
    )
    select b.day, p.quantity, p.cost, (select sum(deals) from days)::integer as total, (select max(day) from days) as last_day
    from behind b
    left join lateral (select quantity, cost from position_days
      where currency_id = ${currencyId} and business_date < b.day order by business_date desc limit 1) p on true
    where b.before - b.of_first <= ${limit} and b.all_before - b.all_of_first <= ${mostReckoned} order by b.day`.execute(tx);
  const [first] = rows;
  const total = first?.total ?? (after === undefined ? 0 : await countAll(tx, filters));
  return { total, days: rows, lastDay: first?.last_day ?? "" };
}

async function countAll(tx: Tx, filters: DealFilters): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(deals), 0)::integer as total from ${daysOf(filters)} d
    where currency_id = ${filters.currencyId} and ${withinPeriod(filters)}`.execute(tx);
  return rows[0]?.total ?? 0;
}

interface DetailedRow extends DealRow {
  readonly type: string;
  readonly ex_rate: string;
  readonly username: string;
  readonly bought_code: string;
  readonly sold_code: string;
}

/** Every deal in the currency on these days, in order, whoever recorded it: each changes the average of the next. */
async function dealRows(tx: Tx, currencyId: number, days: readonly OpeningDay[]): Promise<readonly DetailedRow[]> {
  const scan = (side: RawBuilder<unknown>) => sql`
    select t.* from transactions t where ${side} = ${currencyId} and ${isDeal} and t.business_date = any (${days.map(({ day }) => day)}::date[])`;
  const { rows } = await sql<DetailedRow>`
    select ${dealColumns}, t.type, t.ex_rate, u.username, b.code as bought_code, s.code as sold_code
    from (${scan(sql`t.currency_id`)} union all ${scan(sql`t.c_currency_id`)}) t
    join users u on u.id = t.created_by
    join currencies b on b.id = t.currency_id
    join currencies s on s.id = t.c_currency_id
    order by t.business_date, t.id`.execute(tx);
  return rows;
}

interface Reckoning {
  readonly days: readonly OpeningDay[];
  readonly valuation: Valuation;
  readonly pair: Pair;
}

function reckoned(rows: readonly DetailedRow[], { days, valuation, pair }: Reckoning) {
  const openings = new Map(days.map((day) => [day.day, storedPosition(day)]));
  let day = "";
  let position = noPosition;
  return rows.map((row) => {
    if (row.day !== day) position = openings.get(row.day) ?? noPosition;
    day = row.day;
    const before = position;
    const sides = valued(row, valuation);
    const isBought = row.bought_code === pair.code;
    const { after, realised } = afterDeal(before, isBought ? boughtLeg(sides) : soldLeg(sides));
    position = after;
    const figures = { value: amountText(sides.value), realised: amountText(realised), ...averages(before, after, pair) };
    return { row, deal: { ...factsOf(row, isBought, pair), ...figures } };
  });
}

function averages(before: Position, after: Position, { code, base }: Pair) {
  const average = (position: Position): string | null => {
    const rate = code === base ? undefined : averageRate(position, quotingOf(code, base));
    return rate === undefined ? null : rateText(rate);
  };
  return {
    quantityBefore: amountText(before.quantity),
    quantityAfter: amountText(after.quantity),
    averageBefore: average(before),
    averageAfter: average(after),
  };
}

function factsOf(row: DetailedRow, isBought: boolean, { base }: Pair) {
  assert(row.type === "Exchange" || row.type === "Hawala", "nothing else stands between two currencies");
  const [own, other] = isBought ? [row.bought, row.sold] : [row.sold, row.bought];
  return {
    transactionId: row.id,
    transDate: row.day,
    transType: row.type,
    recordedBy: row.username,
    bought: isBought ? own : null,
    sold: isBought ? null : own,
    otherCurrency: isBought ? row.sold_code : row.bought_code,
    otherAmount: other,
    exRate: row.ex_rate,
    isByBoard: row.bought_code !== base && row.sold_code !== base,
  } satisfies Partial<PositionDeal>;
}
