import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";
import { rateFrom, type Rate } from "#kernel/rate.ts";

/** The rate of a currency on a day, in units per 1 USD. */
export type Board = (currencyId: number, day: string) => Rate;

interface DayRate {
  readonly currency_id: number;
  readonly day: string;
  readonly rate: string;
}

interface History {
  readonly days: string[];
  readonly rates: Rate[];
}

/**
 * The board from a day on, as it was at the end of each: the last rate that was recorded on or before the day, by the office's
 * clock, and for the days before a currency's first one that of the end of that first day. Of a day's rates the last is the one that the
 * rate history has as the last: the hour says otherwise where the clock was set back in between.
 */
export async function boardFrom(tx: Tx, firstDay: string): Promise<Board> {
  const { rows } = await sql<DayRate>`
    with office as materialized (
      select time_zone, (${firstDay}::date)::timestamp at time zone time_zone as begins from business_settings
    )
    select distinct on (c.id, day) c.id as currency_id, (r.recorded_at at time zone o.time_zone)::date as day, r.rate
    from office o
    cross join currencies c
    cross join lateral (
      select id, recorded_at, rate from currency_rates where currency_id = c.id and recorded_at >= o.begins
      union all
      (select r.id, r.recorded_at, r.rate
        from (select recorded_at from currency_rates where currency_id = c.id and recorded_at < o.begins
          order by recorded_at desc limit 1) latest
        join currency_rates r on r.currency_id = c.id and r.recorded_at between latest.recorded_at - interval '2 days' and latest.recorded_at
          and (r.recorded_at at time zone o.time_zone)::date = (latest.recorded_at at time zone o.time_zone)::date
        order by r.id desc limit 1)
    ) r
    order by c.id, day, r.id desc`.execute(tx);
  const histories = new Map<number, History>();
  for (const { currency_id, day, rate } of rows) {
    const history = histories.get(currency_id) ?? { days: [], rates: [] };
    history.days.push(day);
    history.rates.push(rateFrom(rate));
    histories.set(currency_id, history);
  }
  return (currencyId, day) => {
    const history = histories.get(currencyId);
    const rate = history?.rates[Math.max(0, countUntil(history.days, day) - 1)];
    assert(rate !== undefined, `currency ${String(currencyId)} has a rate from its first day`);
    return rate;
  };
}

/** How many of the days, which are in order, are not after this one. */
function countUntil(days: readonly string[], day: string): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? "") <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
