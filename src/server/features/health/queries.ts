import { readdirSync } from "node:fs";

import type pg from "pg";

import { migrationsFolder } from "#db/migrate.ts";
import { Refusal } from "#kernel/refusal.ts";

const needed = readdirSync(migrationsFolder).filter((file) => file.endsWith(".sql")).length;

/** Answers when the database does and has every migration of this program. Refuses otherwise. */
export async function requireMigratedDatabase(pool: pg.Pool): Promise<{ status: string }> {
  const { rows } = await pool.query<{ count: number }>("select count(*)::integer as count from pgmigrations");
  if (rows[0]?.count !== needed) {
    throw new Refusal("unavailable", "The database is not migrated to this version", { retryAfterSeconds: 5 });
  }
  return { status: "ok" };
}
