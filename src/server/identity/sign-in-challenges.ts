import { hash } from "node:crypto";

import { sql, type Kysely } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { newToken, tokenHash } from "#server/http/cookie.ts";

/** How long a person may take to find the telephone and type the code. */
export const challengeSeconds = 300;

/** Notes that a password was right, and returns the token that the second step has to come with. Those that expired go. */
export async function startChallenge(tx: Tx, { id, password_hash }: { id: string; password_hash: string }): Promise<string> {
  const token = newToken();
  await tx
    .deleteFrom("sign_in_challenges")
    .where("user_id", "=", id)
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
  await sql`
    insert into sign_in_challenges (token_hash, user_id, password_mark, expires_at)
    values (${tokenHash(token)}, ${id}, ${markOf(password_hash)}, now() + make_interval(secs => ${challengeSeconds}))`.execute(
    tx,
  );
  return token;
}

/** Whose second step the token stands for; undefined where it has expired, or the user was deactivated or given another password. */
export async function challenged(db: Kysely<DB>, token: string) {
  const found = await db
    .selectFrom("sign_in_challenges as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .selectAll("u")
    .select("c.password_mark")
    .where("c.token_hash", "=", tokenHash(token))
    .where("c.expires_at", ">", sql<Date>`now()`)
    .where("u.is_active", "=", true)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { password_mark, ...person } = found;
  return password_mark.equals(markOf(person.password_hash)) ? person : undefined;
}

/** Uses the token up; says whether it still could be. */
export async function endChallenge(tx: Tx, token: string): Promise<boolean> {
  const ended = await tx.deleteFrom("sign_in_challenges").where("token_hash", "=", tokenHash(token)).executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

function markOf(passwordHash: string): Buffer {
  return hash("sha256", passwordHash, "buffer");
}
