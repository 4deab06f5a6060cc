import type pg from "pg";

import { Refusal } from "#kernel/refusal.ts";
import { neededMigrations } from "#server/migrations.ts";
import { within } from "#server/within.ts";

/** Whoever watches over servers asks often and waits for a few seconds only. */
const answerWithinMs = 3_000;

/** PostgreSQL's own limits are of no use where it hangs: the connection is given up from here, or each question would keep one. */
const countMigrations = {
  text: "select count(*)::integer as count from pgmigrations",
  query_timeout: answerWithinMs,
};

/** Answers when the database does, in a few seconds, and has every migration of this program. Refuses otherwise. */
export async function requireMigratedDatabase(pool: pg.Pool): Promise<{ status: string }> {
  const { rows } = await within(answerWithinMs, pool.query<{ count: number }>(countMigrations));
  if (rows[0]?.count !== neededMigrations) {
    throw new Refusal("unavailable", "The database is not migrated to this version", { retryAfterSeconds: 5 });
  }
  return { status: "ok" };
}
