import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from "kysely";

import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { auditDone, system, type AuditActor } from "#server/audit.ts";
import { announce } from "#server/live/announce.ts";

import { filesIn, isWhole } from "./folder.ts";
import type { Attempt, Schedule } from "./schedule.ts";
import type { MadeBackup } from "./thread.ts";

/** How a backup ended. */
export interface Verdict {
  readonly verdict: "good" | "unchecked" | "failed";
  readonly reason: string | null;
}

/** Which one has ended, and how. */
type Ended = Verdict & { readonly id: number };

/** Writes down that a backup is begun; answers its id. */
export async function noteBegin(db: Kysely<DB>, origin: "schedule" | "person", actor: AuditActor): Promise<number> {
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto("backups")
      .values({ origin, started_by: actor.userId })
      .returning("id")
      .executeTakeFirstOrThrow();
    await announce(tx, ["backups"]);
    return id;
  });
}

/** Writes down that its file is whole, and is looked at now. */
export async function noteMade(db: Kysely<DB>, id: number, file: MadeBackup & { readonly fileName: string }): Promise<void> {
  await transaction(db, async (tx) => {
    const { fileName, size, sha256, transactions, hawalas } = file;
    await tx
      .updateTable("backups")
      .set({
        verdict: "checking",
        file_name: fileName,
        size: String(size),
        sha256: Buffer.from(sha256, "hex"),
        transactions: String(transactions),
        hawalas: String(hawalas),
      })
      .where("id", "=", id)
      .execute();
    await announce(tx, ["backups"]);
  });
}

/** Writes down how far it is, in percent. */
export async function noteProgress(db: Kysely<DB>, id: number, progress: number): Promise<void> {
  await transaction(db, async (tx) => {
    const running = tx.updateTable("backups").set({ progress }).where("id", "=", id).where("finished_at", "is", null);
    await running.execute();
    await announce(tx, ["backups"]);
  });
}

/** Writes down how it ended, for the list and in the audit log. */
export async function noteEnd(db: Kysely<DB>, { id, verdict, reason }: Ended, actor: AuditActor): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await tx
      .updateTable("backups")
      .set({ verdict, reason, progress: 100, finished_at: sql`clock_timestamp()` })
      .where("id", "=", id)
      .where("finished_at", "is", null)
      .returning(["origin", "file_name", "size", "sha256"])
      .executeTakeFirst();
    if (row === undefined) return;
    await auditDone(tx, actor, {
      action: verdict === "failed" ? "backup.failed" : "backup.made",
      objectType: "backup",
      objectId: id,
      new: {
        verdict,
        reason,
        origin: row.origin,
        fileName: row.file_name,
        size: row.size === null ? null : Number.parseInt(row.size, 10),
        sha256: row.sha256?.toString("hex") ?? null,
      },
    });
  });
}

/** Notes which files lie whole in the folder and which do not, where that has changed: a good backup without its file is none. */
export async function noteFiles(db: Kysely<DB>, folder: string): Promise<void> {
  const rows = await db
    .selectFrom("backups")
    .select(["id", "file_name", "size", "file_missing"])
    .where("file_name", "is not", null)
    .execute();
  // After the rows: a file has its name and its whole length before its row tells of it, and so none is missed that is new.
  const files = await filesIn(folder);
  const changed = rows.filter((row) => row.file_missing === isWhole(files, row));
  if (changed.length === 0) return;
  const missing = changed.filter((row) => !row.file_missing).map(({ id }) => id);
  await transaction(db, async (tx) => {
    await tx
      .updateTable("backups")
      // Not turned over: another server may have looked at the same moment.
      .set({ file_missing: sql`id = any(${missing}::integer[])` })
      .where(
        "id",
        "in",
        changed.map(({ id }) => id),
      )
      .execute();
    await announce(tx, ["backups"]);
  });
}

/**
 * Ends what a server has left that was stopped or lost its database meanwhile. Only whoever alone makes backups may ask for it.
 * A file that was whole by then stays.
 */
export async function endInterrupted(db: Kysely<DB>): Promise<void> {
  const left = await db.selectFrom("backups").select(["id", "verdict"]).where("finished_at", "is", null).execute();
  for (const { id, verdict } of left) {
    const reason = `The server or the database was stopped before it was ${verdict === "checking" ? "checked" : "finished"}`;
    await noteEnd(db, { id, verdict: "failed", reason }, system);
  }
}

/**
 * Whether an instant lies behind us. One that is ahead was noted while a clock stood wrong: whatever it is of says nothing of now.
 * The database's clock may be before the server's, which `now` is of, or after it.
 */
export function hasBeen(instant: Expression<Date | null>, now?: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`${instant} <= greatest(${now ?? null}::timestamptz, clock_timestamp())`;
}

/** When backups are made, and how many good ones are kept. An office that began ahead of the clock began long ago. */
export async function backupSettings(db: Kysely<DB>): Promise<Schedule & { readonly kept: number }> {
  const row = await db
    .selectFrom("business_settings")
    .select(["backup_time", "backups_kept", "time_zone"])
    .select(({ ref }) => sql<Date>`case when ${hasBeen(ref("backups_since"))} then backups_since else 'epoch' end`.as("since"))
    .executeTakeFirstOrThrow();
  return { time: row.backup_time, timeZone: row.time_zone, since: row.since, kept: row.backups_kept };
}

/** The latest that count for a night: the schedule's own, and whatever is good. */
export async function nightAttempts(db: Kysely<DB>, now: Date): Promise<readonly Attempt[]> {
  const rows = await db
    .selectFrom("backups")
    .select(["verdict", "file_missing", "origin", "started_at", "finished_at"])
    .where(({ fn }) => hasBeen(fn<Date>("greatest", ["started_at", "finished_at"]), now))
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return rows
    .map((row) => ({ ...row, verdict: countsAs(row) }))
    .filter(({ origin, verdict }) => origin === "schedule" || verdict === "good")
    .map((row) => ({ verdict: row.verdict, startedAt: row.started_at, finishedAt: row.finished_at }));
}

/**
 * What a backup is worth, for the schedule and for retention. One without its whole file is worth no more than one that failed:
 * another is made for its night, and it takes no good one's place among the kept.
 */
export function countsAs(row: { readonly verdict: string; readonly file_missing: boolean }): string {
  return row.file_missing ? "failed" : row.verdict;
}
