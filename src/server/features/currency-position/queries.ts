import { sql, type Kysely, type RawBuilder } from "kysely";

import type { CurrencyPosition, PositionFilters, PositionReport, UserPosition } from "#contract/currency-position.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { addAmounts, amountFrom, amountText, zeroAmount, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { boardRate } from "#kernel/board-rate.ts";
import { quoteOf } from "#kernel/exchange-deal.ts";
import { averageRate, valueOfPosition } from "#kernel/position.ts";
import { rateFrom, rateText, type Rate } from "#kernel/rate.ts";

import { readPositions } from "./days.ts";
import { storedPosition } from "./deal-rows.ts";
import { quotingOf } from "./quotes.ts";

/** A period of more days than this is shown month by month. */
const mostDaysShown = 92;

interface PositionRow {
  readonly id: number;
  readonly code: string;
  readonly rate: string;
  readonly opening: string;
  readonly quantity: string;
  readonly cost: string;
  readonly deals: number;
  readonly bought: string;
  readonly sold: string;
  readonly realised: string;
}

/** The positions of the house, what its people made of them within the period, and what they are worth by the board as it is now. */
export function positionReport(db: Kysely<DB>, filters: PositionFilters): Promise<PositionReport> {
  return readPositions(db, async (tx) => {
    const { base, rate, today } = await officeOf(tx);
    const rows = await positionRows(tx, filters);
    const currencies = rows.map((row) => positionOf(row, { code: base, rate: rateFrom(rate) }));
    return {
      baseCurrency: base,
      today,
      currencies,
      chosen: await chosenPerson(tx, filters),
      totals: totalsOf(currencies),
      users: usersOf(await userRows(tx, filters)),
      profits: await profitsOf(tx, filters),
    };
  });
}

async function officeOf(tx: Tx): Promise<{ readonly base: string; readonly rate: string; readonly today: string }> {
  const { rows } = await sql<{ base: string; rate: string; today: string }>`
    select c.code as base, c.exchange_rate as rate, office_today() as today
    from business_settings s join currencies c on c.code = s.base_currency`.execute(tx);
  const [office] = rows;
  assert(office !== undefined, "the base currency is one of the currencies");
  return office;
}

