import { sql, type Selectable } from "kysely";

import type { Tx } from "#db/client.ts";
import type { Users } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";

/** The user of this name as a person types it, whom nobody else changes until the transaction ends. Refuses a name that nobody has. */
export async function lockUserNamed(tx: Tx, username: string): Promise<Selectable<Users>> {
  const user = await tx
    .selectFrom("users")
    .selectAll()
    .where(sql`lower(username)`, "=", sql`lower(${username.trim()})`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user === undefined) throw new Refusal("not_found", `There is no user ${username}.`);
  return user;
}
