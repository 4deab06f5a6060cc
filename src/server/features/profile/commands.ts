import { sql, type Kysely } from "kysely";

import { defaultPreferences, preferences, type Preferences } from "#contract/profile.ts";
import type { DB } from "#db/types.gen.ts";
import type { Actor } from "#server/http/serve.ts";

type Change = { readonly [Key in keyof Preferences]?: Preferences[Key] | undefined };

/**
 * Changes how a person likes their screens; what is left out stays as it is. One statement, so that two devices that change
 * different things at once both have their way. No record of the house, and therefore not audited.
 */
export async function changePreferences(db: Kysely<DB>, change: Change, actor: Actor): Promise<Preferences> {
  const { language, theme, density } = change;
  const { rows } = await sql<Preferences>`
    insert into user_preferences as p (user_id, language, theme, density) values (${actor.userId},
      ${language ?? defaultPreferences.language}, ${theme ?? defaultPreferences.theme}, ${density ?? defaultPreferences.density})
    on conflict (user_id) do update set
      language = coalesce(${language ?? null}, p.language), theme = coalesce(${theme ?? null}, p.theme),
      density = coalesce(${density ?? null}, p.density), updated_at = now()
    returning language, theme, density`.execute(db);
  return preferences.parse(rows[0]);
}
