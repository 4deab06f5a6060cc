import { sql, type Kysely } from "kysely";

import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, holdActor } from "#server/audit.ts";
import type { Actor } from "#server/http/serve.ts";

import { requireUser } from "./queries.ts";

interface OneSession {
  readonly userId: string;
  readonly id: number;
}

/** Ends one session of a user. Refuses an id that is none of theirs. */
export async function endOneSession(db: Kysely<DB>, { userId, id }: OneSession, actor: Actor): Promise<{ message: string }> {
  await transaction(db, async (tx) => {
    await holdActor(tx, actor);
    const ended = await tx.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", userId).executeTakeFirst();
    if (ended.numDeletedRows === 0n) throw new Refusal("not_found", "This session has ended already");
    if (userId === actor.userId) await audit(tx, actor, { action: "session.ended", objectType: "session", objectId: id });
    else await auditOthers(tx, actor, { userId, ended: [id] });
  });
  return { message: "Session ended" };
}

/** Ends every session of a user but the one that asks, and says how many. Refuses an unknown user. */
export async function endSessions(db: Kysely<DB>, userId: string, actor: Actor): Promise<{ message: string; ended: number }> {
  const ended = await transaction(db, async (tx) => {
    await requireUser(tx, userId);
    // A session that a sign-in or a new password is about to begin is waited for, and ended with the others.
    await sql`select from users where id = ${userId} for no key update`.execute(tx);
    const gone = await tx
      .deleteFrom("sessions")
      .where("user_id", "=", userId)
      .where("id", "<>", actor.sessionId)
      .returning("id")
      .execute();
    const ids = gone.map(({ id }) => id);
    if (ids.length === 0) return 0;
    if (userId === actor.userId) await audit(tx, actor, { action: "session.others_ended", objectType: "session", old: { ids } });
    else await auditOthers(tx, actor, { userId, ended: ids });
    return ids.length;
  });
  return { message: `Sessions ended: ${String(ended)}`, ended };
}

interface Ended {
  readonly userId: string;
  readonly ended: readonly number[];
}

/** What an administrator does to somebody else stands in that person's history. */
async function auditOthers(tx: Tx, actor: Actor, { userId, ended }: Ended): Promise<void> {
  await audit(tx, actor, { action: "user.sessions_ended", objectType: "user", objectId: userId, old: { sessions: ended } });
}
