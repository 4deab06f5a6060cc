import type { Kysely } from "kysely";

import { overdueAfterHours, type BackupState } from "#contract/backups.ts";
import type { DB } from "#db/types.gen.ts";

import { backupSettings, hasBeen, nightAttempts } from "./record.ts";
import { nextBegin } from "./schedule.ts";

const hourMs = 3_600_000;

/** How the office stands with its backups. An office of less than 36 hours is not late with its first one. */
export async function backupState(db: Kysely<DB>, now: Date): Promise<BackupState> {
  const schedule = await backupSettings(db);
  const good = await db
    .selectFrom("backups")
    .select(["id", "finished_at"])
    .where("verdict", "=", "good")
    .where("file_missing", "=", false)
    .where(({ ref }) => hasBeen(ref("finished_at"), now))
    .orderBy("finished_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const running = await db.selectFrom("backups").select("id").where("finished_at", "is", null).limit(1).executeTakeFirst();
  const goodAt = good?.finished_at ?? undefined;
  const ageMs = now.getTime() - (goodAt ?? schedule.since).getTime();
  return {
    lastGood:
      good === undefined || goodAt === undefined
        ? null
        : { id: good.id, finishedAt: goodAt.toISOString(), ageHours: Math.max(0, Math.floor(ageMs / hourMs)) },
    isOverdue: ageMs > overdueAfterHours * hourMs,
    isRunning: running !== undefined,
    nextAt: nextBegin(now, schedule, await nightAttempts(db, now)).toISOString(),
  };
}
