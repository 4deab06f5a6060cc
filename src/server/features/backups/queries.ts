import type { Kysely } from "kysely";

import type { Backup, BackupList } from "#contract/backups.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { filesIn, isWhole } from "#server/backup/folder.ts";
import { backupState } from "#server/backup/state.ts";

/** More than are ever kept. */
const longestList = 1_000;

/** Every backup, the latest first, and how the office stands with them. */
export async function backupList(db: Kysely<DB>, folder: string): Promise<BackupList> {
  const [state, backups] = await Promise.all([backupState(db, new Date()), backupsIn(db, folder)]);
  return { ...state, folder, backups };
}

/** One of them. */
export async function backupOf(db: Kysely<DB>, folder: string, id: number): Promise<Backup> {
  const [found] = await backupsIn(db, folder, id);
  assert(found !== undefined, "a backup that was begun is in the list");
  return found;
}

async function backupsIn(db: Kysely<DB>, folder: string, id?: number): Promise<Backup[]> {
  const all = db
    .selectFrom("backups as b")
    .leftJoin("users as u", "u.id", "b.started_by")
    .selectAll("b")
    .select("u.username")
    .orderBy("b.id", "desc")
    .limit(longestList);
  const rows = await (id === undefined ? all : all.where("b.id", "=", id)).execute();
  // After the rows: a backup that is noted meanwhile has its file by then.
  const files = await filesIn(folder);
  const number = (figure: string | null): number | null => (figure === null ? null : Number.parseInt(figure, 10));
  return rows.map((row) => ({
    id: row.id,
    origin: row.origin === "schedule" ? "schedule" : "person",
    verdict: row.verdict as Backup["verdict"],
    reason: row.reason,
    progress: row.finished_at === null ? row.progress : null,
    fileName: row.file_name,
    size: number(row.size),
    sha256: row.sha256?.toString("hex") ?? null,
    transactions: number(row.transactions),
    hawalas: number(row.hawalas),
    hasFile: isWhole(files, row),
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    startedBy: row.username,
  }));
}
