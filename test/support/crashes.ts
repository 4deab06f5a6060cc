import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";
import { inject } from "vitest";

import { isDatabaseAway } from "#db/client.ts";
import { inDatabase } from "#db/connection.ts";
import { isRunning } from "#db/embedded-processes.ts";
import { attachEmbedded } from "#db/embedded.ts";
import { isProof } from "#test/prove/scale.ts";

import type { TestDatabase } from "./database.ts";
import { eventually } from "./eventually.ts";

const retryAfterMs = 10;

/** Ends what works in a database in the middle of its work. */
export interface Crashes {
  /** How often. */
  readonly count: number;
  /**
   * Asks, lets everything crash after so many turns of the event loop, and asks again until there is an answer. `restarted` is
   * called when what the server knew is gone.
   */
  during<Answer>(
    ask: () => Promise<Answer>,
    how: { readonly afterTurns: number; readonly restarted: () => unknown },
  ): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * In the battery, which has a PostgreSQL for each of its targets, one of its processes gets a kill -9, and all of it goes down and
 * recovers. Where other tests share it, only the connections of this database are ended.
 */
export async function openCrashes({ name, pool }: Pick<TestDatabase, "name" | "pool">): Promise<Crashes> {
  const beside = await attachEmbedded(inject("testDataDir"));
  const asSuperuser = inDatabase(beside.superuser, name);
  const working = "from pg_stat_activity where datname = current_database() and usename = 'sarraf_app'";
  let count = 0;

  async function crash(): Promise<void> {
    count += 1;
    const client = new pg.Client(asSuperuser).on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(`select pid ${working} order by query_start desc`);
    const [latest] = rows;
    if (!isProof)
      await client.query("select pg_terminate_backend(pid) from unnest($1::integer[]) pid", [rows.map(({ pid }) => pid)]);
    else if (latest !== undefined) process.kill(latest.pid, "SIGKILL");
    await eventually("nobody of them is left", () => rows.every(({ pid }) => !isRunning(pid)));
    await client.end().catch(() => undefined);
    // Every connection of the pool is tried, so that those which are dead are let go.
    await eventually("PostgreSQL answers again", async () => {
      await Promise.all(Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.query("select")));
      return true;
    });
  }

  return {
    get count() {
      return count;
    },
    during: async (ask, { afterTurns, restarted }) => {
      const first = untilAnswered(ask);
      // It may be refused before the crash is over.
      first.catch(() => undefined);
      for (let turn = 0; turn < afterTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await crash();
      restarted();
      return first;
    },
    close: () => beside.stop(),
  };
}

async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await pause(retryAfterMs);
    }
  }
}
