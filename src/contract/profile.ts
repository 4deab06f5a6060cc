import { z } from "zod";

import { route } from "./route.ts";

export const themes = ["light", "dark", "auto"] as const;
export const densities = ["comfortable", "compact"] as const;

/** How a person likes the screens: the same on every device they sign in from. */
export const preferences = z.object({
  /**
   * A language tag such as `en`, or `auto` for what the browser says. The screens fall back to English where they have no catalogue of it.
   */
  language: z.string().regex(/^(auto|[a-z]{2,3}(-[A-Za-z]{4})?(-[A-Z]{2})?)$/, "Give a language tag such as en"),
  theme: z.enum(themes, { error: "Theme must be light, dark or auto" }),
  density: z.enum(densities, { error: "Density must be comfortable or compact" }),
});
export type Preferences = z.infer<typeof preferences>;

/** What holds for a person who has chosen nothing. */
export const defaultPreferences: Preferences = { language: "auto", theme: "auto", density: "comfortable" };

export const updatePreferences = route({
  method: "PATCH",
  path: "/api/profile/preferences",
  tag: "profile",
  summary: "Change one's own language, theme or density; what is left out stays",
  access: "everyone",
  body: preferences.partial(),
  reply: preferences,
});
