import pg from "pg";

import type { TestDatabase } from "./database.ts";
import { eventually } from "./eventually.ts";

/** What another desk or server writes, as one statement and its values. */
export type Change = readonly [statement: string, ...values: readonly unknown[]];

/**
 * Sends a request while a change of what it stands on is under way, and lets that change go through first: by the time it is the
 * request's turn, what it was admitted by is no longer so. A request that does not wait for the change is answered before it.
 */
export async function overtaken<Answer>(
  { owner, pool }: TestDatabase,
  [statement, ...values]: Change,
  send: () => PromiseLike<Answer>,
): Promise<Answer> {
  const other = new pg.Client(owner).on("error", () => undefined);
  await other.connect();
  try {
    await other.query("begin");
    await other.query(statement, values);
    const { rows } = await other.query<{ pid: number }>("select pg_backend_pid() as pid");
    const waits = "select from pg_stat_activity where datname = current_database() and $1::integer = any(pg_blocking_pids(pid))";
    let isAnswered = false;
    const answering = async (): Promise<Answer> => {
      try {
        return await send();
      } finally {
        isAnswered = true;
      }
    };
    const lettingThrough = async (): Promise<void> => {
      await eventually("the request waits for the change", async () => {
        return isAnswered || (await pool.query(waits, [rows[0]?.pid])).rowCount === 1;
      });
      await other.query("commit");
    };
    const [answer] = await Promise.all([answering(), lettingThrough()]);
    return answer;
  } finally {
    await other.end();
  }
}
