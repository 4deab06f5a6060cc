import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { getOffice } from "#contract/office.ts";
import type { AccountNumberSetting, BusinessSettings } from "#contract/settings.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import type { ClockWatch } from "#server/clock.ts";
import { beginOfDay } from "#server/office.ts";

/** From which number the accounts of each currency are numbered, by currency. */
export async function numberSettings(db: Kysely<DB>, id?: number): Promise<AccountNumberSetting[]> {
  const query = db
    .selectFrom("account_number_settings as s")
    .innerJoin("currencies as c", "c.id", "s.currency_id")
    .select(["s.id", "c.code", "s.start_number", "s.version", "s.created_at"])
    .orderBy("c.id");
  const rows = await (id === undefined ? query : query.where("s.id", "=", id)).execute();
  return rows.map((row) => ({
    id: row.id,
    currency: row.code,
    startNumber: row.start_number,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  }));
}

/** All business settings, for whoever may change them. */
export async function businessSettings(db: Kysely<DB>): Promise<BusinessSettings> {
  const row = await db.selectFrom("business_settings").selectAll().executeTakeFirstOrThrow();
  return {
    officeName: row.office_name,
    timeZone: row.time_zone,
    baseCurrency: row.base_currency,
    cashAccountId: row.cash_account_id,
    senderCode: row.sender_code,
    branchCodes: row.branch_codes,
    expenseCodes: row.expense_codes,
    usdTotalFrom: row.usd_total_from,
    rateDeviationPercent: row.rate_deviation_percent,
    sessionIdleMinutes: row.session_idle_minutes,
    sessionHours: row.session_hours,
    backupTime: row.backup_time,
    backupsKept: row.backups_kept,
    version: row.version,
  };
}

/** The business settings that everybody's screens need, with today's business date at the office, until when it is that, and the time. */
export async function office(db: Kysely<DB>, clock: ClockWatch): Promise<z.input<(typeof getOffice)["reply"]>> {
  const settings = await businessSettings(db);
  const { rows } = await sql<{ today: string; ends: Date; now: Date }>`
    select today, ${beginOfDay(sql`(today + 1)`, sql`${settings.timeZone}`)} as ends, now() from office_today() today`.execute(
    db,
  );
  const [day] = rows;
  assert(day !== undefined, "an office has its day");
  const lastWritten = clock.lastWritten(day.now)?.toISOString();
  return { ...settings, today: day.today, todayEndsAt: day.ends.toISOString(), now: day.now.toISOString(), lastWritten };
}
