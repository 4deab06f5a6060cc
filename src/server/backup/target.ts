import { existsSync, readdirSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";

import type pg from "pg";

import { startDatabaseServer, type DatabasePlace, type DatabaseServer } from "#db/database-server.ts";
import { requireSafeDatabase } from "#db/durability.ts";
import { clusterFolderOf } from "#db/embedded-address.ts";
import { migrationsFolder, requireRights } from "#db/migrate.ts";
import { StartError } from "#db/start-error.ts";

import { emptyAgain, requireEmpty } from "./emptiness.ts";
import type { WholeBackup } from "./format.ts";
import { openOwner, restoring } from "./owner-connection.ts";
import { databaseOf, markUnfinished, ownDatabase, unfinishedMark, whatWasCutOff } from "./unfinished.ts";

/** Where an office is restored to: an empty database, and the way back to that. */
export interface Target {
  readonly server: DatabaseServer;
  /** Which it is. */
  readonly database: string;
  /** Makes the database as empty as it was. For a caller who alone has filled it. */
  emptyAgain(): Promise<void>;
  /** Stops what was started; with `forget`, what was made in the data folder goes, too. */
  close(forget: boolean): Promise<void>;
}

/** Starts or reaches the database. Refuses a data folder that a server runs on, and a database that holds anything or may not be filled. */
export async function openTarget(place: DatabasePlace, log: (line: string) => void): Promise<Target> {
  const before = entriesOf(place.dataDir);
  const server = await startMarked(place, before, log);
  const close = async (forget: boolean): Promise<void> => {
    await server.stop();
    if (forget) forgetNew(place, before);
  };
  try {
    await requireSafeDatabase(server);
    const { database, emptiness } = await asOwner(server, async (client) => {
      await requireRights(client);
      const name = await databaseOf(place, (statement) => client.query(statement));
      return { database: name, emptiness: await requireEmpty(client, whatWasCutOff(place, name)) };
    });
    return { server, database, close, emptyAgain: () => asOwner(server, (client) => emptyAgain(client, emptiness)) };
  } catch (error) {
    await close(true);
    throw error;
  }
}

/**
 * Making a new embedded database takes seconds. A kill meanwhile would leave it empty, for the next start to begin a new office in: so it
 * is marked before. Of any other database it is not known yet whether it may be filled.
 */
async function startMarked(place: DatabasePlace, before: Entries, log: (line: string) => void): Promise<DatabaseServer> {
  const takeBack = isOwnNew(place, before) ? markUnfinished(place.dataDir, ownDatabase) : undefined;
  try {
    return await startDatabaseServer(place, log);
  } catch (error) {
    takeBack?.();
    throw error;
  }
}

/** Whether the database is an embedded one that was not there before. */
function isOwnNew({ dataDir, databaseUrl }: DatabasePlace, before: Entries): boolean {
  return databaseUrl === undefined && before?.has(basename(clusterFolderOf(dataDir))) !== true;
}

/** Refuses a backup whose database has seen migrations that this program does not know. */
export async function refuseNewer({ header }: WholeBackup, path: string): Promise<void> {
  const known = new Set((await readdir(migrationsFolder)).map((file) => file.replace(/\.sql$/, "")));
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartError(`${path} was made by a newer Sarraf (it has ${unknown.at(-1) ?? ""}): restore it with that version.`);
  }
}

/** Does something as the owner of the database. */
export async function asOwner<T>({ owner }: DatabaseServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { client, hangUp } = await openOwner(owner, restoring);
  try {
    return await work(client);
  } finally {
    hangUp();
  }
}

/** What lies in a folder; undefined where it is not there. */
type Entries = ReadonlySet<string> | undefined;

function entriesOf(folder: string): Entries {
  return existsSync(folder) ? new Set(readdirSync(folder)) : undefined;
}

/**
 * Removes what is new in a folder, and the folder where it was not there at all. That something half done was left stays known, unless it
 * was in what is removed.
 */
function forgetNew(place: DatabasePlace, before: Entries): void {
  const { dataDir } = place;
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
  for (const name of entriesOf(dataDir) ?? []) {
    const isKept = before?.has(name) === true || (name === unfinishedMark && !isOwnNew(place, before));
    if (!isKept) rmSync(join(dataDir, name), options);
  }
  if (before === undefined && entriesOf(dataDir)?.size === 0) rmSync(dataDir, options);
}
