import { setTimeout as pause } from "node:timers/promises";

import type { DatabaseServer } from "#db/database-server.ts";
import { migrating } from "#db/migrate.ts";

import { openOwner, restoring } from "./owner-connection.ts";

const againAfterMs = 100;

// By name, so that whoever else works there is left alone; a restore migrates, too.
const endOurs = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name in ('${restoring}', '${migrating}') and pg_has_role(usesysid, 'usage')`;

/**
 * Does a restore's work in the database. Once that is interrupted, it throws the reason: whatever the work is in the middle of is
 * ended in the database itself, where it would hold the locks that the way back needs. Nothing of it is under way afterwards.
 */
export async function interruptible<T>(server: DatabaseServer, interrupted: AbortSignal, work: () => Promise<T>): Promise<T> {
  interrupted.throwIfAborted();
  const doing = work();
  const over = new AbortController();
  const settled = Promise.allSettled([doing]).then(() => over.abort());
  // Again, because between two statements it opens sessions of its own.
  const endWork = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await endSessions(server).catch(() => undefined);
      await Promise.race([settled, pause(againAfterMs)]);
    }
  };
  let ending: Promise<void> | undefined;
  const begin = (): void => void (ending = endWork());
  interrupted.addEventListener("abort", begin, { once: true });
  await settled;
  interrupted.removeEventListener("abort", begin);
  await ending;
  interrupted.throwIfAborted();
  return doing;
}

/** Where owner and application are two users, neither may end the sessions of the other. */
async function endSessions({ owner, direct }: DatabaseServer): Promise<void> {
  for (const connection of [owner, direct]) {
    const { client, hangUp } = await openOwner(connection, "sarraf interruption");
    try {
      await client.query(endOurs);
    } finally {
      hangUp();
    }
  }
}
