import type { Kysely } from "kysely";

import type { Dashboard } from "#contract/dashboard.ts";
import type { DB } from "#db/types.gen.ts";
import type { Dates } from "#server/hawala/filters.ts";
import type { Actor } from "#server/http/serve.ts";
import { latestVerification } from "#server/last-verification.ts";
import { senderBalances } from "#server/sender-balances.ts";
import { fromSnapshot } from "#server/snapshot.ts";

import { adminFigures } from "./admin-figures.ts";
import { recentHawalas } from "./cards.ts";
import { cashFigures } from "./cash.ts";
import { hawalaDays } from "./hawala-days.ts";
import { hawalaFigures } from "./hawala-figures.ts";
import { officeDay } from "./office-day.ts";

/** The dashboard as this person is to see it. All of it is read from one snapshot: what is shown side by side belongs together. */
export function dashboardOf(db: Kysely<DB>, dates: Dates, actor: Actor): Promise<Dashboard> {
  return fromSnapshot(db, async (tx) => {
    const day = await officeDay(tx, actor);
    return {
      today: day.today,
      senderCode: day.senderCode,
      ...(await hawalaFigures(tx, day, dates)),
      recent: await recentHawalas(tx, day, dates),
      hawalaDays: await hawalaDays(tx, day, dates),
      ...(await cashFigures(tx, day.today)),
      verification: await latestVerification(tx),
      senderBalances: (await senderBalances(tx)).balances,
      ...(actor.isAdmin ? { admin: await adminFigures(tx, day, dates) } : {}),
    };
  });
}
