import { sql, type RawBuilder } from "kysely";

import type { Tx } from "#db/client.ts";
import { addAmounts, amountFrom, amountText, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { afterDeal, noPosition, type Leg, type Position } from "#kernel/position.ts";

import { boardFrom } from "./board.ts";
import { boughtLeg, dealColumns, isDeal, soldLeg, storedPosition, valued, type DealRow, type Valuation } from "./deal-rows.ts";

/** Deals read and reckoned at once: short enough that nobody's request waits noticeably behind them. */
const dealsAtOnce = 4_000;
const daysAtOnce = 1_000;

/**
 * Makes the stored days anew from a day on: throws them away, reckons every deal from there in the order of business date and
 * transaction id, and notes what they were made from. The transaction must have one snapshot, and nobody else may be at it.
 */
export async function foldFrom(tx: Tx, firstDay: string): Promise<void> {
  const { baseId, positions } = await standingBefore(tx, firstDay);
  const valuation: Valuation = { baseId, board: await boardFrom(tx, firstDay) };
  const moved = await movedDays(tx, firstDay);
  const fold = new Fold(positions, moved);
  for await (const deals of dealsFrom(tx, firstDay, [...new Set(moved.map(({ currency_id }) => currency_id))])) {
    for (const deal of deals) fold.take(deal, valuation);
  }
  const { days, users } = fold.end();
  await sql`delete from position_days where business_date >= ${firstDay}::date`.execute(tx);
  await insertAll(tx, days, insertDays);
  await insertAll(tx, users, insertUsers);
  for (const { currency_id, held } of await noteBasis(tx)) {
    // What the deals come to is what the position account holds: a report that says otherwise would be a wrong one.
    const { quantity } = positions.get(currency_id) ?? noPosition;
    assert(quantity === amountFrom(held), `the position in currency ${String(currency_id)} is what its account holds`);
  }
}

interface MovedDay {
  readonly currency_id: number;
  readonly day: string;
  readonly debits: string;
  readonly credits: string;
}

/** What the position accounts moved on each day, in order. */
async function movedDays(tx: Tx, firstDay: string): Promise<readonly MovedDay[]> {
  const { rows } = await sql<MovedDay>`
    select c.id as currency_id, d.business_date as day, d.debits, d.credits
    from currencies c join balance_days d on d.account_id = c.position_account_id and d.currency_id = c.id
    where d.business_date >= ${firstDay}::date order by 2, 1`.execute(tx);
  return rows;
}

/** The base currency, and the positions at the end of the day before. */
async function standingBefore(tx: Tx, firstDay: string) {
  const { rows } = await sql<{ id: number; is_base: boolean; quantity: string | null; cost: string | null }>`
    select c.id, c.code = s.base_currency as is_base, p.quantity, p.cost
    from currencies c
    cross join business_settings s
    left join lateral (select quantity, cost from position_days
      where currency_id = c.id and business_date < ${firstDay}::date order by business_date desc limit 1) p on true`.execute(tx);
  const base = rows.find(({ is_base }) => is_base);
  assert(base !== undefined, "the base currency is one of the currencies");
  return { baseId: base.id, positions: new Map(rows.map((row) => [row.id, storedPosition(row)])) };
}

/** The deals in their order, some thousand at a time. Each is found once, by what it bought. */
async function* dealsFrom(tx: Tx, firstDay: string, currencyIds: readonly number[]): AsyncGenerator<readonly DealRow[], void> {
  if (currencyIds.length === 0) return;
  let place: Place | undefined = { day: firstDay, id: 0 };
  while (place !== undefined) {
    const deals = await dealsBehind(tx, place, currencyIds);
    yield deals;
    const last = deals.at(-1);
    place = last === undefined || deals.length < dealsAtOnce ? undefined : { day: last.day, id: last.id };
  }
}

interface Place {
  readonly day: string;
  readonly id: number;
}

/** The next deals: an ordered index scan for each currency, merged. */
async function dealsBehind(tx: Tx, { day, id }: Place, currencyIds: readonly number[]): Promise<readonly DealRow[]> {
  const scans = currencyIds.map(
    (currencyId) => sql`(select t.* from transactions t
      where t.currency_id = ${currencyId} and ${isDeal} and (t.business_date, t.id) > (${day}::date, ${id}::integer)
      order by t.business_date, t.id limit ${dealsAtOnce})`,
  );
  const { rows } = await sql<DealRow>`
    select ${dealColumns} from (${sql.join(scans, sql` union all `)}) t
    order by t.business_date, t.id limit ${dealsAtOnce}`.execute(tx);
  return rows;
}

interface Sums {
  deals: number;
  bought: Amount;
  sold: Amount;
  realised: Amount;
}

const noSums = (): Sums => ({ deals: 0, bought: zeroAmount, sold: zeroAmount, realised: zeroAmount });

/** A row of `position_days`, and of `position_day_users`: money as text. */
type Row = Readonly<Record<string, string | number>>;

/** Positions on their way through the days. */
class Fold {
  readonly #positions: Map<number, Position>;
  readonly #moved: readonly MovedDay[];
  readonly #days: Row[] = [];
  readonly #users: Row[] = [];
  /** Up to which of the moved days rows were made. */
  #next = 0;
  #ofDay = new Map<number, { readonly whole: Sums; readonly byUser: Map<string, Sums> }>();

  constructor(positions: Map<number, Position>, moved: readonly MovedDay[]) {
    this.#positions = positions;
    this.#moved = moved;
  }

  take(row: DealRow, valuation: Valuation): void {
    this.#endDaysBefore(row.day);
    const deal = valued(row, valuation);
    this.#move(row.bought_id, row.user_id, boughtLeg(deal));
    this.#move(row.sold_id, row.user_id, soldLeg(deal));
  }

  end(): { readonly days: readonly Row[]; readonly users: readonly Row[] } {
    this.#endDaysBefore("infinity");
    return { days: this.#days, users: this.#users };
  }

  #move(currencyId: number, userId: string, leg: Leg): void {
    const { after, realised } = afterDeal(this.#positions.get(currencyId) ?? noPosition, leg);
    this.#positions.set(currencyId, after);
    const today = this.#ofDay.get(currencyId) ?? { whole: noSums(), byUser: new Map<string, Sums>() };
    this.#ofDay.set(currencyId, today);
    const own = today.byUser.get(userId) ?? noSums();
    today.byUser.set(userId, own);
    for (const sums of [today.whole, own]) {
      sums.deals += 1;
      if (leg.quantity > 0n) sums.bought = addAmounts(sums.bought, leg.quantity);
      else sums.sold = subtractAmounts(sums.sold, leg.quantity);
      sums.realised = addAmounts(sums.realised, realised);
    }
  }

  /** Deals come day by day: what moved before this one is complete. "infinity" is after every day. */
  #endDaysBefore(day: string): void {
    for (let moved = this.#moved[this.#next]; moved !== undefined && moved.day < day; moved = this.#moved[this.#next]) {
      this.#next += 1;
      const today = this.#ofDay.get(moved.currency_id);
      const { quantity, cost } = this.#positions.get(moved.currency_id) ?? noPosition;
      const { byUser, whole } = today ?? { byUser: new Map<string, Sums>(), whole: noSums() };
      const key = { currency_id: moved.currency_id, business_date: moved.day };
      const { debits, credits } = moved;
      const end = { quantity: amountText(quantity), cost: amountText(cost) };
      this.#days.push({ ...key, debits, credits, ...textOf(whole), ...end });
      for (const [user_id, sums] of byUser) this.#users.push({ ...key, user_id, ...textOf(sums) });
      this.#ofDay.delete(moved.currency_id);
    }
    // A deal moved both its currencies' position accounts on its day.
    assert(day !== "infinity" || this.#ofDay.size === 0, "the days of the position accounts hold every deal");
  }
}

function textOf({ deals, bought, sold, realised }: Sums): Row {
  return { deals, bought: amountText(bought), sold: amountText(sold), realised: amountText(realised) };
}

async function insertAll(tx: Tx, rows: readonly Row[], statement: (json: string) => RawBuilder<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += daysAtOnce) {
    await statement(JSON.stringify(rows.slice(from, from + daysAtOnce))).execute(tx);
  }
}

const insertDays = (json: string) => sql`
  insert into position_days select * from jsonb_populate_recordset(null::position_days, ${json}::jsonb)`;
const insertUsers = (json: string) => sql`
  insert into position_day_users select * from jsonb_populate_recordset(null::position_day_users, ${json}::jsonb)`;

/** Whoever reads next compares with this. Says what each position account holds. */
async function noteBasis(tx: Tx): Promise<readonly { readonly currency_id: number; readonly held: string }[]> {
  const { rows } = await sql<{ currency_id: number; held: string }>`
    insert into position_folds (currency_id, debits, credits, rate_id, base_currency, time_zone)
    select c.id, coalesce(b.debits, 0), coalesce(b.credits, 0),
      (select r.id from currency_rates r where r.currency_id = c.id order by r.id desc limit 1), s.base_currency, s.time_zone
    from currencies c cross join business_settings s
    left join balances b on b.account_id = c.position_account_id and b.currency_id = c.id
    on conflict (currency_id) do update set debits = excluded.debits, credits = excluded.credits, rate_id = excluded.rate_id,
      base_currency = excluded.base_currency, time_zone = excluded.time_zone
    returning currency_id, credits - debits as held`.execute(tx);
  return rows;
}
