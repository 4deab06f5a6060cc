import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";

/** A clock that is set right goes back by seconds. One whose battery is empty stands years behind after every loss of power. */
const behindFromMs = 3_600_000;

/** What is remembered of the clock from the start of the server on. */
export interface ClockWatch {
  /** When the office had last been written to, where that is later than now: whatever is entered gets a day of the past. */
  lastWritten(now: Date): Date | undefined;
}

/** A clock that was never looked at, or was found right. */
export const rightClock: ClockWatch = { lastWritten: () => undefined };

/**
 * Looks, before anything is written, whether the database's clock went back while nobody looked. What is written afterwards has the wrong time,
 * so the next start finds nothing amiss; nor does one after a clock that stood ahead was set right and something was written. `log` is told.
 */
export async function watchClock(db: Kysely<DB>, log: (line: string) => void): Promise<ClockWatch> {
  const { rows } = await sql<{ written: Date; now: Date }>`
    select recorded_at as written, now() from audit_log order by era desc, xid desc, id desc limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined) return rightClock;
  const clock: ClockWatch = {
    lastWritten: (now) => (last.written.getTime() - now.getTime() > behindFromMs ? last.written : undefined),
  };
  if (clock.lastWritten(last.now) !== undefined) {
    log(
      `The clock of the database says ${last.now.toISOString()}, but the office was last written to at ${last.written.toISOString()}: ` +
        "set the clock right, or what is entered now gets the wrong day.",
    );
  }
  return clock;
}
