import { sql, type Kysely } from "kysely";

import type { OwnerReport, OwnerRow } from "#contract/report-balances.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { amountFrom, amountText, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { convertAmount } from "#kernel/conversion.ts";
import { transitAccountId } from "#kernel/id.ts";
import { rateFrom } from "#kernel/rate.ts";
import { beginOfDay } from "#server/office.ts";
import { reportAccountJson } from "#server/report-account.ts";
import { fromWholeSnapshot } from "#server/snapshot.ts";

import { expenseAccounts } from "./standing.ts";

/** What the house is worth now and was worth at yesterday's end. */
export function ownerPage(db: Kysely<DB>): Promise<OwnerReport> {
  return fromWholeSnapshot(db, readOwnerPage);
}

interface Office extends Pick<OwnerReport, "expenseAccounts"> {
  readonly today: string;
  readonly yesterday: string;
  readonly baseCurrency: string;
  readonly cashAccountId: number;
}

/** The same within a snapshot that is there already. */
export async function readOwnerPage(tx: Tx): Promise<OwnerReport> {
  const office = await officeOf(tx);
  const currencies = await figuresOf(tx, office);
  const base = currencies.find(({ currency }) => currency === office.baseCurrency);
  assert(base !== undefined, "the base currency is one of the currencies");
  const valued = currencies.map((figures) => valuedRow(figures, base));
  const sumOf = (part: (row: (typeof valued)[number]) => Amount): Amount =>
    valued.reduce((sum: bigint, row) => sum + part(row), zeroAmount as bigint) as Amount;
  const [netWorth, before, revalued] = [sumOf((row) => row.inBase), sumOf((row) => row.before), sumOf((row) => row.revalued)];
  return {
    ...office,
    rows: valued.map(({ row }) => row),
    netWorth: amountText(netWorth),
    yesterdayNetWorth: amountText(before),
    change: amountText(subtractAmounts(netWorth, before)),
    changeByRates: amountText(subtractAmounts(revalued, before)),
  };
}

interface Figures extends Omit<OwnerRow, "netWorth" | "inBase" | "change"> {
  /** The net worth of today and yesterday, exact. */
  readonly now: string;
  readonly then: string;
  readonly rateThen: string;
}

function valuedRow({ now, then, rateThen, ...shown }: Figures, base: Figures) {
  const [net, netThen] = [amountFrom(now), amountFrom(then)];
  const rates = { source: rateFrom(shown.rate), target: rateFrom(base.rate) };
  const inBase = convertAmount(net, rates);
  const row: OwnerRow = {
    ...shown,
    netWorth: now,
    inBase: amountText(inBase),
    change: amountText(subtractAmounts(net, netThen)),
  };
  return {
    row,
    inBase,
    /** Yesterday's quantity at yesterday's rates, and at those of now. */
    before: convertAmount(netThen, { source: rateFrom(rateThen), target: rateFrom(base.rateThen) }),
    revalued: convertAmount(netThen, rates),
  };
}

async function officeOf(tx: Tx): Promise<Office> {
  const { rows } = await sql<Office>`
    select office_today() as today, office_today() - 1 as yesterday, s.base_currency as "baseCurrency", s.cash_account_id as "cashAccountId",
      (select coalesce(jsonb_agg(${reportAccountJson("a")} order by array_position(s.expense_codes, a.code)), '[]')
        from (${expenseAccounts}) e join accounts a on a.id = e.account_id) as "expenseAccounts"
    from business_settings s`.execute(tx);
  const [office] = rows;
  assert(office !== undefined, "an office has settings");
  return office;
}

/**
 * Per currency, at the end of today and of yesterday: what entries dated tomorrow add is in neither. A hawala waits from its own
 * date until the business date of its payout; one that was cancelled has never waited.
 */
