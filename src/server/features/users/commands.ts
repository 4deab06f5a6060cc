import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { createUser, updateUser, User } from "#contract/users.ts";
import { brokenKeyOf, transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit } from "#server/audit.ts";
import { changesNothing, requireCurrentVersion } from "#server/http/current-version.ts";
import type { Actor } from "#server/http/serve.ts";
import { administrationLock } from "#server/identity/administration-lock.ts";
import { officeName } from "#server/identity/own-password.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { refuseGuessablePassword } from "#server/identity/password-rules.ts";
import { removeSecondFactor } from "#server/identity/second-factor.ts";
import { endSessionsOf } from "#server/identity/user-sessions.ts";

import { refuseTakenName } from "./names.ts";
import { hasRecordedWork, userOf, userRows, type UserRow } from "./queries.ts";
import { refuseLockout } from "./rules.ts";

/** Adds a user. Refuses a username that is taken and a guessable password. */
export async function addUser(db: Kysely<DB>, wanted: z.output<typeof createUser.body & {}>, actor: Actor): Promise<User> {
  await refuseGuessablePassword(wanted.password, {
    username: wanted.username,
    officeName: await officeName(db),
    path: "password",
  });
  const passwordHash = await hashPassword(wanted.password);
  return transaction(db, async (tx) => {
    await administer(tx, actor);
    await refuseTakenName(tx, wanted.username);
    const row = await tx
      .insertInto("users")
      .values({
        username: wanted.username,
        password_hash: passwordHash,
        full_name: wanted.fullName ?? null,
        email: wanted.email,
        phone: wanted.phone ?? null,
        role: wanted.role,
        is_active: wanted.isActive,
        must_change_password: wanted.mustChangePassword,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const user = userOf({ ...row, has_second_factor: false });
    await audit(tx, actor, { action: "user.created", objectType: "user", objectId: user.id, version: user.version, new: user });
    return user;
  });
}

type UserChange = Partial<z.output<typeof updateUser.body & {}>> & {
  readonly id: string;
  readonly ifMatch: number | undefined;
};

/**
 * Changes a user; what is left out stays. A new password, one that falls due and a deactivation end the user's sessions, a new role
 * holds from the next request. Refuses a version that is no longer current and what would leave no active administrator. What changes
 * nothing makes no version.
 */
export async function changeUser(db: Kysely<DB>, change: UserChange, actor: Actor): Promise<User> {
  const password = change.password === "" ? undefined : change.password;
  if (password !== undefined) await refuseGuessableFor(db, password, change);
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return transaction(db, async (tx) => {
    await administer(tx, actor);
    const before = await userById(tx, change.id);
    await requireCurrentVersion(tx, { type: "user", id: before.id, version: before.version }, change.ifMatch);
    const username = change.username ?? before.username;
    // One that is kept was given before, whatever it looks like.
    if (username !== before.username) await refuseTakenName(tx, username, before.id);
    const role = change.role ?? before.role;
    const isActive = change.isActive ?? before.is_active;
    refuseLockout({
      before: { id: before.id, role: before.role, isActive: before.is_active },
      after: { id: before.id, role, isActive },
      actorId: actor.userId,
      activeAdmins: await countActiveAdmins(tx),
    });
    const fields = {
      username,
      email: change.email ?? before.email,
      full_name: change.fullName === undefined ? before.full_name : change.fullName,
      phone: change.phone === undefined ? before.phone : change.phone,
      role,
      is_active: isActive,
      must_change_password: change.mustChangePassword ?? before.must_change_password,
      password_hash: passwordHash ?? before.password_hash,
    };
    if (changesNothing(before, fields)) return userOf(before);
    const row = await tx
      .updateTable("users")
      .set({ ...fields, version: before.version + 1, updated_at: sql`now()` })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isNowDue = row.must_change_password && !before.must_change_password;
    if (passwordHash !== undefined || !isActive || isNowDue) await endSessionsOf(tx, before.id);
    const user = userOf({ ...row, has_second_factor: before.has_second_factor });
    const fresh = passwordHash === undefined ? user : { ...user, passwordChanged: true };
    const made = { objectId: user.id, version: user.version };
    await audit(tx, actor, { action: "user.changed", objectType: "user", ...made, old: userOf(before), new: fresh });
    return user;
  });
}

/** Deletes a user who has done nothing that is on record. Refuses oneself, the last active admin, and everybody else. */
export async function removeUser(db: Kysely<DB>, id: string, actor: Actor): Promise<{ message: string }> {
  return transaction(db, async (tx) => {
    await administer(tx, actor);
    const before = await userById(tx, id);
    refuseLockout({
      before: { id: before.id, role: before.role, isActive: before.is_active },
      after: undefined,
      actorId: actor.userId,
      activeAdmins: await countActiveAdmins(tx),
    });
    // Work of theirs that is under way holds the row until it can be seen.
    await sql`select from users where id = ${id} for update`.execute(tx);
    if (await hasRecordedWork(tx, id)) throw hasWork(before.username);
    await tx
      .deleteFrom("users")
      .where("id", "=", id)
      .execute()
      .catch((error: unknown) => {
        // The database keeps whoever has recorded something, whatever was looked for.
        throw brokenKeyOf(error) !== undefined ? hasWork(before.username) : error;
      });
    await audit(tx, actor, { action: "user.deleted", objectType: "user", objectId: id, old: userOf(before) });
    return { message: "User deleted successfully" };
  });
}

function hasWork(username: string): Refusal {
  return new Refusal("conflict", `${username} has recorded work and cannot be deleted. Deactivate the user instead`);
}

/**
 * Takes the second step of another user's sign-in away: their telephone and recovery codes are lost. The password alone opens
 * then. Refuses oneself, who gives a code for that in the profile, and a user who has none.
 */
export async function resetSecondFactorOf(db: Kysely<DB>, id: string, actor: Actor): Promise<User> {
  return transaction(db, async (tx) => {
    await administer(tx, actor);
    const before = await userById(tx, id);
    if (id === actor.userId) throw new Refusal("conflict", "Turn your own two-step sign-in off in your profile");
    if (!(await removeSecondFactor(tx, id))) throw new Refusal("conflict", `${before.username} has no two-step sign-in`);
    await audit(tx, actor, { action: "user.second_factor_reset", objectType: "user", objectId: id });
    return userOf({ ...before, has_second_factor: false });
  });
}

/** Takes the lock on users, and makes sure that the person asking is still an administrator now that it is their turn. */
async function administer(tx: Tx, actor: Actor): Promise<void> {
  await administrationLock(tx);
  const asking = await tx.selectFrom("users").select(["role", "is_active"]).where("id", "=", actor.userId).executeTakeFirst();
  if (asking?.role !== "admin" || !asking.is_active) throw new Refusal("forbidden", "You do not have permission to do this");
}

/** The user, whom nobody else changes until the transaction ends: a person's own new password does not wait for the lock on users. */
async function userById(tx: Tx, id: string): Promise<UserRow> {
  const user = await userRows(tx).where("id", "=", id).forNoKeyUpdate("users").executeTakeFirst();
  if (user === undefined) throw new Refusal("not_found", "This user does not exist");
  return user;
}

async function countActiveAdmins(tx: Tx): Promise<number> {
  const admins = await tx.selectFrom("users").select("id").where("role", "=", "admin").where("is_active", "=", true).execute();
  return admins.length;
}

async function refuseGuessableFor(db: Kysely<DB>, password: string, change: UserChange): Promise<void> {
  const stored = await db.selectFrom("users").select("username").where("id", "=", change.id).executeTakeFirst();
  const username = change.username ?? stored?.username ?? "";
  await refuseGuessablePassword(password, { username, officeName: await officeName(db), path: "password" });
}
