import { updatePreferences } from "#contract/profile.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { changePreferences } from "./commands.ts";

/** The call by which people choose their own language, theme and density. */
export function profileRoutes(app: App, { db }: Deps): void {
  serve(app, updatePreferences, (call) => changePreferences(db, call.body, call.actor));
}
