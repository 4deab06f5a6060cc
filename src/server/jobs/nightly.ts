import { Cron } from "croner";
import { sql } from "kysely";

import { openSession } from "#db/session.ts";
import type { Deps } from "#server/deps.ts";
import { foldPositions } from "#server/features/currency-position/days.ts";
import { verifyBooks } from "#server/features/verification/commands.ts";

/** When the office sleeps, by its own clock. */
const hour = "02:30";
/** A look a minute, so that a changed time zone holds at once. */
const everyMinute = "0 * * * * *";
/** Of several servers on one database, one does the work. */
const nightlyLock = 7_301_002;

type Nightly = Pick<Deps, "db" | "direct" | "auditKey" | "log">;

/** Runs the nightly work every night. The returned function stops that. */
export function startNightly(deps: Nightly): () => void {
  const caught = (error: unknown): void => deps.log.error({ err: error }, "nightly work failed");
  const cron = new Cron(everyMinute, { protect: true, catch: caught }, async () => {
    if (await isNight(deps)) await runNightly(deps, () => isNight(deps));
  });
  return () => cron.stop();
}

/** Whether it is that minute at the office, and no server has done the work of this night: their clocks differ a little. */
export async function isNight({ db }: Pick<Nightly, "db">): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select to_char(now() at time zone b.time_zone, 'HH24:MI') = ${hour} and not exists (
        select from audit_log where object_type = 'books' and action = 'books.verified' and actor_id is null
          and recorded_at > now() - interval '12 hours') as due
    from business_settings b`.execute(db);
  return rows[0]?.due === true;
}

/**
 * Verifies the books, reckons the currency positions and throws away sessions, sign-ins begun or failed and unfinished set-ups that
 * no longer count. Does nothing where another server is at it, or has just done it so that it is not wanted any more.
 */
export async function runNightly(deps: Nightly, isWanted: () => Promise<boolean> = async () => true): Promise<void> {
  const { client, hangUp } = await openSession(deps.direct, { applicationName: "sarraf nightly" });
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [nightlyLock]);
    if (rows[0]?.mine !== true || !(await isWanted())) return;
    await removeStale(deps);
    const system = { userId: null, username: null, ip: null, requestId: null };
    const { balanced, faults } = await verifyBooks(deps, system);
    if (balanced) deps.log.info("the books balance");
    else deps.log.error({ faults }, "the books do not balance");
    await foldPositions(deps.db);
  } finally {
    // The lock ends with the session.
    hangUp();
  }
}

async function removeStale({ db }: Nightly): Promise<void> {
  await sql`delete from sessions s using business_settings b
    where s.expires_at <= now() or s.last_seen_at <= now() - make_interval(mins => b.session_idle_minutes)`.execute(db);
  await sql`delete from sign_in_challenges where expires_at <= now()`.execute(db);
  await sql`delete from second_factors where confirmed_at is null and started_at <= now() - interval '1 day'`.execute(db);
  await sql`delete from sign_in_failures where failed_at <= now() - interval '1 day'`.execute(db);
}
