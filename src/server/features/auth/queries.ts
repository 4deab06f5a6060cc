import type { Kysely } from "kysely";

import type { CurrentUser, SignedInUser } from "#contract/auth.ts";
import type { DB } from "#db/types.gen.ts";
import type { Actor } from "#server/http/serve.ts";
import type { SignedIn } from "#server/http/session.ts";
import { preferencesOf } from "#server/identity/preferences.ts";

/** The signed-in person as the client sees them. */
export function signedInUserOf({
  userId,
  username,
  fullName,
  email,
  role,
  mustChangePassword,
}: Omit<SignedIn, "sessionId" | "isAdmin">): SignedInUser {
  return { id: userId, username, fullName, email, role, mustChangePassword };
}

/** The same with how they like their screens. */
export async function currentUser(db: Kysely<DB>, actor: Actor): Promise<CurrentUser> {
  return { ...signedInUserOf(actor), preferences: await preferencesOf(db, actor.userId) };
}
