import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { changePassword, login, SignedInUser } from "#contract/auth.ts";
import { knownRole } from "#contract/permissions.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { audit, type AuditActor } from "#server/http/audit.ts";
import { tokenHash } from "#server/http/cookie.ts";
import type { Actor, Call } from "#server/http/serve.ts";
import { hashPassword, passwordMatches, unmatchedHash } from "#server/identity/password-hash.ts";
import { refuseGuessablePassword } from "#server/identity/password-rules.ts";
import { endSessionsOf, startSession } from "#server/identity/user-sessions.ts";

import { signedInUserOf } from "./queries.ts";
import { clearFailures, oneAtATime, recordFailure, refuseThrottled } from "./throttle.ts";

/** A session just begun. */
export interface Entry {
  readonly user: SignedInUser;
  readonly token: string;
}

/** The request that asks to be let in. */
interface Visit {
  readonly requestId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The session the visitor came with: it ends, so that no session is carried over a sign-in. */
  readonly oldToken: string | undefined;
}

type Credentials = z.output<typeof login.body & {}>;

/**
 * Lets a person in. An unknown username, a wrong password and a deactivated user are refused with the same words after
 * the same work.
 */
export function signIn(db: Kysely<DB>, credentials: Credentials, visit: Visit): Promise<Entry> {
  const { username, password } = credentials;
  const attempt = { username, ip: visit.ip };
  return oneAtATime(username, async () => {
    await refuseThrottled(db, attempt);
    const person = await personNamed(db, username);
    const matches = await passwordMatches(person?.password_hash ?? unmatchedHash, password);
    const entry = person !== undefined && person.is_active && matches ? await enter(db, person, visit) : undefined;
    if (entry !== undefined) return entry;
    await transaction(db, async (tx) => {
      await recordFailure(tx, attempt);
      const actor: AuditActor = { userId: null, username, ip: visit.ip, requestId: visit.requestId };
      await audit(tx, actor, { action: "session.refused", objectType: "session" });
    });
    throw new Refusal("not_signed_in", "Invalid username or password");
  });
}

type Person = NonNullable<Awaited<ReturnType<typeof personNamed>>>;

function personNamed(db: Kysely<DB>, username: string) {
  return db
    .selectFrom("users")
    .selectAll()
    .where(sql`lower(username)`, "=", sql`lower(${username})`)
    .executeTakeFirst();
}

function enter(db: Kysely<DB>, person: Person, visit: Visit): Promise<Entry | undefined> {
  return transaction(db, async (tx) => {
    const session = { userId: person.id, passwordHash: person.password_hash, ip: visit.ip, userAgent: visit.userAgent };
    const token = await startSession(tx, session);
    if (token === undefined) return undefined;
    await clearFailures(tx, person.username);
    if (visit.oldToken !== undefined)
      await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash(visit.oldToken)).execute();
    const actor: AuditActor = { userId: person.id, username: person.username, ip: visit.ip, requestId: visit.requestId };
    await audit(tx, actor, { action: "session.started", objectType: "session" });
    return { token, user: userOf(person) };
  });
}

function userOf(person: Person): SignedInUser {
  return signedInUserOf({
    userId: person.id,
    username: person.username,
    fullName: person.full_name,
    email: person.email,
    role: knownRole(person.role),
    mustChangePassword: person.must_change_password,
  });
}

/** Ends the session the request came with. */
export async function signOut(db: Kysely<DB>, actor: Actor): Promise<{ message: string }> {
  await transaction(db, async (tx) => {
    await tx.deleteFrom("sessions").where("id", "=", actor.sessionId).execute();
    await audit(tx, actor, { action: "session.ended", objectType: "session" });
  });
  return { message: "Signed out" };
}

/** Ends one of one's own sessions. Refuses an id that is not one of them. */
export async function endOwnSession(db: Kysely<DB>, id: number, actor: Actor): Promise<{ message: string }> {
  await transaction(db, async (tx) => {
    const ended = await tx.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", actor.userId).executeTakeFirst();
    if (ended.numDeletedRows === 0n) throw new Refusal("not_found", "This session has ended already");
    await audit(tx, actor, { action: "session.ended", objectType: "session", objectId: id });
  });
  return { message: "Session ended" };
}

/**
 * Changes one's own password, ends every session of the user and begins a new one. Refuses a wrong current password,
 * counting it like a failed sign-in, and a new one that is guessable or the same.
 */
export function changeOwnPassword(
  db: Kysely<DB>,
  change: z.output<typeof changePassword.body & {}>,
  call: Pick<Call<typeof changePassword>, "actor" | "request">,
): Promise<Entry> {
  const { actor, request } = call;
  const attempt = { username: actor.username, ip: actor.ip };
  return oneAtATime(actor.username, async () => {
    await refuseThrottled(db, attempt);
    const person = await db.selectFrom("users").selectAll().where("id", "=", actor.userId).executeTakeFirstOrThrow();
    if (!(await passwordMatches(person.password_hash, change.currentPassword))) {
      await recordFailure(db, attempt);
      await audit(db, actor, { action: "user.password_change_failed", objectType: "user", objectId: person.id });
      throw invalidField("currentPassword", "The current password is wrong");
    }
    if (change.newPassword === change.currentPassword) {
      throw invalidField("newPassword", "The new password must differ from the current one");
    }
    const { office_name: officeName } = await db.selectFrom("business_settings").select("office_name").executeTakeFirstOrThrow();
    await refuseGuessablePassword(change.newPassword, { username: person.username, officeName, path: "newPassword" });
    const passwordHash = await hashPassword(change.newPassword);
    return transaction(db, (tx) => replacePassword(tx, { person, passwordHash, actor, userAgent: request.userAgent }));
  });
}

interface Replacement {
  readonly person: Person;
  readonly passwordHash: string;
  readonly actor: Actor;
  readonly userAgent: string | null;
}

async function replacePassword(tx: Tx, { person, passwordHash, actor, userAgent }: Replacement): Promise<Entry> {
  const updated = await tx
    .updateTable("users")
    .set({ password_hash: passwordHash, must_change_password: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", person.id)
    .where("password_hash", "=", person.password_hash)
    .returning(["id", "version"])
    .executeTakeFirst();
  if (updated === undefined) throw new Refusal("conflict", "The password was changed meanwhile");
  await clearFailures(tx, person.username);
  await endSessionsOf(tx, person.id);
  const token = await startSession(tx, { userId: person.id, passwordHash, ip: actor.ip, userAgent });
  if (token === undefined) throw new Refusal("not_signed_in", "Please sign in");
  const made = { objectId: updated.id, version: updated.version };
  await audit(tx, actor, { action: "user.password_changed", objectType: "user", ...made });
  return { token, user: userOf({ ...person, must_change_password: false }) };
}
