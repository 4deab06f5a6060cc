import { sql, type Kysely } from "kysely";

import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, system } from "#server/audit.ts";

import { administrationLock } from "./administration-lock.ts";
import { hashPassword } from "./password-hash.ts";
import { randomPassword } from "./random-groups.ts";
import { clearFailures } from "./throttle.ts";
import { lockUserNamed } from "./user-named.ts";
import { endSessionsOf } from "./user-sessions.ts";

/** What a user signs in with once, and then has to change. */
export interface GivenAnew {
  readonly username: string;
  readonly password: string;
}

/**
 * Gives a user a new, random password from outside the program: the way in for an administrator who has forgotten theirs and has no
 * colleague to ask. Whoever may run it has the data anyway. Ends the user's sessions, and forgets the wrong guesses under the name; those
 * from an address count on, and a second step stays. Refuses an unknown user, and a deactivated one, whom no password lets in.
 */
export async function resetLostPassword(db: Kysely<DB>, name: string): Promise<GivenAnew> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return transaction(db, async (tx) => {
    await administrationLock(tx);
    const { id, username, is_active, must_change_password, version } = await lockUserNamed(tx, name);
    if (!is_active) throw new Refusal("conflict", `${username} is deactivated. Only an administrator activates a user.`);
    await tx
      .updateTable("users")
      .set({ password_hash: passwordHash, must_change_password: true, version: version + 1, updated_at: sql`now()` })
      .where("id", "=", id)
      .execute();
    await endSessionsOf(tx, id);
    await clearFailures(tx, username);
    await audit(tx, system, {
      action: "user.changed",
      objectType: "user",
      objectId: id,
      version: version + 1,
      reason: "on the server",
      old: { username, mustChangePassword: must_change_password },
      new: { username, mustChangePassword: true, passwordChanged: true },
    });
    return { username, password };
  });
}
