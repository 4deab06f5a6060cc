import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { Refusal } from "#kernel/refusal.ts";
import { looksLike } from "#server/identity/user-named.ts";

import { hasRecordedWork } from "./queries.ts";

/**
 * Refuses a username that somebody else has, that looks like theirs, or that was theirs when they recorded work: histories and the audit
 * log name people as they were called then.
 */
export async function refuseTakenName(tx: Tx, username: string, exceptId?: string): Promise<void> {
  const users = await tx
    .selectFrom("users")
    .select(["id", "username", sql<boolean>`lower(username) = lower(${username})`.as("isSame")])
    .execute();
  const others = users.filter(({ id }) => id !== exceptId);
  if (others.some(({ isSame }) => isSame)) throw taken(`The username ${username} is taken`);
  const twin = others.find((user) => looksLike(user.username, username));
  if (twin !== undefined) throw taken(`The username ${username} looks like ${twin.username}, which is taken`);
  const former = await formerNames(tx);
  for (const { id, username: now } of others) {
    const wasCalled = former.some((before) => before.id === id && looksLike(before.username, username));
    if (wasCalled && (await hasRecordedWork(tx, id))) {
      throw taken(`The work of ${now} is on record under the username ${username}. Choose another`);
    }
  }
}

/** What users were called before they were renamed. */
async function formerNames(tx: Tx): Promise<{ id: string; username: string }[]> {
  const { rows } = await sql<{ id: string; username: string }>`
    select distinct object_id as id, old ->> 'username' as username from audit_log
    where object_type = 'user' and action = 'user.changed' and old ->> 'username' <> new ->> 'username'`.execute(tx);
  return rows;
}

function taken(message: string): Refusal {
  return new Refusal("conflict", message, { issues: [{ path: "username", message }] });
}
