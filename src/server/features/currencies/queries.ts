import { sql, type Kysely, type Selectable } from "kysely";
import type { z } from "zod";

import { usesCounted, type Currency, type currencyRates, type CurrencyUse } from "#contract/currencies.ts";
import type { Currencies, DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { largestId } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { cutPage, idInCursor, type PageAsked } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";

import { reasonToKeep } from "./rules.ts";

type HeldRate = z.output<(typeof currencyRates)["reply"]>[number];

/** Every currency, by id. */
export async function allCurrencies(db: Kysely<DB>): Promise<Currency[]> {
  const rows = await ratedCurrencies(db).orderBy("id").execute();
  return rows.map(currencyOf);
}

/** Currencies with the instant since which their rate holds. */
export function ratedCurrencies(db: Kysely<DB>) {
  return db.selectFrom("currencies").selectAll().select(ratedAt);
}

/** When the latest rate of the history was recorded; the currency came with its first. */
const ratedAt = sql<Date>`coalesce(
  (select r.recorded_at from currency_rates r where r.currency_id = currencies.id order by r.id desc limit 1),
  currencies.created_at)`.as("rated_at");

/** The rates a currency has had, newest first; the cursor is the id of the last one. Refuses an unknown id. */
export async function rateHistory(db: Kysely<DB>, id: number, { limit, cursor }: PageAsked): Promise<Page<HeldRate>> {
  const newest = cursor === undefined ? largestId : idInCursor(cursor) - 1;
  const { rows: known } = await sql<{ rates: number }>`
    select (select count(*)::integer from currency_rates where currency_id = c.id) as rates
    from currencies c where c.id = ${id}`.execute(db);
  if (known[0] === undefined) throw unknownCurrency();
  const found = await db
    .selectFrom("currency_rates")
    .leftJoin("users", "users.id", "currency_rates.recorded_by")
    .select(["currency_rates.id", "currency_rates.rate", "currency_rates.recorded_at", "users.username"])
    .where("currency_rates.currency_id", "=", id)
    .where("currency_rates.id", "<=", newest)
    .orderBy("currency_rates.id", "desc")
    .limit(limit + 1)
    .execute();
  const { shown, next } = cutPage(found, limit);
  return {
    rows: shown.map(({ rate, recorded_at, username }) => ({ rate, recordedAt: recorded_at.toISOString(), recordedBy: username })),
    total: known[0].rates,
    nextCursor: next && String(next.id),
  };
}

/** What is said where no currency has the id. */
export function unknownCurrency(): Refusal {
  return new Refusal("not_found", "This currency does not exist");
}

interface UseRow {
  readonly accounts: number;
  readonly balances: number;
  readonly transactions: number;
  readonly hawalas: number;
  readonly has_postings: boolean;
  readonly has_number_setting: boolean;
  readonly has_day_counts: boolean;
}

/** What uses a currency, and why it could not be deleted now. Refuses an unknown id. */
export async function currencyUses(db: Kysely<DB>, id: number): Promise<CurrencyUse> {
  const currency = await db.selectFrom("currencies").select("code").where("id", "=", id).executeTakeFirst();
  if (currency === undefined) throw unknownCurrency();
  const settings = await db.selectFrom("business_settings").select("base_currency").executeTakeFirstOrThrow();
  const use = await usesOf(db, id);
  const keepers = {
    accounts: Math.min(use.accounts, usesCounted),
    areMoreAccounts: use.accounts > usesCounted,
    hasTransactions: use.transactions > 0,
    hasPostings: use.has_postings,
    hasHawalas: use.hawalas > 0,
    hasNumberSetting: use.has_number_setting,
    hasDayCounts: use.has_day_counts,
  };
  return {
    accounts: counted(use.accounts),
    balances: counted(use.balances),
    transactions: counted(use.transactions),
    hawalas: counted(use.hawalas),
    hasNumberSetting: use.has_number_setting,
    keptBecause: reasonToKeep(currency.code, settings.base_currency, keepers) ?? null,
  };
}

function counted(rows: number): CurrencyUse["accounts"] {
  return { count: Math.min(rows, usesCounted), isMore: rows > usesCounted };
}

/**
 * What uses a currency, each kind counted to one beyond the bound. The house's own accounts and balances that never held
 * any do not count; the count of a closed day does, also of nothing against nothing: it is a record. A further table that refers
 * to a currency needs no line here to keep it, its foreign key does, but one to be named as the reason.
 */
async function usesOf(db: Kysely<DB>, id: number): Promise<UseRow> {
  const beyond = usesCounted + 1;
  // Every posting is in the sums of two balances, also one that was reversed: they answer without a look at the postings.
  const { rows } = await sql<UseRow>`
    select
      (select count(*)::integer from (
        select from accounts where currency_id = ${id} and not is_system limit ${beyond}) a) as accounts,
      (select count(*)::integer from (
        select from balances b join accounts a on a.id = b.account_id and not a.is_system
        where b.currency_id = ${id} and b.debits <> b.credits limit ${beyond}) b) as balances,
      (select count(*)::integer from (
        select from transactions where deleted_at is null and (currency_id = ${id} or c_currency_id = ${id})
        limit ${beyond}) t) as transactions,
      (select count(*)::integer from (
        (select from hawalas where currency_id = ${id} limit ${beyond}) union all
        (select from hawalas where amount_currency_id = ${id} and currency_id <> ${id} limit ${beyond}) limit ${beyond}) h) as hawalas,
      exists (select from balances where currency_id = ${id} and (debits > 0 or credits > 0)) as has_postings,
      exists (select from account_number_settings where currency_id = ${id}) as has_number_setting,
      exists (select from day_close_counts where currency_id = ${id}) as has_day_counts`.execute(db);
  const [use] = rows;
  assert(use !== undefined, "a count has a row");
  return use;
}

/** A currency as it leaves. */
export function currencyOf(row: Selectable<Currencies> & { readonly rated_at: Date }): Currency {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    symbol: row.symbol,
    exchangeRate: row.exchange_rate,
    ratedAt: row.rated_at.toISOString(),
    isActive: row.is_active,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
