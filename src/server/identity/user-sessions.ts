import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { newToken, tokenHash } from "#server/http/cookie.ts";

export interface NewSession {
  readonly userId: string;
  /** The hash that the password was judged by: a session does not outlive a password changed meanwhile. */
  readonly passwordHash: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** Begins a session and returns its token; undefined where the user was deactivated or the password changed meanwhile. */
export async function startSession(tx: Tx, { userId, passwordHash, ip, userAgent }: NewSession): Promise<string | undefined> {
  const token = newToken();
  const { rows } = await sql`
    with person as (
      select id from users where id = ${userId} and is_active and password_hash = ${passwordHash} for share
    )
    insert into sessions (token_hash, user_id, expires_at, ip, user_agent)
    select ${tokenHash(token)}, person.id, now() + make_interval(hours => b.session_hours), ${ip}, ${userAgent}
    from person cross join business_settings b
    returning id`.execute(tx);
  return rows.length === 1 ? token : undefined;
}

/** Ends every session of a user, and each sign-in that waits for its second step. Returns which sessions there were. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<number[]> {
  await tx.deleteFrom("sign_in_challenges").where("user_id", "=", userId).execute();
  const ended = await tx.deleteFrom("sessions").where("user_id", "=", userId).returning("id").execute();
  return ended.map(({ id }) => id);
}
