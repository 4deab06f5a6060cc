import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { z } from "zod";

import type { AccountRow, listAccounts } from "#contract/accounts.ts";
import { largestCount } from "#contract/page.ts";
import type { DB } from "#db/types.gen.ts";
import { cutPage } from "#server/cursor.ts";
import { containsFolded, escaped, folded } from "#server/folded-text.ts";
import type { Page } from "#server/http/answer.ts";
import { shownBalances } from "#server/shown-balances.ts";

import { accountColumns, balanceOf, fieldsOf, type AccountQuery, type StoredAccount } from "./replies.ts";
import { cursorOf, positionAfter, searchTerms, spellingsOf } from "./rules.ts";

/** How many accounts a file reads at a time: more would keep everybody else waiting while they are put into shape. */
const stretch = 1_000;

type Asked = z.output<NonNullable<typeof listAccounts.query>>;
/** Which accounts are looked for. */
export type AccountFilters = Partial<Pick<Asked, "q" | "status" | "type" | "currencyId" | "ids">>;

/**
 * A page of the accounts that meet every filter, with the balances of each unless they are left out. Codes of fewer
 * characters come first, so that 999 stands before 1000; in a search those whose code begins with the first typed word stand
 * before those that only contain it somewhere.
 */
export async function accountPage(db: Kysely<DB>, filters: Asked): Promise<Page<AccountRow>> {
  const { limit, cursor } = filters;
  const after = cursor === undefined ? undefined : positionAfter(cursor);
  const [rows, total] = await Promise.all([
    accountsInOrder(db, filters, { after, limit: limit + 1 }),
    countOfAccounts(db, filters, largestCount + 1),
  ]);
  const { shown, next } = cutPage(rows, limit);
  const balances = filters.balances ? await balancesOf(db, shown) : undefined;
  return {
    rows: shown.map((row) => ({ ...fieldsOf(row), balances: (balances?.get(row.id) ?? []).map(balanceOf) })),
    total: Math.min(total, largestCount),
    isAtLeast: total > largestCount,
    nextCursor: next && cursorOf(next.code),
  };
}

/** Every account that meets the filters, page by page, in the order of the list. */
export async function* everyAccount(db: Kysely<DB>, filters: AccountFilters): AsyncGenerator<AccountRow> {
  let after: string | undefined;
  do {
    const rows = await accountsInOrder(db, filters, { after, limit: stretch });
    const balances = await balancesOf(db, rows);
    for (const row of rows) yield { ...fieldsOf(row), balances: (balances.get(row.id) ?? []).map(balanceOf) };
    after = rows.length < stretch ? undefined : rows.at(-1)?.code;
  } while (after !== undefined);
}

/** How many accounts meet the filters; counting ends at `most`. */
export async function countOfAccounts(db: Kysely<DB>, filters: AccountFilters, most: number): Promise<number> {
  const counted = filtered(db, filters).select("accounts.id").limit(most).as("counted");
  const { count } = await db
    .selectFrom(counted)
    .select(sql<number>`count(*)::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** The currencies that the accounts which meet the filters hold, by id. */
export async function currenciesHeld(db: Kysely<DB>, filters: AccountFilters): Promise<readonly string[]> {
  const holders = filtered(db, filters).innerJoin("balances", "balances.account_id", "accounts.id");
  const held = holders.select("balances.currency_id").distinct();
  const currencies = await db.selectFrom("currencies").select("code").where("id", "in", held).orderBy("id").execute();
  return currencies.map(({ code }) => code);
}

function balancesOf(db: Kysely<DB>, accounts: readonly StoredAccount[]) {
  return shownBalances(
    db,
    accounts.map((account) => account.id),
  );
}

interface Stretch {
  /** The code of the account that the one before ended with. */
  readonly after: string | undefined;
  readonly limit: number;
}

/**
 * A search is read in two parts, each along one index: the codes that begin with what was typed, then the others. One sort
 * key for both would fold and sort every account that a single letter finds.
 */
async function accountsInOrder(db: Kysely<DB>, filters: AccountFilters, { after, limit }: Stretch): Promise<StoredAccount[]> {
  const terms = searchTerms(filters.q);
  const [typed, ...others] = terms;
  if (typed === undefined) return inOrder(filtered(db, filters, terms), { after, limit });
  const code = sql`accounts.code`;
  const leading = filtered(db, filters, others).where(begins(code, typed));
  // A page that ended among the others has left no leading one behind.
  const goesOn = after === undefined ? leading : leading.where(begins(sql`${after}::text`, typed));
  const first = await inOrder(goesOn, { after, limit });
  if (first.length === limit) return first;
  const rest = filtered(db, filters, terms).where(sql<SqlBool>`not ${begins(code, typed)}`);
  const unread =
    after === undefined ? rest : rest.where(sql<SqlBool>`(${begins(sql`${after}::text`, typed)} or ${standsAfter(after)})`);
  return [...first, ...(await inOrder(unread, { after: undefined, limit: limit - first.length }))];
}

function inOrder(query: AccountQuery, { after, limit }: Stretch): Promise<StoredAccount[]> {
  return accountColumns(after === undefined ? query : query.where(standsAfter(after)))
    .orderBy(sql`length(accounts.code)`)
    .orderBy(sql`fold_text(accounts.code) collate "C"`)
    .orderBy(sql`accounts.code collate "C"`)
    .limit(limit)
    .execute();
}

function standsAfter(code: string): RawBuilder<SqlBool> {
  const place = (of: RawBuilder<unknown>) => sql`(length(${of}), fold_text(${of}) collate "C", ${of} collate "C")`;
  return sql<SqlBool>`${place(sql`accounts.code`)} > ${place(sql`${code}::text`)}`;
}

function begins(code: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`fold_text(${code}) like ${escaped(folded(typed))} || '%'`;
}

/** The accounts that meet the filters and contain every one of these words. */
function filtered(db: Kysely<DB>, filters: AccountFilters, terms = searchTerms(filters.q)): AccountQuery {
  const { status, type, currencyId, ids } = filters;
  let query: AccountQuery = db.selectFrom("accounts").where("is_system", "=", false);
  if (status !== undefined) query = query.where("account_status", "=", status);
  if (type !== undefined) query = query.where("account_type", "=", type);
  if (currencyId !== undefined) query = query.where("accounts.currency_id", "=", currencyId);
  if (ids !== undefined) query = query.where("accounts.id", "in", ids);
  for (const term of terms) query = query.where(contains(term));
  return query;
}

/** One or two letters are looked for three times each: the index of the longer texts has nothing to hold them by. */
function contains(term: string): RawBuilder<SqlBool> {
  return [...term].length <= 2
    ? sql<SqlBool>`search_letters like '%' || ${escaped(sql`regexp_replace(${folded(term)}, '(.)', '\\1\\1\\1', 'g')`)} || '%'`
    : sql<SqlBool>`(${sql.join(
        spellingsOf(term).map((spelling) => containsFolded(sql`search_text`, spelling)),
        sql` or `,
      )})`;
}
