import { sql, type Kysely } from "kysely";

import type { AdminFigures } from "#contract/dashboard.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { backupState } from "#server/backup/state.ts";
import type { Dates } from "#server/hawala/filters.ts";
import { totalUsd } from "#server/hawala/usd-total.ts";
import { neededMigrations } from "#server/migrations.ts";

import { countOfToday } from "./activity.ts";
import type { OfficeDay } from "./office-day.ts";

/** What only an admin is shown: the dollars, the day's activity, and how the system stands. */
export async function adminFigures(db: Kysely<DB>, day: OfficeDay, dates: Dates): Promise<AdminFigures> {
  const system = await systemFigures(db);
  const { lastGood, isOverdue } = await backupState(db, new Date());
  return {
    todaysActivity: await countOfToday(db, day),
    usd: {
      ...(await totalUsd(db, dates)),
      senderCode: day.senderCode,
      partnerName: system.partner_name,
      partnerAccountId: system.partner_account_id,
      countedFrom: system.counted_from,
    },
    accounts: system.accounts,
    currencies: { all: system.currencies, active: system.active_currencies },
    database: {
      isHealthy: system.migrations === neededMigrations,
      version: system.version,
      sizeBytes: Number.parseInt(system.size, 10),
    },
    lastGoodBackup: lastGood === null ? null : { finishedAt: lastGood.finishedAt },
    isBackupOverdue: isOverdue,
  };
}

interface SystemRow {
  readonly accounts: number;
  readonly currencies: number;
  readonly active_currencies: number;
  readonly partner_name: string | null;
  readonly partner_account_id: number | null;
  readonly counted_from: string;
  readonly migrations: number;
  readonly version: string;
  readonly size: string;
}

async function systemFigures(db: Kysely<DB>): Promise<SystemRow> {
  const { rows } = await sql<SystemRow>`
    select (select count(*)::integer from accounts where not is_system) as accounts,
      (select count(*)::integer from currencies) as currencies,
      (select count(*)::integer from currencies where is_active) as active_currencies,
      case when a.id is not null then concat_ws(' ', a.account_name, a.last_name) end as partner_name, a.id as partner_account_id,
      s.usd_total_from as counted_from, (select count(*)::integer from pgmigrations) as migrations,
      current_setting('server_version') as version, pg_database_size(current_database()) as size
    from business_settings s left join accounts a on a.code = s.sender_code and not a.is_system`.execute(db);
  const [row] = rows;
  assert(row !== undefined, "the office has its settings from the first migration on");
  return row;
}
