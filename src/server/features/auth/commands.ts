import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { AwaitedCode, changePassword, login, secondStep, SignedInUser } from "#contract/auth.ts";
import { knownRole } from "#contract/permissions.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { audit, auditDone, type AuditActor } from "#server/audit.ts";
import type { Deps } from "#server/deps.ts";
import { tokenHash } from "#server/http/cookie.ts";
import type { Actor, Call } from "#server/http/serve.ts";
import { officeName, requireOwnPassword } from "#server/identity/own-password.ts";
import { hashPassword, passwordMatches, unmatchedHash } from "#server/identity/password-hash.ts";
import { refuseGuessablePassword } from "#server/identity/password-rules.ts";
import { secondFactorOf, spendCode, whyNotTaken } from "#server/identity/second-factor.ts";
import {
  challenged,
  challengeSeconds,
  endChallenge,
  holdChallenged,
  startChallenge,
} from "#server/identity/sign-in-challenges.ts";
import { clearFailures, oneAtATime, recordFailure, refuseThrottled, type Attempt } from "#server/identity/throttle.ts";
import { asRead, nameMeant } from "#server/identity/user-named.ts";
import { endSessionsOf, startSession } from "#server/identity/user-sessions.ts";

import { signedInUserOf } from "./queries.ts";

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

/**
 * Lets a person in, or asks for the code where their sign-in has a second step. An unknown username, a wrong password and
 * a deactivated user are refused with the same words after the same work.
 */
export async function signIn(
  db: Kysely<DB>,
  { username: typed, password }: z.output<typeof login.body & {}>,
  visit: Visit,
): Promise<Entry | AwaitedCode> {
  // First, so that failures count for the user, however each attempt spells the name. A name that nobody has counts as it is read: were each
  // spelling of it counted apart, other spellings would tell which names there are.
  const known = await nameMeant(db, typed);
  const username = known ?? asRead(typed);
  const asking = visitor(username, visit);
  return oneAtATime(username, async () => {
    await refuseThrottled(db, asking);
    const person = await personNamed(db, known ?? typed);
    const matches = await passwordMatches(person?.password_hash ?? unmatchedHash, password);
    const admitted = person !== undefined && person.is_active && matches ? await admit(db, person, visit) : undefined;
    if (admitted !== undefined) return admitted;
    const refused = person === undefined ? { ...asking, auditedAs: unknownName } : asking;
    await recordFailure(db, refused, { action: "session.refused", objectType: "session" });
    throw new Refusal("not_signed_in", "Invalid username or password");
  });
}

/** Instead of a name that no user has: people type passwords where the name belongs, and the audit log keeps all it has for ever. */
const unknownName = "(unknown name)";

type Person = NonNullable<Awaited<ReturnType<typeof personNamed>>>;

function personNamed(db: Kysely<DB>, username: string) {
  return db.selectFrom("users").selectAll().where("username", "=", username).executeTakeFirst();
}

function visitor(username: string, { ip, requestId }: Visit): AuditActor & Attempt {
  return { userId: null, username, ip, requestId };
}

function admit(db: Kysely<DB>, person: Person, visit: Visit): Promise<Entry | AwaitedCode | undefined> {
  return transaction(db, async (tx) => {
    const factor = await secondFactorOf(tx, person.id);
    if (factor === undefined || factor.confirmed_at === null) return enter(tx, person, visit);
    const challenge = await startChallenge(tx, person);
    await audit(tx, visitor(person.username, visit), { action: "session.code_awaited", objectType: "session" });
    return { secondFactorRequired: true, challenge, expiresInSeconds: challengeSeconds };
  });
}

/** Begins the session. Failures are forgotten only now: a right password alone does not make room for more guesses at the code. */
async function enter(tx: Tx, person: Person, visit: Visit): Promise<Entry | undefined> {
  const session = { userId: person.id, passwordHash: person.password_hash, ip: visit.ip, userAgent: visit.userAgent };
  const token = await startSession(tx, session);
  if (token === undefined) return undefined;
  await clearFailures(tx, person.username);
  if (visit.oldToken !== undefined) await tx.deleteFrom("sessions").where("token_hash", "=", tokenHash(visit.oldToken)).execute();
  const actor: AuditActor = { userId: person.id, username: person.username, ip: visit.ip, requestId: visit.requestId };
  await audit(tx, actor, { action: "session.started", objectType: "session" });
  return { token, user: userOf(person) };
}

