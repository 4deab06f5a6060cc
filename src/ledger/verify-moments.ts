import { sql, type RawBuilder } from "kysely";

/**
 * Whether a column's moment is that of the audit row under this name: a database transaction has one moment for all that it writes,
 * and its audit row, which has the clock's, follows within minutes. Both may be missing together.
 */
export function isAuditedThen(column: string, auditRow: string): RawBuilder<boolean> {
  const [moment, audited] = [sql.ref(column), sql.ref(`${auditRow}.recorded_at`)];
  return sql<boolean>`coalesce(${moment} between ${audited} - interval '10 minutes' and ${audited}, ${moment} is null and ${audited} is null)`;
}
