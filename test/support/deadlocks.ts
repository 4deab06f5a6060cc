import type { TestDatabase } from "./database.ts";

/** Those that PostgreSQL has broken up in this database so far; each connection is made to tell its own. */
export async function deadlocksIn({ pool, name, asOwner }: TestDatabase): Promise<number> {
  await Promise.all(Array.from({ length: pool.totalCount }, () => pool.query("select pg_stat_force_next_flush()")));
  const [row] = await asOwner<{ deadlocks: number }>("select deadlocks::integer from pg_stat_database where datname = $1", [
    name,
  ]);
  return row?.deadlocks ?? -1;
}
