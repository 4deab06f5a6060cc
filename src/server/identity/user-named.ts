import { sql, type Kysely, type Selectable } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB, Users } from "#db/types.gen.ts";
import { latinDigits } from "#kernel/digits.ts";
import { plainName } from "#kernel/letters.ts";
import { Refusal } from "#kernel/refusal.ts";

/** The user of this name as a person types it, whom nobody else changes until the transaction ends. Refuses a name that nobody has. */
export async function lockUserNamed(tx: Tx, typed: string): Promise<Selectable<Users>> {
  const username = await nameMeant(tx, typed.trim());
  const user =
    username === undefined
      ? undefined
      : await tx.selectFrom("users").selectAll().where("username", "=", username).forNoKeyUpdate().executeTakeFirst();
  if (user === undefined) throw new Refusal("not_found", `There is no user ${typed}.`);
  return user;
}

/**
 * The username that a person means: it is taken in any case, and with the letters and digits of any keyboard (كريم for کریم), unless
 * several are alike but for those. Undefined where it names nobody, after the same work.
 */
export async function nameMeant(db: Kysely<DB>, typed: string): Promise<string | undefined> {
  const users = await db
    .selectFrom("users")
    .select(["username", sql<boolean>`lower(username) = lower(${typed})`.as("isSame")])
    .execute();
  const alike = users.filter(({ username }) => looksLike(username, typed));
  const meant = users.find(({ isSame }) => isSame) ?? (alike.length === 1 ? alike[0] : undefined);
  return meant?.username;
}

/**
 * Whether two names are read as the same: but for their case, for widths and other forms of letters, for the letters and digits that
 * an Arabic and a Persian keyboard have each their own of, and for what has no width at all.
 */
export function looksLike(one: string, other: string): boolean {
  return asRead(one) === asRead(other);
}

/** A name as it is read: names that look alike are the same then. */
export function asRead(name: string): string {
  return latinDigits(plainName(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")));
}
