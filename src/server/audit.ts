import { sql, type Kysely } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
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

/**
 * Writes an act down, in the transaction that carries it out, and tells the other desks when that commits. Refuses where who did it
 * was deleted meanwhile; a deletion that begins later waits for this transaction and finds the work on record.
 */
export async function audit(tx: Kysely<DB>, actor: AuditActor, act: Act): Promise<void> {
  const isWritten = await write(tx, actor, { ...act, isDone: actor.userId === null });
  if (!isWritten) throw userGone();
}

/**
 * The same of what has happened anyway, such as a backup that was made by the time its starter was deleted: of who is gone, the name
 * stays alone.
 */
export async function auditDone(tx: Kysely<DB>, actor: AuditActor, act: Act): Promise<void> {
  await write(tx, actor, { ...act, isDone: true });
}

/** Says whether it was written: what is not done yet is not, where the actor is no user any more. */
async function write(tx: Kysely<DB>, actor: AuditActor, act: Act & { readonly isDone: boolean }): Promise<boolean> {
  const written = await sql`
    with actor as materialized (select id from users where id = ${actor.userId} for key share)
    insert into audit_log (actor_id, actor, ip, request_id, action, object_type, object_id, version, reason, old, new)
    select (select id from actor), ${actor.username}, ${actor.ip}, ${actor.requestId}, ${act.action}, ${act.objectType},
      ${act.objectId === undefined ? null : String(act.objectId)}, ${act.version ?? null}, ${act.reason ?? null},
      ${jsonOf(act.old)}::jsonb, ${jsonOf(act.new)}::jsonb
    where ${act.isDone} or exists (select from actor)`.execute(tx);
  if (written.numAffectedRows === 0n) return false;
  await announceAct(tx, act);
  return true;
}

/**
 * Keeps the user from being deleted until what they do here is on record; refuses where they are gone already. Comes before the lock of
 * anything that goes with them (sessions, a second factor): whoever deletes them has locked them first.
 */
export async function holdActor(tx: Tx, { userId }: { readonly userId: string }): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId} for key share`.execute(tx);
  if (rows.length === 0) throw userGone();
}

/** What is said to a user who was deleted while they did something: nothing of it was kept. */
export function userGone(): Refusal {
  return new Refusal("not_signed_in", "Your user was deleted meanwhile");
}

function jsonOf(state: unknown): string | null {
  return state === undefined ? null : JSON.stringify(state);
}