async function chosenPerson(tx: Tx, { userId }: PositionFilters): Promise<PositionReport["chosen"]> {
  if (userId === undefined) return null;
  const user = await tx
    .selectFrom("users")
    .select(["id as userId", "username", "full_name as fullName"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user ?? null;
}

/** Stored days of the period. */
export function withinPeriod({ fromDate, toDate }: PositionFilters): RawBuilder<boolean> {
  return sql`business_date between ${fromDate || "-infinity"}::date and ${toDate || "infinity"}::date`;
}

/** The days of the deals that count: the house's, or one person's. */
export function daysOf({ userId }: PositionFilters): RawBuilder<unknown> {
  return userId === undefined
    ? sql`(select currency_id, business_date, deals, bought, sold, realised from position_days)`
    : sql`(select currency_id, business_date, deals, bought, sold, realised from position_day_users where user_id = ${userId}::uuid)`;
}

async function positionRows(tx: Tx, filters: PositionFilters): Promise<readonly PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    select c.id, c.code, c.exchange_rate as rate, coalesce(o.quantity, 0)::numeric(24, 2) as opening, e.quantity, e.cost,
      coalesce(p.deals, 0)::integer as deals, coalesce(p.bought, 0)::numeric(46, 2) as bought,
      coalesce(p.sold, 0)::numeric(46, 2) as sold, coalesce(p.realised, 0)::numeric(46, 2) as realised
    from currencies c
    cross join lateral (select quantity, cost from position_days
      where currency_id = c.id and business_date <= ${filters.toDate || "infinity"}::date order by business_date desc limit 1) e
    left join lateral (select quantity from position_days
      where currency_id = c.id and business_date < ${filters.fromDate || "-infinity"}::date order by business_date desc limit 1) o on true
    left join lateral (select sum(deals) as deals, sum(bought) as bought, sum(sold) as sold, sum(realised) as realised
      from ${daysOf(filters)} d where currency_id = c.id and ${withinPeriod(filters)}) p on true
    order by c.id`.execute(tx);
  return rows;
}

interface Base {
  readonly code: string;
  readonly rate: Rate;
}

function positionOf(row: PositionRow, base: Base): CurrencyPosition {
  const position = storedPosition(row);
  const pair = { from: row.code, to: base.code };
  const rates = { own: rateFrom(row.rate), base: base.rate };
  const { value, unrealised } = valueOfPosition(position, rates);
  const isBase = row.code === base.code;
  const average = isBase ? undefined : averageRate(position, quotingOf(row.code, base.code));
  const board = isBase ? undefined : boardRate({ from: rates.own, to: rates.base }, pair);
  return {
    currencyId: row.id,
    currency: row.code,
    isBase,
    quote: isBase ? null : quoteOf(pair),
    openingQuantity: row.opening,
    deals: row.deals,
    bought: row.bought,
    sold: row.sold,
    realised: row.realised,
    closingQuantity: row.quantity,
    averageRate: average === undefined ? null : rateText(average),
    cost: row.cost,
    boardRate: board === undefined ? null : rateText(board),
    value: amountText(value),
    unrealised: amountText(unrealised),
  };
}

function totalsOf(currencies: readonly CurrencyPosition[]): PositionReport["totals"] {
  const others = currencies.filter(({ isBase }) => !isBase);
  const sum = (figure: "realised" | "cost" | "value" | "unrealised"): string =>
    amountText(others.reduce<Amount>((total, row) => addAmounts(total, amountFrom(row[figure])), zeroAmount));
  // Each deal has two sides.
  const sides = currencies.reduce((total, { deals }) => total + deals, 0);
  return { deals: sides / 2, realised: sum("realised"), cost: sum("cost"), value: sum("value"), unrealised: sum("unrealised") };
}

interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly full_name: string | null;
  readonly currency_id: number;
  readonly code: string;
  readonly deals: number;
  readonly realised: string;
  readonly is_base: boolean;
}

async function userRows(tx: Tx, filters: PositionFilters): Promise<readonly UserRow[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.username, u.full_name, c.id as currency_id, c.code, s.deals, s.realised, c.code = o.base_currency as is_base
    from (select user_id, currency_id, sum(deals)::integer as deals, sum(realised)::numeric(46, 2) as realised
      from position_day_users d where ${withinPeriod(filters)} group by 1, 2) s
    join users u on u.id = s.user_id
    join currencies c on c.id = s.currency_id
    cross join business_settings o
    order by u.username, c.id`.execute(tx);
  return rows;
}

function usersOf(rows: readonly UserRow[]): UserPosition[] {
  const users = Map.groupBy(rows, ({ id }) => id);
  const positions = [...users.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const realised = own.reduce<Amount>((total, row) => addAmounts(total, amountFrom(row.realised)), zeroAmount);
    const deals = own.reduce((total, row) => total + row.deals, 0) / 2;
    const currencies = own
      .filter(({ is_base }) => !is_base)
      .map((row) => ({ currencyId: row.currency_id, currency: row.code, deals: row.deals, realised: row.realised }));
    const { id: userId, username, full_name: fullName } = first;
    return [{ realised, user: { userId, username, fullName, deals, realised: amountText(realised), currencies } }];
  });
  const byProfit = positions.toSorted((left, right) =>
    left.realised === right.realised ? 0 : left.realised > right.realised ? -1 : 1,
  );
  return byProfit.map(({ user }) => user);
}

async function profitsOf(tx: Tx, filters: PositionFilters): Promise<PositionReport["profits"]> {
  const days = sql`(select business_date, realised from ${daysOf(filters)} d where ${withinPeriod(filters)} and deals > 0)`;
  const { rows } = await sql<{ step: "day" | "month"; date: string; realised: string }>`
    with days as materialized (select business_date, sum(realised) as realised from ${days} d group by 1),
    steps as materialized (
      select case when max(business_date) - min(business_date) < ${mostDaysShown} then 'day' else 'month' end as step from days)
    select (select step from steps) as step, date_trunc((select step from steps), business_date)::date as date,
      sum(realised)::numeric(46, 2) as realised
    from days group by 2 order by 2`.execute(tx);
  return { step: rows[0]?.step ?? "day", points: rows.map(({ date, realised }) => ({ date, realised })) };
}
