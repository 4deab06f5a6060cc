import { sql, type Kysely } from "kysely";

import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, type Act, type AuditActor } from "#server/audit.ts";

/** Failed sign-ins within the last quarter of an hour after which the next attempt has to wait. */
const allowed = { perUsername: 5, perAddress: 30 } as const;
const firstDelaySeconds = 30;
const longestDelaySeconds = 900;

export interface Attempt {
  readonly username: string;
  readonly ip: string | null;
  /** What the audit log calls who asked, where it is not to have what was typed. */
  readonly auditedAs?: string;
}

/**
 * Refuses an attempt that comes too soon after too many failures for this username or from this address. Each further
 * failure doubles the wait; nobody is locked out for good, whatever the clock said when failures were noted. Names that do not
 * exist are treated alike.
 */
export async function refuseThrottled(db: Kysely<DB>, { username, ip }: Attempt): Promise<void> {
  const { rows } = await sql<{ wait_seconds: number | null }>`
    with recent as (
      select count(*) as failures, max(failed_at) as last_failure, ${allowed.perUsername}::integer as allowed from sign_in_failures
        where username = lower(${username}) and failed_at > now() - interval '15 minutes' and failed_at <= now()
      union all
      select count(*), max(failed_at), ${allowed.perAddress}::integer from sign_in_failures
        where ip = ${ip ?? ""} and failed_at > now() - interval '15 minutes' and failed_at <= now()
    )
    select max(extract(epoch from last_failure - now())
      + least(${firstDelaySeconds} * 2 ^ least(failures - allowed, 10), ${longestDelaySeconds}))::float8 as wait_seconds
    from recent where failures >= allowed`.execute(db);
  const waitSeconds = Math.ceil(rows[0]?.wait_seconds ?? 0);
  if (waitSeconds <= 0) return;
  throw new Refusal("too_many", `Too many failed sign-ins. Try again in ${String(waitSeconds)} seconds`, {
    retryAfterSeconds: waitSeconds,
  });
}

/** Remembers a failure and writes it down in the audit log: neither is there without the other. */
export async function recordFailure(db: Kysely<DB>, actor: AuditActor & Attempt, act: Act): Promise<void> {
  const { username, ip } = actor;
  await transaction(db, async (tx) => {
    await sql`insert into sign_in_failures (username, ip) values (lower(${username}), ${ip ?? ""})`.execute(tx);
    await audit(tx, { ...actor, username: actor.auditedAs ?? username }, act);
  });
}

/** Forgets the failures of a username that has signed in. */
export async function clearFailures(db: Kysely<DB>, username: string): Promise<void> {
  await sql`delete from sign_in_failures where username = lower(${username})`.execute(db);
}

const longestQueue = 20;

interface Queue {
  length: number;
  last: Promise<unknown>;
}

const queues = new Map<string, Queue>();

/**
 * Judges attempts on one username one after the other, so that a burst cannot slip past the count of failures. Refuses
 * when too many wait already.
 */
export async function oneAtATime<T>(username: string, attempt: () => Promise<T>): Promise<T> {
  const key = username.toLowerCase();
  const queue = queues.get(key) ?? { length: 0, last: Promise.resolve() };
  if (queue.length > longestQueue) {
    throw new Refusal("too_many", "Too many attempts to sign in at once. Try again in a moment", { retryAfterSeconds: 2 });
  }
  queues.set(key, queue);
  queue.length += 1;
  const mine = queue.last.then(attempt);
  queue.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    queue.length -= 1;
    if (queue.length === 0) queues.delete(key);
  }
}
