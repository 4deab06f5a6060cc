import type { Connection } from "#db/connection.ts";
import { openSession, type Session } from "#db/session.ts";

/** The application_name of the sessions of a restore. */
export const restoring = "sarraf restore";

/** Opens a session as the owner of a database, for work that takes as long as it takes. */
export function openOwner(owner: Connection, applicationName: string): Promise<Session> {
  const unlimited = { statementTimeoutMs: 0, lockTimeoutMs: 0, idleInTransactionTimeoutMs: 0 };
  return openSession(owner, { ...unlimited, applicationName });
}
