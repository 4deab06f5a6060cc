import type pg from "pg";

import type { Connection } from "#db/connection.ts";

import { openOwner } from "./owner-connection.ts";

/** Of several servers on one database, one makes a backup at a time. */
const backupLock = 7_301_003;

/** The right to make one, for as long as its connection holds. */
export interface Turn {
  /** As the owner of the database; free for statements beside the backup. */
  readonly client: pg.Client;
  /** Aborted when the connection is lost, and with it the right. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Takes the turn; undefined where another server has it. */
export async function takeTurn(owner: Connection): Promise<Turn | undefined> {
  const { client, hangUp } = await openOwner(owner, "sarraf backup turn");
  const lost = new AbortController();
  client.once("end", () => lost.abort());
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [backupLock]);
    if (rows[0]?.mine === true) return { client, lost: lost.signal, end: hangUp };
  } catch (error) {
    hangUp();
    throw error;
  }
  hangUp();
  return undefined;
}
