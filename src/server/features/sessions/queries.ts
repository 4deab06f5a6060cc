import { sql, type Kysely } from "kysely";

import type { Session } from "#contract/sessions.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Actor } from "#server/http/serve.ts";
import { sessionStands } from "#server/http/session.ts";

/** More than anybody sits at; those used longest ago are left out. */
const mostListed = 200;

interface Row {
  readonly id: number;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly ip: string | null;
  readonly user_agent: string | null;
}

/** A user's sessions that still open a door, the latest used first. */
export async function openSessions(db: Kysely<DB>, userId: string, actor: Actor): Promise<Session[]> {
  const { rows } = await sql<Row>`
    select s.id, s.created_at, s.last_seen_at, s.ip, s.user_agent
    from sessions s join users u on u.id = s.user_id cross join business_settings b
    where s.user_id = ${userId} and ${sql.raw(sessionStands)}
    order by s.last_seen_at desc, s.id desc limit ${mostListed}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    ip: row.ip,
    userAgent: row.user_agent,
    current: row.id === actor.sessionId,
  }));
}

/** The same of anybody, for those who administer users. Refuses an unknown one. */
export async function sessionsOfUser(db: Kysely<DB>, userId: string, actor: Actor): Promise<Session[]> {
  await requireUser(db, userId);
  return openSessions(db, userId, actor);
}

/** Refuses an id that is nobody's. */
export async function requireUser(db: Kysely<DB>, userId: string): Promise<void> {
  const user = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
  if (user === undefined) throw new Refusal("not_found", "This user does not exist");
}