function stepExpired(): Refusal {
  return new Refusal("not_signed_in", "This sign-in has expired. Enter your password again");
}

/**
 * The second step of a sign-in. A wrong code counts like a wrong password and leaves the step open; a right one is used up
 * together with the step. Refuses a step that has expired, and one whose user was deactivated, given another password or relieved of
 * the second factor meanwhile.
 */
export async function passSecondStep(
  { db, auditKey }: Pick<Deps, "db" | "auditKey">,
  { challenge, code }: z.output<typeof secondStep.body & {}>,
  visit: Visit,
): Promise<Entry> {
  const known = await challenged(db, challenge);
  if (known === undefined) throw stepExpired();
  const asking = visitor(known.username, visit);
  return oneAtATime(known.username, async () => {
    await refuseThrottled(db, asking);
    const passed = await transaction(db, async (tx): Promise<Entry | "wrong" | "used"> => {
      const person = await holdChallenged(tx, challenge);
      const spent = person && (await spendCode(tx, code, { userId: person.id, auditKey }));
      if (spent === "wrong" || spent === "used") return spent;
      // Refused in here, so that the code is not used up by it.
      if (person === undefined || spent === undefined || !(await endChallenge(tx, challenge))) throw stepExpired();
      if (spent === "recovery code") await auditRecoveryCode(tx, person, visit);
      const entry = await enter(tx, person, visit);
      if (entry === undefined) throw stepExpired();
      return entry;
    });
    if (typeof passed === "object") return passed;
    await recordFailure(db, asking, { action: "session.refused", objectType: "session", reason: `${passed} code` });
    const message = whyNotTaken(passed === "used" ? "used" : "wrong", code);
    throw new Refusal("not_signed_in", message, { issues: [{ path: "code", message }] });
  });
}

async function auditRecoveryCode(tx: Tx, { id: userId, username }: Person, { ip, requestId }: Visit): Promise<void> {
  const actor = { userId, username, ip, requestId };
  await audit(tx, actor, { action: "user.recovery_code_used", objectType: "user", objectId: userId });
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
    // First, since it locks the user, as whoever deletes them does before their sessions. Who is gone by now is signed out as well.
    await auditDone(tx, actor, { action: "session.ended", objectType: "session" });
    await tx.deleteFrom("sessions").where("id", "=", actor.sessionId).execute();
  });
  return { message: "Signed out" };
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
  const given = {
    password: change.currentPassword,
    path: "currentPassword",
    wrong: "The current password is wrong",
    failure: "user.password_change_failed",
  };
  return oneAtATime(actor.username, async () => {
    const person = await requireOwnPassword(db, given, actor);
    if (change.newPassword === change.currentPassword) {
      throw invalidField("newPassword", "The new password must differ from the current one");
    }
    const context = { username: person.username, officeName: await officeName(db), path: "newPassword" };
    await refuseGuessablePassword(change.newPassword, context);
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
  // The password alone makes no room for more guesses at the code.
  const factor = await secondFactorOf(tx, person.id);
  if (factor === undefined || factor.confirmed_at === null) await clearFailures(tx, person.username);
  // One that was ended meanwhile begins no new one.
  if (!(await endSessionsOf(tx, person.id)).includes(actor.sessionId)) throw new Refusal("not_signed_in", "Please sign in");
  const token = await startSession(tx, { userId: person.id, passwordHash, ip: actor.ip, userAgent });
  if (token === undefined) throw new Refusal("not_signed_in", "Please sign in");
  const made = { objectId: updated.id, version: updated.version };
  await audit(tx, actor, { action: "user.password_changed", objectType: "user", ...made });
  return { token, user: userOf({ ...person, must_change_password: false }) };
}
