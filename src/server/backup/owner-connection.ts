import type { Connection } from "#db/connection.ts";
import { openSession, type Session } from "#db/session.ts";
import { withoutTransactionLimit } from "#db/transaction-limit.ts";

/** The application_name of the sessions of a restore. */
export const restoring = "sarraf restore";

/** Opens a session as the owner of a database, for work that takes as long as it takes. */
export async function openOwner(owner: Connection, applicationName: string): Promise<Session> {
  const unlimited = { statementTimeoutMs: 0, lockTimeoutMs: 0, idleInTransactionTimeoutMs: 0 };
  const session = await openSession(owner, { ...unlimited, applicationName });
  try {
    await session.client.query(withoutTransactionLimit);
  } catch (error) {
    session.hangUp();
    throw error;
  }
  return session;
}
