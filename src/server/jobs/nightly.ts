import { Cron } from "croner";
import { sql } from "kysely";

import type { Deps } from "#server/deps.ts";
import { foldPositions } from "#server/features/currency-position/days.ts";
import { verifyBooks } from "#server/features/verification/commands.ts";

/** When the office sleeps, by its own clock. */
const schedule = "30 2 * * *";
/** Of several servers on one database, one does the work. */
const nightlyLock = 7_301_002;

type Nightly = Pick<Deps, "db" | "pool" | "auditKey" | "log">;

/** Runs the nightly work every night. The returned function stops that. */
export async function startNightly(deps: Nightly): Promise<() => void> {
  const { time_zone: timezone } = await deps.db.selectFrom("business_settings").select("time_zone").executeTakeFirstOrThrow();
  const caught = (error: unknown): void => deps.log.error({ err: error }, "nightly work failed");
  const cron = new Cron(schedule, { timezone, protect: true, catch: caught }, () => runNightly(deps));
  return () => cron.stop();
}

/** Verifies the books, reckons the currency positions and throws away sessions, sign-ins begun or failed and unfinished set-ups that no longer count. Does nothing where another server is at it. */
export async function runNightly(deps: Nightly): Promise<void> {
  const client = await deps.pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [nightlyLock]);
    if (rows[0]?.mine !== true) return;
    try {
      await removeStale(deps);
      const system = { userId: null, username: null, ip: null, requestId: null };
      const { balanced, faults } = await verifyBooks(deps, system);
      if (balanced) deps.log.info("the books balance");
      else deps.log.error({ faults }, "the books do not balance");
      await foldPositions(deps.db);
    } finally {
      await client.query("select pg_advisory_unlock($1)", [nightlyLock]);
    }
  } finally {
    client.release();
  }
}

async function removeStale({ db }: Nightly): Promise<void> {
  await sql`delete from sessions s using business_settings b
    where s.expires_at <= now() or s.last_seen_at <= now() - make_interval(mins => b.session_idle_minutes)`.execute(db);
  await sql`delete from sign_in_challenges where expires_at <= now()`.execute(db);
  await sql`delete from second_factors where confirmed_at is null and started_at <= now() - interval '1 day'`.execute(db);
  await sql`delete from sign_in_failures where failed_at <= now() - interval '1 day'`.execute(db);
}
