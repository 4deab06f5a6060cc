import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { trialBalance, TrialBalance, TrialRow, TrialTotal } from "#contract/report-balances.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { cutPage, idInCursor } from "#server/cursor.ts";
import { officeToday } from "#server/office.ts";
import { reportAccountJson } from "#server/report-account.ts";
import { fromWholeSnapshot } from "#server/snapshot.ts";

import { standingAt } from "./standing.ts";

type TrialQuery = z.output<NonNullable<typeof trialBalance.query>>;
/** Which accounts are asked for, without where the page begins and how long it is. */
export type TrialFilters = Omit<TrialQuery, "limit" | "cursor">;

/** The balance of every account on its side, by currency and code, with the totals of all, which are equal on both sides. */
export function trialPage(db: Kysely<DB>, { limit, cursor, ...filters }: TrialQuery): Promise<TrialBalance> {
  return fromWholeSnapshot(db, async (snapshot) => {
    const asOf = filters.asOf || (await officeToday(snapshot));
    const { rows, totals } = await trialOf(snapshot, { ...filters, asOf }, { after: placeOf(cursor), limit: limit + 1 });
    const { shown, next } = cutPage(rows, limit);
    const nextCursor = next === undefined ? null : `${String(next.currencyId)}_${String(next.account.id)}`;
    return { asOf, rows: shown, totals, nextCursor };
  });
}

interface Place {
  readonly currencyId: number;
  readonly accountId: number;
}

/** Up to so many lines behind a place, and the totals of all. */
export async function trialOf(
  tx: Tx,
  { asOf, currencyId, zero = false }: Omit<TrialFilters, "asOf"> & { readonly asOf: string },
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<{ readonly rows: TrialRow[]; readonly totals: TrialTotal[] }> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(f.currency_id, length(f.code), f.code, f.account_id) > (select ${after.currencyId}::integer, length(code), code collate "C", id
          from accounts where id = ${after.accountId})`;
  const { rows } = await sql<{ rows: TrialRow[]; totals: TrialTotal[] }>`
    with standing as (${standingAt(asOf, currencyId)}),
    found as materialized (
      select s.account_id, s.currency_id, s.net, a.code collate "C" as code
      from standing s join accounts a on a.id = s.account_id
      where ${zero} or s.net <> 0
    ), totals as (
      select currency_id, count(*) as balances, coalesce(sum(net) filter (where net > 0), 0)::numeric(28, 2) as debits,
        coalesce(-sum(net) filter (where net < 0), 0)::numeric(28, 2) as credits, sum(net)::numeric(28, 2) as difference
      from found group by currency_id
    ), page as (
      select f.* from found f where ${behind} order by f.currency_id, length(f.code), f.code, f.account_id limit ${limit}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('currencyId', c.id, 'currency', c.code, 'balances', t.balances,
          'debits', t.debits::text, 'credits', t.credits::text, 'difference', t.difference::text) order by c.id), '[]')
        from totals t join currencies c on c.id = t.currency_id) as totals,
      (select coalesce(jsonb_agg(jsonb_build_object('account', ${reportAccountJson("a")}, 'currencyId', c.id, 'currency', c.code,
          'debit', case when p.net > 0 then p.net::numeric(28, 2)::text end,
          'credit', case when p.net < 0 then (-p.net)::numeric(28, 2)::text end) order by p.currency_id, length(p.code), p.code, p.account_id), '[]')
        from page p join accounts a on a.id = p.account_id join currencies c on c.id = p.currency_id) as rows`.execute(tx);
  const [found] = rows;
  assert(found !== undefined, "rows and totals are one answer");
  return found;
}

function placeOf(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, currency = "", account = ""] = /^(\d+)_(\d+)$/.exec(cursor) ?? [];
  return { currencyId: idInCursor(currency), accountId: idInCursor(account) };
}
