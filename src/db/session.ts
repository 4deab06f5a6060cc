import { Socket } from "node:net";

import pg from "pg";

import { clientConfig, type DatabaseOptions } from "./client.ts";
import type { Connection } from "./connection.ts";

/** A session of the database for one alone: for LISTEN, for locks that outlast a transaction, for work of any length. */
export interface Session {
  readonly client: pg.Client;
  /** Ends it at once, whatever it is in the middle of; what it has not committed is undone. */
  hangUp(): void;
}

/** Opens one. It can be ended in the middle of a COPY, where an orderly goodbye would wait for the rest of the rows. */
export async function openSession(connection: Connection, options: DatabaseOptions): Promise<Session> {
  const socket = new Socket();
  const client = new pg.Client({ ...clientConfig(connection, options), stream: () => socket });
  client.on("error", () => undefined);
  const hangUp = (): void => void socket.destroy();
  try {
    await client.connect();
  } catch (error) {
    hangUp();
    throw error;
  }
  return { client, hangUp };
}
