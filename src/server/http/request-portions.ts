import type pg from "pg";

import { heardWithinMs } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";

import type { TakePortion } from "./limits.ts";

/**
 * A minute that has not begun was noted by a clock that stood ahead, and counts for nothing. Who had to wait may meet one that began
 * after `now()`.
 */
const takeRequests = {
  name: "take_requests",
  query_timeout: heardWithinMs,
  text: `insert into request_portions as p (user_id, taken) values ($1, $2)
    on conflict (user_id) do update set
      began_at = case when p.began_at between now() - interval '1 minute' and clock_timestamp() then p.began_at else now() end,
      taken = case when p.began_at between now() - interval '1 minute' and clock_timestamp() then least(p.taken, $3) + $2 else $2 end
    returning taken, extract(epoch from began_at + interval '1 minute' - now())::float8 as seconds`,
};

/** Takes portions of a user's minute in the database, so that the servers of one database count together. */
export function takePortionsIn(pool: pg.Pool, requestsPerMinute: number): TakePortion {
  return async (userId, wanted) => {
    const values = [userId, wanted, requestsPerMinute];
    const { rows } = await pool.query<{ taken: number; seconds: number }>({ ...takeRequests, values });
    const [noted] = rows;
    assert(noted !== undefined, "what is taken is noted");
    const before = noted.taken - wanted;
    return { granted: Math.min(wanted, Math.max(0, requestsPerMinute - before)), seconds: noted.seconds };
  };
}
