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

interface Ready {
  readonly status: string;
}

/** Whether the database can be worked on. Whoever asks during a look is answered by it, so that however many ask take one connection. */
export function createReadiness(pool: pg.Pool): () => Promise<Ready> {
  let underWay: Promise<Ready> | undefined;
  return async () => {
    underWay ??= requireMigratedDatabase(pool).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Answers when the database does, in a few seconds, and has every migration of this program. Refuses otherwise. */
async function requireMigratedDatabase(pool: pg.Pool): Promise<Ready> {
  const { rows } = await within(answerWithinMs, pool.query<{ count: number }>(countMigrations));
  if (rows[0]?.count !== neededMigrations) {
    throw new Refusal("unavailable", "The database is not migrated to this version", { retryAfterSeconds: 5 });
  }
  return { status: "ok" };
}
