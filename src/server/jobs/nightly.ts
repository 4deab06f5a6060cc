import { Cron } from "croner";
import { sql } from "kysely";

import { openSession } from "#db/session.ts";
import { system } from "#server/audit.ts";
import type { Deps } from "#server/deps.ts";
import { foldPositions } from "#server/features/currency-position/days.ts";
import { verifyBooks } from "#server/features/verification/commands.ts";
import { sessionStands } from "#server/http/session.ts";

/** When the office sleeps, by its own clock. */
const hour = "02:30";
/** A look a minute, so that a changed time zone holds at once and a night that was missed is noticed. */
const everyMinute = "0 * * * * *";
/** Of several servers on one database, one does the work. */
const nightlyLock = 7_301_002;
const retryAfterMs = 3_600_000;

type Nightly = Pick<Deps, "db" | "direct" | "auditKey" | "log">;

/** Runs the nightly work every night, and makes up for a night that was missed. The returned function stops that. */
export function startNightly(deps: Nightly): () => void {
  const caught = (error: unknown): void => deps.log.error({ err: error }, "nightly work failed");
  const look = nightlyLook(deps);
  const cron = new Cron(everyMinute, { protect: true, catch: caught }, () => look(new Date()));
  return () => cron.stop();
}

/** A look whether the night's work is due, which then does it. After a run that failed it leaves the books alone for an hour. */
export function nightlyLook(deps: Nightly): (now: Date) => Promise<void> {
  let restUntilMs = 0;
  return async (now) => {
    const restMs = restUntilMs - now.getTime();
    // A rest that is longer than any began while the clock stood ahead.
    if ((restMs > 0 && restMs <= retryAfterMs) || !(await isNightlyDue(deps))) return;
    try {
      await runNightly(deps, () => isNightlyDue(deps));
    } catch (error) {
      // A verification reads all the books: one that cannot be ended would otherwise begin anew every minute of the working day.
      restUntilMs = now.getTime() + retryAfterMs;
      throw error;
    }
  };
}

/**
 * Whether no server has done the night's work since it was last due, which is so after a night in which none ran, too. It is the
 * system's verification that counts, whatever it found; one that was begun by a person who is gone by now bears a name. An office
 * that began after that hour has missed nothing. What is dated ahead was noted while a clock stood wrong, and says nothing. `at` is
 * the database's own time unless given.
 */
export async function isNightlyDue({ db }: Pick<Nightly, "db">, at?: Date): Promise<boolean> {
  const now = at === undefined ? sql`now()` : sql`${at}::timestamptz`;
  // An hour that a change of the clocks leaves out is made up for right after; of one that comes twice, one counts.
  const { rows } = await sql<{ is_due: boolean }>`
    select (last.due >= b.backups_since or b.backups_since > latest.instant) and not exists (
        select from audit_log where object_type = 'books' and action = 'books.verified' and actor_id is null and actor is null
          and recorded_at between last.due and latest.instant) as is_due
    from business_settings b
    cross join (select greatest(${now}, clock_timestamp()) as instant) latest
    cross join lateral (
      select max(night.due) as due
      from generate_series(0, 1) days_ago
      cross join lateral (
        select ((${now} at time zone b.time_zone)::date - days_ago + ${hour}::time) at time zone b.time_zone as due) night
      where night.due <= ${now}) last`.execute(db);
  return rows[0]?.is_due === true;
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
  await sql`delete from sessions s using users u, business_settings b
    where u.id = s.user_id and not (${sql.raw(sessionStands)})`.execute(db);
  await sql`delete from sign_in_challenges where expires_at <= now()`.execute(db);
  await sql`delete from second_factors where confirmed_at is null and started_at <= now() - interval '1 day'`.execute(db);
  await sql`delete from sign_in_failures where failed_at <= now() - interval '1 day'`.execute(db);
}
