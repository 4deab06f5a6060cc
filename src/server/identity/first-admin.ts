import { randomInt } from "node:crypto";

import { sql, type Kysely } from "kysely";

import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { audit } from "#server/http/audit.ts";

import { administrationLock } from "./administration-lock.ts";
import { hashPassword } from "./password-hash.ts";

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
    const system = { userId: null, username: null, ip: null, requestId: null };
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
    const system = { userId: null, username: null, ip: null, requestId: null };
    for (const { id, username } of forgotten)
      await audit(tx, system, { action: "user.deleted", objectType: "user", objectId: id, old: { username } });
  });
}

async function hasUsers(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(db);
  return rows.length > 0;
}

// Without letters and digits that look alike on a screen or in handwriting.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Four groups of five characters: 99 random bits, easy to copy by hand. */
function randomPassword(): string {
  const group = (): string => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}
