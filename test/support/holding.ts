import pg from "pg";
import { onTestFinished } from "vitest";

import { clientConfig } from "#db/client.ts";

import type { TestDatabase } from "./database.ts";
import { eventually } from "./eventually.ts";

/** A transaction that stays open, and holds up whoever needs what it has locked. */
export interface Holding {
  /** Waits until so many of the application's transactions wait for a lock, whoever has it. */
  heldUp(count: number): Promise<void>;
  /** Commits it, so that what waited goes on. */
  letGo(): Promise<void>;
}

/** Begins a transaction as the owner with this statement; it ends with the test at the latest. */
export async function holding({ owner, pool }: TestDatabase, statement: string): Promise<Holding> {
  const client = new pg.Client(clientConfig(owner));
  await client.connect();
  await client.query("set idle_in_transaction_session_timeout = 0");
  await client.query("begin");
  await client.query(statement);
  let ended: Promise<void> | undefined;
  const letGo = (): Promise<void> => (ended ??= client.query("commit").then(() => client.end()));
  onTestFinished(letGo);
  // Who else waits is told to the application's own role alone.
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return {
    heldUp: (count) =>
      eventually(`${String(count)} wait for a lock`, async () => (await pool.query(waiting)).rowCount === count).then(
        () => undefined,
      ),
    letGo,
  };
}

/** Sends a request at once: one to the application without a port sets out only when somebody waits for it. */
export const sent = <T>(request: PromiseLike<T>): Promise<T> => Promise.resolve(request);
