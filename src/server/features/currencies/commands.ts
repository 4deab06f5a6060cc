import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { createCurrency, Currency, updateCurrency } from "#contract/currencies.ts";
import { brokenKeyOf, transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import {
  commissionAccountId,
  defaultCashAccountId,
  openingBalancesAccountId,
  overShortAccountId,
  transitAccountId,
} from "#kernel/id.ts";
import { rateText, type Rate } from "#kernel/rate.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit } from "#server/audit.ts";
import { changesNothing, requireCurrentVersion } from "#server/http/current-version.ts";
import type { Actor } from "#server/http/serve.ts";

import { currencyOf, ratedCurrencies, unknownCurrency, currencyUses } from "./queries.ts";
import { requireDispensable, requireIsoCode, requireRateOfMeasure, wantedRate } from "./rules.ts";

/** Ids of the accounts that hold the house's position in each currency. */
const positionIds = { first: 21, last: 99 } as const;

/** Adds a currency and its position account; the cash account holds it from then on. Refuses a code that ISO does not have or that is there already. */
export async function addCurrency(
  db: Kysely<DB>,
  wanted: z.output<typeof createCurrency.body & {}>,
  actor: Actor,
): Promise<Currency> {
  const { code, name, symbol, rate } = wanted;
  requireIsoCode(code);
  requireRateOfMeasure(code, rate);
  return transaction(db, async (tx) => {
    await lockCurrencies(tx);
    const known = await tx.selectFrom("currencies").select("id").where("code", "=", code).executeTakeFirst();
    if (known !== undefined) throw alreadyThere(code);
    const positionId = await freePositionId(tx);
    const row = await tx
      .insertInto("currencies")
      .values({ code, name, symbol, exchange_rate: rateText(rate), position_account_id: positionId })
      .returning(["id", "version"])
      .executeTakeFirstOrThrow();
    const account_name = `Currency Position ${code}`;
    await tx
      .insertInto("accounts")
      .values({
        id: positionId,
        code: `POSITION-${code}`,
        account_name,
        currency_id: row.id,
        account_type: "business",
        is_system: true,
      })
      .execute();
    for (const holder of [positionId, ...houseAccounts, ...(await cashAccounts(tx))])
      await sql`select open_account_currency(${holder}, ${row.id})`.execute(tx);
    await recordRate(tx, { currencyId: row.id, rate, actor });
    const currency = await storedCurrency(tx, row.id);
    const made = { objectId: row.id, version: row.version };
    await audit(tx, actor, { action: "currency.created", objectType: "currency", ...made, new: currency });
    return currency;
  });
}

/** What they stand for comes in any currency. */
const houseAccounts = [commissionAccountId, openingBalancesAccountId, overShortAccountId, transitAccountId] as const;

type CurrencyChange = Partial<z.output<typeof updateCurrency.body & {}>> & {
  readonly id: number;
  readonly ifMatch: number | undefined;
};

/**
 * Edits a currency; a new rate joins its history. Refuses a version that is no longer current, and to switch off the base
 * currency and the one of the board. What changes nothing makes no version.
 */
export async function changeCurrency(db: Kysely<DB>, change: CurrencyChange, actor: Actor): Promise<Currency> {
  const rate = wantedRate(change);
  return transaction(db, async (tx) => {
    const before = await currencyForChange(tx, change.id);
    await requireCurrentVersion(tx, { type: "currency", id: before.id, version: before.version }, change.ifMatch);
    if (rate !== undefined) requireRateOfMeasure(before.code, rate);
    if (change.isActive === false) requireDispensable(before.code, await baseCurrency(tx));
    const fields = {
      name: change.name ?? before.name,
      symbol: change.symbol ?? before.symbol,
      exchange_rate: rate === undefined ? before.exchange_rate : rateText(rate),
      is_active: change.isActive ?? before.is_active,
    };
    if (changesNothing(before, fields)) return currencyOf(before);
    const row = await tx
      .updateTable("currencies")
      .set({ ...fields, version: before.version + 1, updated_at: sql`now()` })
      .where("id", "=", before.id)
      .returning(["id", "version", "exchange_rate"])
      .executeTakeFirstOrThrow();
    if (rate !== undefined && row.exchange_rate !== before.exchange_rate)
      await recordRate(tx, { currencyId: row.id, rate, actor });
    const currency = await storedCurrency(tx, row.id);
    const made = { objectId: row.id, version: row.version };
    await audit(tx, actor, {
      action: "currency.changed",
      objectType: "currency",
      ...made,
      old: currencyOf(before),
      new: currency,
    });
    return currency;
  });
}

/** Deletes a currency that nothing uses, with its position account. Refuses otherwise, naming what uses it. */
export async function removeCurrency(db: Kysely<DB>, id: number, actor: Actor): Promise<{ message: string }> {
  const removal = transaction(db, async (tx) => {
    await lockCurrencies(tx);
    const before = await ratedCurrencies(tx).where("id", "=", id).forUpdate().executeTakeFirst();
    if (before === undefined) throw unknownCurrency();
    const { keptBecause } = await currencyUses(tx, id);
    if (keptBecause !== null) throw new Refusal("conflict", keptBecause);
    await sql`select forget_unused_currency(${id})`.execute(tx);
    // The currency's own reference to its position account is judged only when the transaction ends.
    await tx.deleteFrom("accounts").where("id", "=", before.position_account_id).execute();
    await tx.deleteFrom("currencies").where("id", "=", id).execute();
    await audit(tx, actor, { action: "currency.deleted", objectType: "currency", objectId: id, old: currencyOf(before) });
    return { message: "Currency deleted successfully" };
  });
  return removal.catch((error: unknown) => {
    // Something began to use the currency while it was being deleted.
    if (brokenKeyOf(error) !== undefined) throw new Refusal("conflict", "The currency is in use and cannot be deleted");
    throw error;
  });
}

/** Two currencies that are added at once must not get the same position account. */
async function lockCurrencies(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sarraf currencies', 0))`.execute(tx);
}

async function freePositionId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select n.id from generate_series(${positionIds.first}::integer, ${positionIds.last}::integer) n (id)
    where not exists (select from accounts a where a.id = n.id) order by n.id limit 1`.execute(tx);
  const [free] = rows;
  if (free === undefined) throw new Refusal("conflict", "The office has as many currencies as it can hold");
  return free.id;
}

/** The accounts that hold every currency. The settings stay as they are meanwhile: a new cash account gets this currency too. */
async function cashAccounts(tx: Tx): Promise<ReadonlySet<number>> {
  const settings = await tx.selectFrom("business_settings").select("cash_account_id").forShare().executeTakeFirstOrThrow();
  return new Set([defaultCashAccountId, settings.cash_account_id]);
}

/**
 * Puts a rate into the history, from now on. Whoever sets one has the currency's row, and may have waited for it: counted from when its
 * transaction began, the last rate of a day could seem to be an earlier one than that which it replaced.
 */
async function recordRate(tx: Tx, { currencyId, rate, actor }: { currencyId: number; rate: Rate; actor: Actor }): Promise<void> {
  await tx
    .insertInto("currency_rates")
    .values({ currency_id: currencyId, rate: rateText(rate), recorded_at: sql`clock_timestamp()`, recorded_by: actor.userId })
    .execute();
}

async function currencyForChange(tx: Tx, id: number) {
  const row = await ratedCurrencies(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
  if (row === undefined) throw unknownCurrency();
  return row;
}

async function storedCurrency(tx: Tx, id: number): Promise<Currency> {
  return currencyOf(await ratedCurrencies(tx).where("id", "=", id).executeTakeFirstOrThrow());
}

async function baseCurrency(tx: Tx): Promise<string> {
  const settings = await tx.selectFrom("business_settings").select("base_currency").executeTakeFirstOrThrow();
  return settings.base_currency;
}

function alreadyThere(code: string): Refusal {
  const message = `The currency ${code} is already there`;
  return new Refusal("conflict", message, { issues: [{ path: "code", message }] });
}
