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
  await sql`
    insert into sign_in_challenges (token_hash, user_id, password_mark, expires_at)
    values (${tokenHash(token)}, ${id}, ${markOf(password_hash)}, now() + make_interval(secs => ${challengeSeconds}))`.execute(
    tx,
  );
  // Afterwards: the key of the new one has locked the user by then, as whoever deletes them does before what goes with them.
  await tx
    .deleteFrom("sign_in_challenges")
    .where("user_id", "=", id)
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
  return token;
}

/** Whose second step the token stands for; undefined where it has expired, or the user was deactivated or given another password. */
export async function challenged(db: Kysely<DB>, token: string) {
  return unmarked(await byToken(db, token).executeTakeFirst());
}

/** The same, of a user who stays as they are until the transaction ends. Whoever locks their second factor as well locks them first. */
export async function holdChallenged(tx: Tx, token: string) {
  return unmarked(await byToken(tx, token).forShare("u").executeTakeFirst());
}

/** One that a clock ahead of ours has dated would otherwise last until that day. A clock that goes back by a moment ends none. */
function byToken(db: Kysely<DB>, token: string) {
  return db
    .selectFrom("sign_in_challenges as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .selectAll("u")
    .select("c.password_mark")
    .where("c.token_hash", "=", tokenHash(token))
    .where("c.expires_at", ">", sql<Date>`now()`)
    .where("c.expires_at", "<", sql<Date>`now() + make_interval(secs => ${2 * challengeSeconds})`)
    .where("u.is_active", "=", true);
}

function unmarked<Found extends { readonly password_mark: Buffer; readonly password_hash: string }>(found: Found | undefined) {
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
