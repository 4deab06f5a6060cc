import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

import { Refusal } from "#kernel/refusal.ts";
import { audit } from "#server/audit.ts";
import { fileNameAt, pathIn } from "#server/backup/folder.ts";
import { backupSettings } from "#server/backup/record.ts";
import type { Deps } from "#server/deps.ts";
import { download, type Answer } from "#server/http/answer.ts";
import type { Actor } from "#server/http/serve.ts";

const type = "application/sql";

type Keeping = Pick<Deps, "db" | "backups">;

/**
 * The database as it is now, for somebody who takes it along. The file is whole, on the disk and read back before the first byte
 * leaves, and that it left is on record. Refuses while the disk or the database cannot give it. `gone` gives it up.
 */
export async function takeDatabase({ db, backups }: Keeping, actor: Actor, gone: AbortSignal): Promise<Answer<Readable>> {
  const { handle, made, size, sha256 } = await backups.take(gone);
  try {
    const { timeZone } = await backupSettings(db);
    const name = fileNameAt(new Date(made), timeZone, "database_backup");
    await audit(db, actor, { action: "backup.taken", objectType: "database", new: { fileName: name, size, sha256 } });
    return download({ bytes: handle.createReadStream(), size, type, name });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The file of a backup. Refuses one that is not there, and one that is no longer what was written: what it holds is carried out one day. */
export async function takeFile({ db, backups }: Keeping, id: number, actor: Actor): Promise<Answer<Readable>> {
  const row = await db.selectFrom("backups").select(["file_name", "size", "sha256"]).where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.file_name === null) throw new Refusal("not_found", "There is no file of this backup");
  const handle = await open(pathIn(backups.folder, row.file_name), "r").catch(() => {
    throw new Refusal("not_found", "The file of this backup is no longer in its folder");
  });
  try {
    const { size } = await handle.stat();
    if (String(size) !== row.size || row.sha256?.equals(await sha256Of(handle)) !== true) {
      throw new Refusal("conflict", "The file of this backup was changed since it was made");
    }
    await audit(db, actor, {
      action: "backup.downloaded",
      objectType: "database",
      objectId: id,
      new: { fileName: row.file_name },
    });
    return download({ bytes: handle.createReadStream({ start: 0 }), size, type, name: row.file_name });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function sha256Of(file: FileHandle): Promise<Buffer> {
  const whole = createHash("sha256");
  for await (const piece of file.createReadStream({ start: 0, autoClose: false })) whole.update(piece as Buffer);
  return whole.digest();
}
