import { existsSync, readdirSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

import { startDatabaseServer, type DatabasePlace, type DatabaseServer } from "#db/database-server.ts";
import { requireSafeDatabase } from "#db/durability.ts";
import { migrationsFolder, requireRights } from "#db/migrate.ts";
import { StartError } from "#db/start-error.ts";

import { emptyAgain, requireEmpty } from "./emptiness.ts";
import type { WholeBackup } from "./format.ts";
import { openOwner, restoring } from "./owner-connection.ts";
import { unfinishedMark, whatWasCutOff } from "./unfinished.ts";

/** Where an office is restored to: an empty database, and the way back to that. */
export interface Target {
  readonly server: DatabaseServer;
  /** Makes the database as empty as it was. For a caller who alone has filled it. */
  emptyAgain(): Promise<void>;
  /** Stops what was started; with `forget`, what was made in the data folder goes, too. */
  close(forget: boolean): Promise<void>;
}

/** Starts or reaches the database. Refuses a data folder that a server runs on, and a database that holds anything or may not be filled. */
export async function openTarget(place: DatabasePlace, log: (line: string) => void): Promise<Target> {
  const before = entriesOf(place.dataDir);
  const server = await startDatabaseServer(place, log);
  const close = async (forget: boolean): Promise<void> => {
    await server.stop();
    if (forget) forgetNew(place.dataDir, before);
  };
  try {
    await requireSafeDatabase(server);
    const then = await asOwner(server, async (client) => {
      await requireRights(client);
      return requireEmpty(client, whatWasCutOff(place));
    });
    return { server, close, emptyAgain: () => asOwner(server, (client) => emptyAgain(client, then)) };
  } catch (error) {
    await close(true);
    throw error;
  }
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

function entriesOf(folder: string): ReadonlySet<string> | undefined {
  return existsSync(folder) ? new Set(readdirSync(folder)) : undefined;
}

/** Removes what is new in a folder, or the folder where it was not there at all. That something half done was left stays known. */
function forgetNew(folder: string, before: ReadonlySet<string> | undefined): void {
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
  if (before === undefined) return rmSync(folder, options);
  for (const name of entriesOf(folder) ?? []) {
    if (!before.has(name) && name !== unfinishedMark) rmSync(join(folder, name), options);
  }
}
