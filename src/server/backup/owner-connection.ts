import { Socket } from "node:net";

import pg from "pg";

import { clientConfig } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";

/** A connection as the owner of a database, for work that takes as long as it takes. */
export interface OwnerConnection {
  readonly client: pg.Client;
  /** Ends it at once, whatever it is in the middle of; what it has not committed is undone. */
  hangUp(): void;
}

/** Opens one. It can be ended in the middle of a COPY, where an orderly goodbye would wait for the rest of the rows. */
export async function openOwner(owner: Connection, applicationName: string): Promise<OwnerConnection> {
  const socket = new Socket();
  const client = new pg.Client({
    ...clientConfig(owner, { statementTimeoutMs: 0, applicationName }),
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    stream: () => socket,
  });
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
