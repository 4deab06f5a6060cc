import type pg from "pg";

import { Refusal } from "#kernel/refusal.ts";
import { neededMigrations } from "#server/migrations.ts";

/** Answers when the database does and has every migration of this program. Refuses otherwise. */
export async function requireMigratedDatabase(pool: pg.Pool): Promise<{ status: string }> {
  const { rows } = await pool.query<{ count: number }>("select count(*)::integer as count from pgmigrations");
  if (rows[0]?.count !== neededMigrations) {
    throw new Refusal("unavailable", "The database is not migrated to this version", { retryAfterSeconds: 5 });
  }
  return { status: "ok" };
}
