/** When backups are made: every day at this time of the office's clock, from that instant on. */
export interface Schedule {
  /** "HH:MM". */
  readonly time: string;
  readonly timeZone: string;
  readonly since: Date;
}

/** A backup that was begun because it was due. */
export interface Attempt {
  readonly verdict: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const attemptsPerNight = 3;
const retryAfterMs = 3_600_000;

/** The last instant at which a backup was to be made. A time that a change of the clocks leaves out is made up for right after. */
export function lastDue(now: Date, schedule: Schedule): Date {
  const today = dueOn(now, schedule, 0);
  return today <= now ? today : dueOn(now, schedule, -1);
}

/** The next instant at which one is to be made. */
export function nextDue(now: Date, schedule: Schedule): Date {
  const today = dueOn(now, schedule, 0);
  return today > now ? today : dueOn(now, schedule, 1);
}

function dueOn(now: Date, { time, timeZone }: Schedule, daysLater: number): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: daysLater });
  return new Date(day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds);
}

/**
 * When one is to be begun: at once where none was since it was last due, which is so after a night in which no server ran, too. One
 * that failed is tried again an hour later, three times in all.
 */
export function nextBegin(now: Date, schedule: Schedule, attempts: readonly Attempt[]): Date {
  const due = lastDue(now, schedule);
  const next = nextDue(now, schedule);
  const tried = attempts.filter(({ startedAt }) => startedAt >= due);
  const isDone = tried.some(({ verdict }) => verdict !== "failed") || tried.length >= attemptsPerNight;
  if (due < schedule.since || isDone) return next;
  const again = Math.max(now.getTime(), ...tried.map(({ finishedAt }) => (finishedAt?.getTime() ?? 0) + retryAfterMs));
  return again < next.getTime() ? new Date(again) : next;
}

/** Whether one is to be begun now. */
export function isDue(now: Date, schedule: Schedule, attempts: readonly Attempt[]): boolean {
  return nextBegin(now, schedule, attempts) <= now;
}
