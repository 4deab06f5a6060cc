import type { Language } from "#web/i18n/languages.ts";

let direction: Language["direction"] = "ltr";

/** Notes from which side the screens are read. */
export function noteDirection(latest: Language["direction"]): void {
  direction = latest;
}

/** Whether the screens are read from the right. */
export const isReadFromRight = (): boolean => direction === "rtl";

/** Points from what was to what is, in the direction of reading: an arrow among letters is not turned round with them. */
export const onwards = (): "→" | "←" => (isReadFromRight() ? "←" : "→");
