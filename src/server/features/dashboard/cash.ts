import { sql, type Kysely } from "kysely";

import type { CurrencyBalance } from "#contract/accounts.ts";
import type { CashDays, DayOfCash } from "#contract/dashboard.ts";
import type { DB } from "#db/types.gen.ts";
import { addAmounts, amountFrom, amountText, subtractAmounts, type Amount } from "#kernel/amount.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { cashAtShop } from "#server/cash-at-shop.ts";

import { chartDays } from "./hawala-days.ts";

/** How much the cash account gained (lost, when negative) of a currency on a day. */
interface Movement {
  readonly currencyId: number;
  readonly date: BusinessDate;
  readonly gained: string;
}

/** What the dashboard tells of the till; read in one snapshot, so that the parts agree. */
export interface Cash {
  readonly cash: CurrencyBalance[];
  readonly cashDays: CashDays;
  readonly books: DayOfCash[];
}

/** What the cash account holds, held at the end of each of the last days, and took in and gave out today. */
export async function cashFigures(db: Kysely<DB>, today: BusinessDate): Promise<Cash> {
  const first = addDays(today, 1 - chartDays);
  // Also what is inactive and empty by now: the chart and the books of today show what it was.
  const cash = await cashAtShop(db, first);
  const closings = closingsBy(await movementsAfter(db, first));
  const books = await dayBooks(db, today);
  const dates = Array.from({ length: chartDays }, (_, place) => addDays(first, place));
  return {
    cash: [...cash],
    cashDays: {
      dates,
      currencies: cash.map(({ currencyId, currency, symbol, balance }) => {
        const closingOn = closings(currencyId, amountFrom(balance));
        return { currencyId, currency, symbol, balances: dates.map((date) => amountText(closingOn(date))) };
      }),
    },
    books: cash.map(({ currencyId, currency, symbol, balance }) => {
      const closingOn = closings(currencyId, amountFrom(balance));
      const { taken = "0.00", given = "0.00" } = books.get(currencyId) ?? {};
      const current = closingOn(today);
      const opening = subtractAmounts(addAmounts(current, amountFrom(given)), amountFrom(taken));
      return { currencyId, currency, symbol, opening: amountText(opening), in: taken, out: given, current: amountText(current) };
    }),
  };
}

/** From the sums by day: only the days shown, and those after today, are read, however long the office has been open. */
async function movementsAfter(db: Kysely<DB>, first: BusinessDate): Promise<readonly Movement[]> {
  const { rows } = await sql<Movement>`
    select d.currency_id as "currencyId", d.business_date as date, (d.debits - d.credits)::numeric(24, 2) as gained
    from business_settings s
    join balance_days d on d.account_id = s.cash_account_id and d.currency_id in (select id from currencies)
      and d.business_date > ${first}::date`.execute(db);
  return rows;
}

type ClosingOn = (date: BusinessDate) => Amount;

/** What was held at the end of a day: what is held now without all that came after it. */
function closingsBy(movements: readonly Movement[]): (currencyId: number, now: Amount) => ClosingOn {
  const byCurrency = Map.groupBy(movements, ({ currencyId }) => currencyId);
  return (currencyId, now) => {
    const gains = byCurrency.get(currencyId) ?? [];
    return (date) =>
      gains.reduce((held, gain) => (gain.date > date ? subtractAmounts(held, amountFrom(gain.gained)) : held), now);
  };
}

interface TakenAndGiven {
  readonly taken: string;
  readonly given: string;
}

/**
 * What came in and went out today per currency, by the entries as they stand: a correction is mirrored in the sums by day, and
 * money that only was written down twice was never in the till.
 */
async function dayBooks(db: Kysely<DB>, today: BusinessDate): Promise<ReadonlyMap<number, TakenAndGiven>> {
  const { rows } = await sql<TakenAndGiven & { currencyId: number }>`
    select "currencyId", sum(taken)::numeric(24, 2) as taken, sum(given)::numeric(24, 2) as given
    from business_settings s
    cross join lateral (
      select t.currency_id as "currencyId", t.d_amount as taken, 0 as given
      from transactions t where t.out_account_id = s.cash_account_id and t.business_date = ${today}::date and t.deleted_at is null
      union all
      select t.c_currency_id, 0, t.c_amount
      from transactions t where t.in_account_id = s.cash_account_id and t.business_date = ${today}::date and t.deleted_at is null) moved
    group by "currencyId"`.execute(db);
  return new Map(rows.map(({ currencyId, ...moved }) => [currencyId, moved]));
}
