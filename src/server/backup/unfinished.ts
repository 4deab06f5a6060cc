import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { DatabasePlace } from "#db/database-server.ts";
import { clusterFolderOf } from "#db/embedded-address.ts";
import { makeDataFolder } from "#db/embedded-lock.ts";
import { StartError } from "#db/start-error.ts";
import { syncFolder } from "#db/sync-folder.ts";

/** Lies in the data folder while a restore is under way: a kill or a power cut leaves it there, and nothing else would tell of that. */
export const unfinishedMark = "restore.unfinished";

const pathIn = (dataDir: string): string => join(dataDir, unfinishedMark);

/** Says, on the disk, that a restore is under way. */
export function markUnfinished(dataDir: string): void {
  makeDataFolder(dataDir);
  writeFileSync(pathIn(dataDir), "A restore has begun here and is not done.\n", { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

/** Says that none is, and that nothing half done was left. */
export function unmarkUnfinished(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** What an operator is told where a restore was cut off; undefined where none was. */
export function whatWasCutOff({ dataDir, databaseUrl }: DatabasePlace): string | undefined {
  if (!existsSync(pathIn(dataDir))) return undefined;
  const [into, remedy] =
    databaseUrl === undefined
      ? [`DATA_DIR ${dataDir}`, `move ${clusterFolderOf(dataDir)} aside`]
      : ["the database of DATABASE_URL", "have that name a new, empty database"];
  return `A restore into ${into} was cut off before it was done, as ${pathIn(dataDir)} says, and what it left was never verified: ${remedy} and run npm run restore again.`;
}

/**
 * Refuses an office whose restore was cut off. Where that had not come far, a start would make a new office in its place, with
 * nobody's balances.
 */
export function refuseUnfinished(place: DatabasePlace): void {
  const cutOff = whatWasCutOff(place);
  if (cutOff !== undefined) throw new StartError(cutOff);
}
