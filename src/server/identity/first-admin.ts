import { sql, type Kysely } from "kysely";

import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { audit, system } from "#server/audit.ts";

import { administrationLock } from "./administration-lock.ts";
import { hashPassword } from "./password-hash.ts";
import { randomPassword } from "./random-groups.ts";

interface FirstAdminConfig {
  readonly adminUsername: string;
  readonly adminPassword: string | undefined;
}

/**
 * Creates the first administrator where there is no user yet. Without a configured password a random one is made, which
 * is returned to be printed once and has to be changed at the first sign-in; otherwise returns undefined.
 */
export async function ensureFirstAdmin(db: Kysely<DB>, config: FirstAdminConfig): Promise<string | undefined> {
  const { adminUsername: username, adminPassword } = config;
  const password = adminPassword ?? randomPassword();
  const isGenerated = adminPassword === undefined;
  if (await hasUsers(db)) return undefined;
  const passwordHash = await hashPassword(password);
  return transaction(db, async (tx) => {
    await administrationLock(tx);
    if (await hasUsers(tx)) return undefined;
    const { id, version } = await tx
      .insertInto("users")
      .values({ username, password_hash: passwordHash, role: "admin", must_change_password: isGenerated })
      .returning(["id", "version"])
      .executeTakeFirstOrThrow();
    const made = { objectId: id, version, new: { username, role: "admin" } };
    await audit(tx, system, { action: "user.created", objectType: "user", ...made });
    return isGenerated ? password : undefined;
  });
}

/** Takes back the administrator that {@link ensureFirstAdmin} has just made with a random password, and who was shown to nobody. */
export async function forgetFirstAdmin(db: Kysely<DB>): Promise<void> {
  await transaction(db, async (tx) => {
    await administrationLock(tx);
    const forgotten = await tx
      .deleteFrom("users")
      .where("must_change_password", "=", true)
      .returning(["id", "username"])
      .execute();
    for (const { id, username } of forgotten)
      await audit(tx, system, { action: "user.deleted", objectType: "user", objectId: id, old: { username } });
  });
}

async function hasUsers(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(db);
  return rows.length > 0;
}
