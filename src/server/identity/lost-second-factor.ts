import type { Kysely } from "kysely";

import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, system } from "#server/audit.ts";

import { administrationLock } from "./administration-lock.ts";
import { removeSecondFactor } from "./second-factor.ts";
import { lockUserNamed } from "./user-named.ts";

/**
 * Takes the second step of a user's sign-in away from outside the program: the way in for an administrator who has lost the
 * telephone and the recovery codes and has no colleague to ask. Whoever may run it has the data anyway. Returns the username as
 * it is stored. Refuses an unknown user, and one without a second step.
 */
export async function resetLostSecondFactor(db: Kysely<DB>, username: string): Promise<string> {
  return transaction(db, async (tx) => {
    await administrationLock(tx);
    const user = await lockUserNamed(tx, username);
    if (!(await removeSecondFactor(tx, user.id))) {
      throw new Refusal("conflict", `${user.username} has no two-step sign-in.`);
    }
    const act = { action: "user.second_factor_reset", objectType: "user", objectId: user.id, reason: "on the server" };
    await audit(tx, system, act);
    return user.username;
  });
}
