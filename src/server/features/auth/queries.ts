import type { Kysely } from "kysely";
import type { z } from "zod";

import type { listSessions, SignedInUser } from "#contract/auth.ts";
import type { DB } from "#db/types.gen.ts";
import type { Actor } from "#server/http/serve.ts";
import type { SignedIn } from "#server/http/session.ts";

/** The signed-in person as the client sees them. */
export function signedInUserOf({
  userId,
  username,
  fullName,
  email,
  role,
  mustChangePassword,
}: Omit<SignedIn, "sessionId" | "isAdmin">): SignedInUser {
  return { id: userId, username, fullName, email, role, mustChangePassword };
}

/** One's own sessions that still open a door, the latest used first. */
export async function ownSessions(db: Kysely<DB>, actor: Actor): Promise<z.output<(typeof listSessions)["reply"]>> {
  const { session_idle_minutes } = await db
    .selectFrom("business_settings")
    .select("session_idle_minutes")
    .executeTakeFirstOrThrow();
  const idleSince = new Date(Date.now() - session_idle_minutes * 60_000);
  const sessions = await db
    .selectFrom("sessions")
    .select(["id", "created_at", "last_seen_at", "ip", "user_agent"])
    .where("user_id", "=", actor.userId)
    .where("expires_at", ">", new Date())
    .where("last_seen_at", ">", idleSince)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return sessions.map((session) => ({
    id: session.id,
    createdAt: session.created_at.toISOString(),
    lastSeenAt: session.last_seen_at.toISOString(),
    ip: session.ip,
    userAgent: session.user_agent,
    current: session.id === actor.sessionId,
  }));
}
