import { sql, type Kysely, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { accountBalancesReport, AccountBalancesReport, BalanceRow, BalanceTotal } from "#contract/report-balances.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { cutPage, idInCursor } from "#server/cursor.ts";
import { officeToday } from "#server/office.ts";
import { reportAccountJson } from "#server/report-account.ts";
import { fromWholeSnapshot } from "#server/snapshot.ts";

import { expenseAccounts, standingAt } from "./standing.ts";

type BalancesQuery = z.output<NonNullable<typeof accountBalancesReport.query>>;
/** Which balances are asked for, without where the page begins and how long it is. */
type BalanceFilters = Omit<BalancesQuery, "limit" | "cursor">;

/** The balances that are not zero at the end of a day, by currency and the largest first, with the totals of all of them. */
export function balancesPage(db: Kysely<DB>, { limit, cursor, ...filters }: BalancesQuery): Promise<AccountBalancesReport> {
  return fromWholeSnapshot(db, async (snapshot) => {
    const asOf = filters.asOf || (await officeToday(snapshot));
    const { rows, totals } = await balancesOf(snapshot, { ...filters, asOf }, { after: placeOf(cursor), limit: limit + 1 });
    const { shown, next } = cutPage(rows, limit);
    return { asOf, rows: shown, totals, nextCursor: next === undefined ? null : cursorOf(next) };
  });
}

interface Place {
  readonly currencyId: number;
  /** Of the balance, without its sign. */
  readonly size: string;
  readonly accountId: number;
}

interface Wanted extends Omit<BalanceFilters, "asOf"> {
  readonly asOf: string;
}

/** Up to so many balances behind a place, and the totals of all. */
export async function balancesOf(
  tx: Tx,
  wanted: Wanted,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<{ readonly rows: BalanceRow[]; readonly totals: BalanceTotal[] }> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(f.currency_id, -abs(f.balance), f.account_id) > (${after.currencyId}::integer, -${after.size}::numeric, ${after.accountId}::integer)`;
  const { rows } = await sql<{ rows: BalanceRow[]; totals: BalanceTotal[] }>`
    with standing as (${standingAt(wanted.asOf, wanted.currencyId)}),
    expenses as materialized (${expenseAccounts}),
    found as materialized (
      select s.account_id, s.currency_id, a.account_type = 'company' as is_company, e.account_id is not null as is_spent,
        case a.account_type when 'company' then s.net else -s.net end as balance
      from standing s join accounts a on a.id = s.account_id and not a.is_system
      left join expenses e on e.account_id = s.account_id
      where s.net <> 0 and ${isWanted(wanted)}
    ), totals as (
      select currency_id, count(*) as balances, coalesce(sum(balance) filter (where is_company and not is_spent), 0) as held,
        coalesce(sum(balance) filter (where is_spent), 0) as spent,
        coalesce(-sum(balance) filter (where not is_company and balance < 0), 0) as owes_us,
        coalesce(sum(balance) filter (where not is_company and balance > 0), 0) as we_owe
      from found group by currency_id
    ), page as (
      select * from found f where ${behind} order by f.currency_id, abs(f.balance) desc, f.account_id limit ${limit}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('currencyId', c.id, 'currency', c.code, 'balances', t.balances,
          'held', t.held::numeric(28, 2)::text, 'spent', t.spent::numeric(28, 2)::text,
          'owesUs', t.owes_us::numeric(28, 2)::text, 'weOwe', t.we_owe::numeric(28, 2)::text) order by c.id), '[]')
        from totals t join currencies c on c.id = t.currency_id) as totals,
      (select coalesce(jsonb_agg(jsonb_build_object('account', ${reportAccountJson("a")}, 'currencyId', c.id, 'currency', c.code,
          'balance', p.balance::numeric(28, 2)::text, 'isSpent', p.is_spent) order by p.currency_id, abs(p.balance) desc, p.account_id), '[]')
        from page p join accounts a on a.id = p.account_id join currencies c on c.id = p.currency_id) as rows`.execute(tx);
  const [found] = rows;
  assert(found !== undefined, "rows and totals are one answer");
  return found;
}

/** Those who owe us have a debit balance; a company account is nobody's debt. */
function isWanted({ type, side }: Wanted): RawBuilder<unknown> {
  const ofType = type === undefined ? sql`true` : sql`a.account_type = ${type}`;
  if (side === undefined) return ofType;
  return sql`${ofType} and a.account_type <> 'company' and ${side === "owes-us" ? sql`s.net > 0` : sql`s.net < 0`}`;
}

function cursorOf({ currencyId, balance, account }: BalanceRow): string {
  const amount = amountFrom(balance);
  return `${String(currencyId)}_${amountText((amount < 0n ? -amount : amount) as Amount)}_${String(account.id)}`;
}

function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, currency = "", size = "", account = ""] = /^(\d+)_(\d{1,26}\.\d\d)_(\d+)$/.exec(cursor) ?? [];
  return { currencyId: idInCursor(currency), size, accountId: idInCursor(account) };
}
