import { sql, type Kysely, type Selectable } from "kysely";
import type { z } from "zod";

import type {
  AccountNumberSetting,
  BusinessSettings,
  createAccountNumberSetting,
  updateAccountNumberSetting,
  updateBusinessSettings,
} from "#contract/settings.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { BusinessSettings as BusinessSettingsRow, DB } from "#db/types.gen.ts";
import { amountText, parseAmount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { isTimeZone } from "#kernel/business-date.ts";
import { constraintOf } from "#kernel/error-code.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { audit } from "#server/audit.ts";
import { changesNothing, requireCurrentVersion } from "#server/http/current-version.ts";
import type { Actor } from "#server/http/serve.ts";

import { businessSettings, numberSettings } from "./queries.ts";
import { requireCashAccount, requireCashIsHeld, requireSessionLimits } from "./rules.ts";

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
      version: setting.version,
      new: setting,
    });
    return setting;
  });
}

/**
 * Changes a start number; the next account takes the first free number from it upward. Refuses a version that is no longer
 * current and a second setting for one currency.
 */
export async function changeNumberSetting(db: Kysely<DB>, change: NumberChange, actor: Actor): Promise<AccountNumberSetting> {
  const { id, currency, startNumber, ifMatch } = change;
  try {
    return await transaction(db, async (tx) => {
      const locked = await lockedSetting(tx, id);
      await requireCurrentVersion(tx, { type: "account_number_setting", ...locked }, ifMatch);
      const before = await numberSetting(tx, id);
      const moved = currency === undefined ? {} : { currency_id: await currencyIdOf(tx, currency) };
      const numbers = { start_number: startNumber, next_number: startNumber, version: locked.version + 1, ...moved };
      await tx.updateTable("account_number_settings").set(numbers).where("id", "=", id).execute();
      const after = await numberSetting(tx, id);
      await audit(tx, actor, {
        action: "account_number_setting.changed",
        objectType: "account_number_setting",
        objectId: id,
        version: after.version,
        old: before,
        new: after,
      });
      return after;
    });
  } catch (error) {
    if (constraintOf(error) === "account_number_settings_currency_id_key") throw secondSetting(currency ?? "");
    throw error;
  }
}

type NumberChange = z.output<typeof updateAccountNumberSetting.body & {}> & {
  readonly id: number;
  readonly ifMatch: number | undefined;
};

/**
 * Deletes a setting. Accounts of its currency are then numbered by the common series; codes already issued stay, and are
 * passed over should the currency get a setting again. Refuses an unknown id, and a version that is no longer current: it may be of another
 * currency by now.
 */
export async function removeNumberSetting(
  db: Kysely<DB>,
  { id, ifMatch }: Pick<NumberChange, "id" | "ifMatch">,
  actor: Actor,
): Promise<{ message: string }> {
  return transaction(db, async (tx) => {
    const locked = await lockedSetting(tx, id);
    await requireCurrentVersion(tx, { type: "account_number_setting", ...locked }, ifMatch);
    const before = await numberSetting(tx, id);
    await tx.deleteFrom("account_number_settings").where("id", "=", id).execute();
    const act = { action: "account_number_setting.deleted", objectType: "account_number_setting", objectId: id };
    await audit(tx, actor, { ...act, old: before });
    return { message: "Account number setting deleted successfully" };
  });
}

async function lockedSetting(tx: Tx, id: number): Promise<{ readonly id: number; readonly version: number }> {
  const settings = tx.selectFrom("account_number_settings").select(["id", "version"]).where("id", "=", id);
  const setting = await settings.forUpdate().executeTakeFirst();
  if (setting === undefined) throw new Refusal("not_found", "This setting does not exist");
  return setting;
}

async function currencyIdOf(tx: Tx, code: string): Promise<number> {
  const currency = await tx.selectFrom("currencies").select("id").where("code", "=", code).forKeyShare().executeTakeFirst();
  if (currency === undefined) throw invalidField("currency", "Please select a currency");
  return currency.id;
}

async function numberSetting(tx: Tx, id: number): Promise<AccountNumberSetting> {
  const [setting] = await numberSettings(tx, id);
  assert(setting !== undefined, "a setting that is locked is there");
  return setting;
}

function secondSetting(currency: string): Refusal {
  const message = `${currency} has a number setting already; edit that one`;
  return new Refusal("conflict", message, { issues: [{ path: "currency", message }] });
}

type SettingsChange = z.output<typeof updateBusinessSettings.body & {}> & { readonly ifMatch: number | undefined };

/**
 * Changes business settings; what is left out stays. A new cash account holds every currency from then on. Refuses a
 * version that is no longer current and what the office could not work with. What changes nothing makes no version.
 */
