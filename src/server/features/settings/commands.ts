import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type {
  AccountNumberSetting,
  BusinessSettings,
  createAccountNumberSetting,
  updateAccountNumberSetting,
  updateBusinessSettings,
} from "#contract/settings.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { isTimeZone } from "#kernel/business-date.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { audit } from "#server/http/audit.ts";
import type { Actor } from "#server/http/serve.ts";

import { businessSettings, numberSettings } from "./queries.ts";
import { requireCashAccount } from "./rules.ts";

/** Sets the start number of a currency. Refuses an unknown currency and a second setting for one. */
export async function addNumberSetting(
  db: Kysely<DB>,
  { currency, startNumber }: z.output<typeof createAccountNumberSetting.body & {}>,
  actor: Actor,
): Promise<AccountNumberSetting> {
  return transaction(db, async (tx) => {
    const currencyId = await currencyIdOf(tx, currency);
    const row = await tx
      .insertInto("account_number_settings")
      .values({ currency_id: currencyId, start_number: startNumber, next_number: startNumber })
      .onConflict((conflict) => conflict.column("currency_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) throw secondSetting(currency);
    const setting = await numberSetting(tx, row.id);
    await audit(tx, actor, {
      action: "account_number_setting.created",
      objectType: "account_number_setting",
      objectId: row.id,
      new: setting,
    });
    return setting;
  });
}

/** Changes a start number; the next account takes the first free number from it upward. */
export async function changeNumberSetting(db: Kysely<DB>, change: NumberChange, actor: Actor): Promise<AccountNumberSetting> {
  const { id, currency, startNumber } = change;
  try {
    return await transaction(db, async (tx) => {
      const locked = await tx
        .selectFrom("account_number_settings")
        .select("id")
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (locked === undefined) throw new Refusal("not_found", "This setting does not exist");
      const before = await numberSetting(tx, id);
      const moved = currency === undefined ? {} : { currency_id: await currencyIdOf(tx, currency) };
      const numbers = { start_number: startNumber, next_number: startNumber, ...moved };
      await tx.updateTable("account_number_settings").set(numbers).where("id", "=", id).execute();
      const after = await numberSetting(tx, id);
      await audit(tx, actor, {
        action: "account_number_setting.changed",
        objectType: "account_number_setting",
        objectId: id,
        old: before,
        new: after,
      });
      return after;
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "account_number_settings_currency_id_key")
      throw secondSetting(currency ?? "");
    throw error;
  }
}

type NumberChange = z.output<typeof updateAccountNumberSetting.body & {}> & { readonly id: number };

async function currencyIdOf(tx: Tx, code: string): Promise<number> {
  const currency = await tx.selectFrom("currencies").select("id").where("code", "=", code).forKeyShare().executeTakeFirst();
  if (currency === undefined) throw invalidField("currency", "Please select a currency");
  return currency.id;
}

async function numberSetting(tx: Tx, id: number): Promise<AccountNumberSetting> {
  const [setting] = await numberSettings(tx, id);
  assert(setting !== undefined, "a setting that was just written is there");
  return setting;
}

function secondSetting(currency: string): Refusal {
  const message = `${currency} has a number setting already; edit that one`;
  return new Refusal("conflict", message, { issues: [{ path: "currency", message }] });
}

/** Changes business settings; what is left out stays. Refuses what the office could not work with. */
export async function changeBusinessSettings(
  db: Kysely<DB>,
  change: z.output<typeof updateBusinessSettings.body & {}>,
  actor: Actor,
): Promise<BusinessSettings> {
  if (change.timeZone !== undefined) await requireTimeZone(db, change.timeZone);
  return transaction(db, async (tx) => {
    const row = await tx.selectFrom("business_settings").selectAll().forUpdate().executeTakeFirstOrThrow();
    const before = await businessSettings(tx);
    if (change.baseCurrency !== undefined) await requireBaseCurrency(tx, change.baseCurrency);
    if (change.cashAccountId !== undefined) {
      const account = await tx
        .selectFrom("accounts")
        .selectAll()
        .where("id", "=", change.cashAccountId)
        .forShare()
        .executeTakeFirst();
      requireCashAccount(account);
    }
    await tx
      .updateTable("business_settings")
      .set({
        office_name: change.officeName ?? row.office_name,
        time_zone: change.timeZone ?? row.time_zone,
        base_currency: change.baseCurrency ?? row.base_currency,
        cash_account_id: change.cashAccountId ?? row.cash_account_id,
        sender_code: change.senderCode ?? row.sender_code,
        branch_codes: change.branchCodes === undefined ? row.branch_codes : [...new Set(change.branchCodes)],
        usd_total_from: change.usdTotalFrom ?? row.usd_total_from,
        rate_deviation_percent: change.rateDeviationPercent ?? row.rate_deviation_percent,
        updated_at: sql`now()`,
      })
      .execute();
    const after = await businessSettings(tx);
    await audit(tx, actor, { action: "business_settings.changed", objectType: "business_settings", old: before, new: after });
    return after;
  });
}

/** Refuses a time zone that this program or the database does not know, such as "Kabul" for "Asia/Kabul". */
async function requireTimeZone(db: Kysely<DB>, name: string): Promise<void> {
  const known = sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db);
  if (!isTimeZone(name) || (await known).rows.length === 0) {
    throw invalidField("timeZone", "Give a time zone of the IANA list, such as Asia/Kabul");
  }
}

async function requireBaseCurrency(tx: Tx, code: string): Promise<void> {
  const currency = await tx.selectFrom("currencies").select("is_active").where("code", "=", code).forShare().executeTakeFirst();
  if (currency === undefined) throw invalidField("baseCurrency", "This currency does not exist");
  if (!currency.is_active) throw invalidField("baseCurrency", `The currency ${code} is not active`);
}
