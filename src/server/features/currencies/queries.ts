import type { Kysely, Selectable } from "kysely";
import type { z } from "zod";

import type { Currency, currencyRates } from "#contract/currencies.ts";
import type { Currencies, DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";

const longestHistory = 1_000;

/** Every currency, by id. */
export async function allCurrencies(db: Kysely<DB>): Promise<Currency[]> {
  const rows = await db.selectFrom("currencies").selectAll().orderBy("id").execute();
  return rows.map(currencyOf);
}

/** The rates a currency has had, newest first. Refuses an unknown id. */
export async function rateHistory(db: Kysely<DB>, id: number): Promise<z.output<(typeof currencyRates)["reply"]>> {
  const known = await db.selectFrom("currencies").select("id").where("id", "=", id).executeTakeFirst();
  if (known === undefined) throw unknownCurrency();
  const rates = await db
    .selectFrom("currency_rates")
    .leftJoin("users", "users.id", "currency_rates.recorded_by")
    .select(["currency_rates.rate", "currency_rates.recorded_at", "users.username"])
    .where("currency_rates.currency_id", "=", id)
    .orderBy("currency_rates.id", "desc")
    .limit(longestHistory)
    .execute();
  return rates.map(({ rate, recorded_at, username }) => ({ rate, recordedAt: recorded_at.toISOString(), recordedBy: username }));
}

export function unknownCurrency(): Refusal {
  return new Refusal("not_found", "This currency does not exist");
}

export function currencyOf(row: Selectable<Currencies>): Currency {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    symbol: row.symbol,
    exchangeRate: row.exchange_rate,
    isActive: row.is_active,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