async function figuresOf(tx: Tx, { today, yesterday, cashAccountId }: Office): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    with later as (
      select account_id, currency_id, coalesce(sum(debits - credits) filter (where business_date > ${today}::date), 0) as after_today,
        sum(debits - credits) as after_yesterday
      from balance_days where business_date > ${yesterday}::date group by 1, 2
    ), expenses as materialized (${expenseAccounts}
    ), standing as (
      select b.currency_id, b.account_id, a.account_type, e.account_id is not null as is_spent,
        a.account_type <> 'company' and not a.is_system and a.id <> ${cashAccountId} as is_person,
        b.debits - b.credits - coalesce(l.after_today, 0) as net,
        b.debits - b.credits - coalesce(l.after_yesterday, 0) as net_then
      from balances b
      join accounts a on a.id = b.account_id and (not a.is_system or a.id = ${transitAccountId})
      left join expenses e on e.account_id = b.account_id
      left join later l on l.account_id = b.account_id and l.currency_id = b.currency_id
    ), sums as (
      select currency_id, coalesce(sum(net) filter (where account_id = ${cashAccountId}), 0) as cash,
        coalesce(sum(net) filter (where account_type = 'company' and account_id <> ${cashAccountId} and not is_spent), 0) as banks,
        coalesce(sum(net) filter (where is_spent), 0) as spent,
        coalesce(sum(net) filter (where is_person and net > 0), 0) as owed_to_us,
        coalesce(-sum(net) filter (where is_person and net < 0), 0) as owed_by_us,
        coalesce(-sum(net) filter (where account_id = ${transitAccountId}), 0) as in_transit,
        coalesce(sum(net) filter (where not is_spent), 0) as net, coalesce(sum(net_then) filter (where not is_spent), 0) as net_then,
        bool_or(net <> 0 or net_then <> 0) as moved
      from standing group by currency_id
    ), waiting as (
      select currency_id, sum(r_amount) filter (where transaction_date <= ${today}::date) as now,
        sum(r_amount) filter (where transaction_date <= ${yesterday}::date) as then
      from (
        select currency_id, transaction_date, r_amount from hawala_days where direction = 'incoming' and status = 'Pending'
      ) pending group by currency_id
    ), paid_since as (
      select h.currency_id, sum(h.r_amount) filter (where t.business_date > ${today}::date and h.transaction_date <= ${today}::date) as now,
        sum(h.r_amount) filter (where h.transaction_date <= ${yesterday}::date) as then
      from transactions t join hawalas h on h.id = t.hawala_id and h.direction = 'incoming'
      where t.hawala_id is not null and t.deleted_at is null and t.business_date > ${yesterday}::date
      group by h.currency_id
    ), hawalas_waiting as (
      select c.id as currency_id, coalesce(w.now, 0) + coalesce(p.now, 0) as now, coalesce(w.then, 0) + coalesce(p.then, 0) as then
      from currencies c left join waiting w on w.currency_id = c.id left join paid_since p on p.currency_id = c.id
    )
    select c.id as "currencyId", c.code as currency, c.exchange_rate as rate,
      coalesce((select r.rate from currency_rates r
        where r.currency_id = c.id and r.recorded_at < ${beginOfDay(sql`${today}::date`, sql`o.time_zone`)} order by r.id desc limit 1),
        c.exchange_rate) as "rateThen",
      coalesce(s.cash, 0)::numeric(28, 2) as cash, coalesce(s.banks, 0)::numeric(28, 2) as banks,
      coalesce(s.owed_to_us, 0)::numeric(28, 2) as "owedToUs", coalesce(s.owed_by_us, 0)::numeric(28, 2) as "owedByUs",
      coalesce(s.in_transit, 0)::numeric(28, 2) as "inTransit",
      h.now::numeric(28, 2) as "pendingHawalas", (coalesce(s.net, 0) - h.now)::numeric(28, 2) as now,
      (coalesce(s.net_then, 0) - h.then)::numeric(28, 2) as then,
      coalesce(s.spent, 0)::numeric(28, 2) as spent
    from currencies c
    cross join business_settings o
    join hawalas_waiting h on h.currency_id = c.id
    left join sums s on s.currency_id = c.id
    where c.is_active or c.code = o.base_currency or s.moved or h.now <> 0 or h.then <> 0
    order by c.id`.execute(tx);
  return rows;
}
