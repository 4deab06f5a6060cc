import type { Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";

/** An instant (ISO text) as the office's clock showed it: "2026-03-05 14:33". */
export type OfficeClock = (instant: string) => string;

/** Reads the office's time zone; every file says times in it, as the screens do. `medium` shows the seconds too. */
export async function officeClock(db: Kysely<DB>, timeStyle: "short" | "medium" = "short"): Promise<OfficeClock> {
  const settings = await db.selectFrom("business_settings").select("time_zone").executeTakeFirstOrThrow();
  // The Swedish way of writing an instant is the one that sorts.
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: settings.time_zone, dateStyle: "short", timeStyle });
  return (instant) => clock.format(new Date(instant));
}
