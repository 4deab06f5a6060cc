import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";

import { clientConfig } from "#db/client.ts";
import type { DatabasePlace, DatabaseServer } from "#db/database-server.ts";
import { clusterFolderOf } from "#db/embedded-address.ts";
import { makeDataFolder } from "#db/embedded-lock.ts";
import { giveToOwner } from "#db/embedded-user.ts";
import { holdsOffice } from "#db/migrate.ts";
import { clusterPlace, type Ask } from "#db/place.ts";
import { inWordsIfFull, StartError } from "#db/start-error.ts";
import { syncFolder } from "#db/sync-folder.ts";

/** Lies in the data folder while a restore is under way: a kill or a power cut leaves it there, and nothing else would tell of that. */
export const unfinishedMark = "restore.unfinished";

const pathIn = (dataDir: string): string => join(dataDir, unfinishedMark);
const begun = "A restore has begun and is not done: ";
const markOf = (database: string): string => `${begun}${database}\n`;

/** What a mark calls the embedded database, be it there already or not. */
export const ownDatabase = "the database of this folder";

/** Which database a restore is into: a data folder has its own, and may be that of a server on an external one. */
export async function databaseOf({ databaseUrl }: DatabasePlace, ask: Ask): Promise<string> {
  return databaseUrl === undefined ? ownDatabase : `the external database ${await clusterPlace(ask)}`;
}

/**
 * Says, on the disk, that a restore into that database is under way. Answers what says that nothing half done was left by it, whatever
 * was said before.
 */
export function markUnfinished(dataDir: string, database: string): () => void {
  makeDataFolder(dataDir);
  const path = pathIn(dataDir);
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  writeWhole(dataDir, markOf(database));
  syncFolder(dataDir);
  return () => (before === undefined ? unmarkUnfinished(dataDir) : writeWhole(dataDir, before));
}

/** Says that a restore was done. */
export function unmarkUnfinished(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
  syncFolder(dataDir);
}

/** Or not at all, where the disk is full; for the service to read, also where root restores. */
function writeWhole(dataDir: string, text: string): void {
  const path = pathIn(dataDir);
  const fresh = `${path}.new`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true });
    giveToOwner(dataDir, fresh);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw inWordsIfFull(error, dataDir);
  }
}

/** What an operator is told where a restore into this database was cut off; undefined where none was, or one into another. */
export function whatWasCutOff({ dataDir, databaseUrl }: DatabasePlace, database: string): string | undefined {
  if (!existsSync(pathIn(dataDir)) || isOfAnother(dataDir, database)) return undefined;
  const [into, remedy] =
    databaseUrl === undefined
      ? [`DATA_DIR ${dataDir}`, `move ${clusterFolderOf(dataDir)} aside`]
      : ["the database of DATABASE_URL", "have that name a new, empty database"];
  return `A restore into ${into} was cut off before it was done, as ${pathIn(dataDir)} says, and what it left was never verified: ${remedy} and run npm run restore again.`;
}

function isOfAnother(dataDir: string, database: string): boolean {
  const mark = readFileSync(pathIn(dataDir), "utf8");
  return mark.startsWith(begun) && mark !== markOf(database);
}

/**
 * Refuses an office whose restore was cut off. Where that had not come far, or was to be run again into another database, a start would
 * make a new office in its place, with nobody's balances. One that is in another database has nothing to do with it.
 */
export async function refuseUnfinished(place: DatabasePlace, { owner }: DatabaseServer): Promise<void> {
  if (!existsSync(pathIn(place.dataDir))) return;
  const client = new pg.Client(clientConfig(owner, { applicationName: "sarraf start" }));
  client.on("error", () => undefined);
  try {
    await client.connect();
    const cutOff = whatWasCutOff(place, await databaseOf(place, (statement) => client.query(statement)));
    if (cutOff !== undefined) throw new StartError(cutOff);
  } finally {
    await client.end().catch(() => undefined);
  }
  if (await holdsOffice(owner)) return;
  throw new StartError(
    `A restore was cut off before it was done, as ${pathIn(place.dataDir)} says, and this database is empty: run npm run restore again, or remove that file to begin a new office.`,
  );
}
