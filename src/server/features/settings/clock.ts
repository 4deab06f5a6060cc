import { sql, type Kysely } from "kysely";
import type { Logger } from "pino";

import type { DB } from "#db/types.gen.ts";

/** A clock that is set right goes back by seconds. One whose battery is empty stands years behind after every loss of power. */
const behindFromMs = 3_600_000;

/** What is remembered of the clock from the start of the server on. */
export interface ClockWatch {
  /** When the office had last written something, where that is later than now: whatever is entered gets a day of the past. */
  lastWritten(now: Date): Date | undefined;
}

/**
 * Looks, before anything is written, whether the database's clock went back while nobody looked. What is written afterwards has the wrong time,
 * so the next start finds nothing amiss; nor does one after a clock that stood ahead was set right and something was written.
 */
export async function watchClock(db: Kysely<DB>, log: Logger): Promise<ClockWatch> {
  const { rows } = await sql<{ written: Date; now: Date }>`
    select recorded_at as written, now() from audit_log order by era desc, xid desc, id desc limit 1`.execute(db);
  const [last] = rows;
  const lastWritten = (now: Date): Date | undefined =>
    last !== undefined && last.written.getTime() - now.getTime() > behindFromMs ? last.written : undefined;
  if (last !== undefined && lastWritten(last.now) !== undefined) {
    log.error(
      `The clock of the database says ${last.now.toISOString()}, but the office was last written to at ${last.written.toISOString()}. ` +
        "What is entered now gets the wrong day: set the clock right.",
    );
  }
  return { lastWritten };
}
