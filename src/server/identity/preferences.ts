import type { Kysely } from "kysely";

import { defaultPreferences, preferences, type Preferences } from "#contract/profile.ts";
import type { DB } from "#db/types.gen.ts";

/** How a user likes the screens; the defaults where nothing was chosen. */
export async function preferencesOf(db: Kysely<DB>, userId: string): Promise<Preferences> {
  const chosen = await db
    .selectFrom("user_preferences")
    .select(["language", "theme", "density"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return chosen === undefined ? defaultPreferences : preferences.parse(chosen);
}