export async function changeBusinessSettings(db: Kysely<DB>, change: SettingsChange, actor: Actor): Promise<BusinessSettings> {
  if (change.timeZone !== undefined) await requireTimeZone(db, change.timeZone);
  return transaction(db, async (tx) => {
    const row = await tx.selectFrom("business_settings").selectAll().forUpdate().executeTakeFirstOrThrow();
    await requireCurrentVersion(tx, { type: "business_settings", id: row.id, version: row.version }, change.ifMatch);
    const before = await businessSettings(tx);
    const fields = fieldsOf(row, change);
    if (changesNothing(row, fields)) return before;
    if (change.baseCurrency !== undefined) await requireBaseCurrency(tx, change.baseCurrency);
    if (change.cashAccountId !== undefined) await prepareCashAccount(tx, change.cashAccountId);
    requireCashIsHeld(
      { cashCode: await codeOf(tx, fields.cash_account_id), expenseCodes: fields.expense_codes },
      change.expenseCodes === undefined ? "cashAccountId" : "expenseCodes",
    );
    requireSessionLimits({ idleMinutes: fields.session_idle_minutes, hours: fields.session_hours });
    await tx
      .updateTable("business_settings")
      .set({ ...fields, version: row.version + 1, updated_at: sql`now()` })
      .execute();
    const after = await businessSettings(tx);
    const act = { action: "business_settings.changed", objectType: "business_settings", objectId: row.id };
    await audit(tx, actor, { ...act, version: after.version, old: before, new: after });
    return after;
  });
}

/** What the settings are to be, as they are stored. */
function fieldsOf(row: Selectable<BusinessSettingsRow>, change: SettingsChange) {
  const percent = parseAmount(change.rateDeviationPercent ?? row.rate_deviation_percent);
  assert(percent !== undefined, "the contract takes no other percentage");
  return {
    office_name: change.officeName ?? row.office_name,
    time_zone: change.timeZone ?? row.time_zone,
    base_currency: change.baseCurrency ?? row.base_currency,
    cash_account_id: change.cashAccountId ?? row.cash_account_id,
    sender_code: change.senderCode ?? row.sender_code,
    branch_codes: change.branchCodes === undefined ? row.branch_codes : [...new Set(change.branchCodes)],
    expense_codes: change.expenseCodes === undefined ? row.expense_codes : [...new Set(change.expenseCodes)],
    usd_total_from: change.usdTotalFrom ?? row.usd_total_from,
    rate_deviation_percent: amountText(percent),
    session_idle_minutes: change.sessionIdleMinutes ?? row.session_idle_minutes,
    session_hours: change.sessionHours ?? row.session_hours,
    backup_time: change.backupTime ?? row.backup_time,
    backups_kept: change.backupsKept ?? row.backups_kept,
  };
}

/** Lets an account hold every currency, as the cash account does. Refuses one that cannot hold the office's cash. */
async function prepareCashAccount(tx: Tx, id: number): Promise<void> {
  const account = await tx.selectFrom("accounts").selectAll().where("id", "=", id).forShare().executeTakeFirst();
  requireCashAccount(account);
  // The lock passes over a currency that is being deleted, and keeps the others from it.
  await sql`
    select open_account_currency(${id}, c.id)
    from (select id from currencies order by id for key share) c`.execute(tx);
}

async function codeOf(tx: Tx, accountId: number): Promise<string> {
  const { code } = await tx.selectFrom("accounts").select("code").where("id", "=", accountId).executeTakeFirstOrThrow();
  return code;
}

/** Zones with a summer that PostgreSQL takes for abbreviations of their winter: its days would begin an hour later than those of the screens. */
const winters: ReadonlySet<string> = new Set(["CET", "EET", "MET", "WET"]);

/** Refuses a time zone that this program or the database does not know, such as "Kabul" for "Asia/Kabul", or that they do not take for the same. */
async function requireTimeZone(db: Kysely<DB>, name: string): Promise<void> {
  if (isTimeZone(name) && !winters.has(name.toUpperCase())) {
    const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${name})`.execute(db);
    if (rows.length > 0) return;
  }
  throw invalidField("timeZone", "Give a time zone of the IANA list, such as Asia/Kabul");
}

async function requireBaseCurrency(tx: Tx, code: string): Promise<void> {
  const currency = await tx.selectFrom("currencies").select("is_active").where("code", "=", code).forShare().executeTakeFirst();
  if (currency === undefined) throw invalidField("baseCurrency", "This currency does not exist");
  if (!currency.is_active) throw invalidField("baseCurrency", `The currency ${code} is not active`);
}
