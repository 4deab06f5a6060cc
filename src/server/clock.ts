import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";

/** A clock that is set right goes back by seconds. One whose battery is empty stands years behind after every loss of power. */
const behindFromMs = 3_600_000;

/** What is known of the clock from the start of the server on. */
export interface ClockWatch {
  /** When the office had last been written to, where that is later than now: whatever is entered gets a day of the past. */
  lastWritten(now: Date): Date | undefined;
  /** Looks once more. Whether pages have something else to say of the clock since the look before. */
  look(): Promise<boolean>;
}

/** A clock that was never looked at, or was found right. */
export const rightClock: ClockWatch = { lastWritten: () => undefined, look: async () => false };

/** How many of the latest records are looked at. A machine that was started anew with a wrong clock has seldom made half of them. */
const lookedAt = 1_000;

interface Written {
  readonly written: Date;
  readonly now: Date;
}

/**
 * Looks, before anything is written and as often as it is asked to from then on, whether the database's clock went back since the office
 * was last written to: the last record is later than now, or most of the latest are, where a machine has worked with the wrong clock in
 * between. `log` is told. What was found once holds until the clock is right, whatever is written by it meanwhile.
 *
 * A clock that stood ahead and was set right looks the same. Then the warning ends with the first start after something was written, or
 * where the clock stood ahead for long, with the one after half of the latest records have been.
 */
export async function watchClock(db: Kysely<DB>, log: (line: string) => void): Promise<ClockWatch> {
  let remembered: readonly Written[] = [];
  let told: Date | undefined;
  const look = async (): Promise<boolean> => {
    const latest = await latestWritten(db);
    const now = latest[0]?.now;
    if (now === undefined) return false;
    if (lastOf(remembered, now) === undefined) remembered = latest;
    const before = told;
    told = lastOf(remembered, now);
    if (told !== undefined && before === undefined) {
      log(
        `The clock of the database says ${now.toISOString()}, but the office was last written to at ${told.toISOString()}: ` +
          "set the clock right, or what is entered now gets the wrong day.",
      );
    }
    return (told === undefined) !== (before === undefined);
  };
  await look();
  return { lastWritten: (now) => lastOf(remembered, now), look };
}

async function latestWritten(db: Kysely<DB>): Promise<readonly Written[]> {
  // A restore is no work of the office, and is done on machines whose clock nobody has looked at yet.
  const { rows } = await sql<Written>`
    select recorded_at as written, now() from audit_log where action <> 'books.restored'
    order by era desc, xid desc, id desc limit ${lookedAt}`.execute(db);
  return rows;
}

/** When the office was last written to by these records, the latest first, where the clock went back since. */
function lastOf(rows: readonly Written[], now: Date): Date | undefined {
  const later = rows.filter(({ written }) => written.getTime() - now.getTime() > behindFromMs);
  return later[0] === rows[0] || later.length > lookedAt / 2 ? later[0]?.written : undefined;
}
