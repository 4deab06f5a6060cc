import { sql, type RawBuilder } from "kysely";

import type { ReportAccount } from "#contract/reports.ts";

/** An account under this name of a statement, as {@link ReportAccount} has it. */
export function reportAccountJson(name: string): RawBuilder<ReportAccount> {
  const a = sql.ref(name);
  return sql<ReportAccount>`jsonb_build_object('id', ${a}.id, 'code', ${a}.code, 'name', concat_ws(' ', ${a}.account_name, ${a}.last_name),
    'type', ${a}.account_type, 'isSystem', ${a}.is_system)`;
}
