import type { Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { announceAct } from "#server/live/announce.ts";

/** Who did something and through which request. A visitor who is not signed in has no id. */
export interface AuditActor {
  readonly userId: string | null;
  readonly username: string | null;
  readonly ip: string | null;
  readonly requestId: string | null;
}

/** Nobody: what a schedule does, or who works on the server itself. */
export const system: AuditActor = { userId: null, username: null, ip: null, requestId: null };

export interface Act {
  /** The noun and what happened to it: "account.created". */
  readonly action: string;
  readonly objectType: string;
  readonly objectId?: string | number | undefined;
  /** The version that the act made, where the object has versions. */
  readonly version?: number | undefined;
  readonly reason?: string | undefined;
  /** The state before and after; never a password, a hash or a picture. */
  readonly old?: unknown;
  readonly new?: unknown;
}

/** Writes an act down, in the transaction that carries it out, and tells the other desks when that commits. */
export async function audit(tx: Kysely<DB>, actor: AuditActor, act: Act): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({
      actor_id: actor.userId,
      actor: actor.username,
      ip: actor.ip,
      request_id: actor.requestId,
      action: act.action,
      object_type: act.objectType,
      object_id: act.objectId === undefined ? null : String(act.objectId),
      version: act.version ?? null,
      reason: act.reason ?? null,
      old: act.old === undefined ? null : JSON.stringify(act.old),
      new: act.new === undefined ? null : JSON.stringify(act.new),
    })
    .execute();
  await announceAct(tx, act);
}
