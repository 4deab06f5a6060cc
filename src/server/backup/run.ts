import { open, rm, type FileHandle } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";

import { isDatabaseAway } from "#db/client.ts";
import { inDatabase, type Connection } from "#db/connection.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";

import { BackupFailure, failureOf, onDisk } from "./failure.ts";
import { fileNameAt, giveName, makeFolder, pathIn, removeForgotten, requireRoom, unfinishedPath } from "./folder.ts";
import { openOwner } from "./owner-connection.ts";
import type { ProofOrder } from "./prove.ts";
import { backupSettings, noteMade, type Verdict } from "./record.ts";
import { createScratch, dropScratch, scratchName } from "./scratch.ts";
import { makeInThread, proveInThread, type MadeBackup, type Watch } from "./thread.ts";

/** What a backup is made of, and where it goes. */
export interface Place {
  readonly db: Kysely<DB>;
  readonly owner: Connection;
  readonly auditKey: AuditKey;
  readonly log: Logger;
  readonly folder: string;
  /** Where the embedded database has its files; undefined where the database is somewhere else. */
  readonly databaseFolder: string | undefined;
}

/** Of all the time it takes, the part in which the file is written, in percent. */
const makingShare = 45;
const millisecondsAgain = 1_000;
const attempts = 5;

/**
 * Makes the backup of this id and proves it. Whatever happens has a verdict; a file stands in the folder only under the
 * name that is noted.
 */
export async function makeAndProve(place: Place, id: number, watch: Watch & { readonly client: pg.Client }): Promise<Verdict> {
  const { folder, log } = place;
  const making = { ...watch, heard: (percent: number) => watch.heard(Math.floor((percent * makingShare) / 100)) };
  const proving = {
    ...watch,
    heard: (percent: number) => watch.heard(makingShare + Math.floor((percent * (100 - makingShare)) / 100)),
  };
  try {
    const file = await makeNamed(place, watch.client, making);
    try {
      await noteMade(place.db, id, file);
    } catch (error) {
      await rm(pathIn(folder, file.fileName), { force: true });
      throw error;
    }
    return await prove(place, { path: pathIn(folder, file.fileName), sha256: file.sha256 }, proving);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === "unforeseen") log.error({ err: error, backup: id }, "a backup failed");
    else log.warn({ backup: id }, `a backup failed: ${failure.message}`);
    return { verdict: "failed", reason: sentenceOf(failure) };
  }
}

async function makeNamed(place: Place, client: pg.Client, watch: Watch): Promise<MadeBackup & { readonly fileName: string }> {
  const { folder, db } = place;
  await makeFolder(folder);
  await removeForgotten(folder, new Date());
  return makeUnfinished(place, { client, watch }, async (path, made) => {
    const { timeZone } = await backupSettings(db);
    return { ...made, fileName: await giveName(path, folder, fileNameAt(new Date(made.made), timeZone)) };
  });
}

interface Making {
  readonly client: pg.Client;
  readonly watch: Watch;
}

/** Makes a file without a name; what is done with it is the caller's, and what is left of it afterwards is removed. */
async function makeUnfinished<T>(
  { owner, auditKey, folder }: Place,
  { client, watch }: Making,
  handOn: (path: string, made: MadeBackup) => Promise<T>,
): Promise<T> {
  await requireRoom(folder, await databaseSize(client));
  const path = unfinishedPath(folder);
  try {
    return await handOn(path, await makeInThread({ owner, auditKey, path }, watch));
  } finally {
    await rm(path, { force: true });
  }
}

/** Restores the file beside the office and verifies the books there. */
async function prove(
  place: Place,
  file: Pick<ProofOrder, "path" | "sha256">,
  watch: Making["watch"] & { readonly client: pg.Client },
): Promise<Verdict> {
  const { owner, auditKey, databaseFolder } = place;
  const { client } = watch;
  const name = await scratchName(client);
  try {
    if (databaseFolder !== undefined) await requireRoom(databaseFolder, 2 * (await databaseSize(client)));
    await createScratch(client, name);
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    return { verdict: "unchecked", reason: sentenceOf(error) };
  }
  try {
    const faults = await proveInThread({ scratch: inDatabase(owner, name), office: owner, auditKey, ...file }, watch);
    if (faults.length === 0) return { verdict: "good", reason: null };
    const more = faults.length > 1 ? ` (and ${String(faults.length - 1)} more)` : "";
    return { verdict: "failed", reason: `Its books do not balance: ${faults[0] ?? ""}${more}` };
  } finally {
    await dropScratch(client, name).catch((error: unknown) => {
      place.log.warn({ err: error }, "the database of a backup's check is still there; the next check removes it");
    });
  }
}

/** In bytes. A backup has no indexes, and pictures at twice their size: what does not fit after all, fails when it is written. */
async function databaseSize(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
  const [size] = rows;
  assert(size !== undefined, "a database has a size");
  return Number.parseInt(size.bytes, 10);
}

/** A file of the database as it is now, that is gone from the folder already: whoever holds it reads it, once. */
export interface Spooled extends MadeBackup {
  readonly handle: FileHandle;
}

/** Makes a backup for somebody who takes it along. */
export async function makeForTaking(place: Place, watch: Watch): Promise<Spooled> {
  await makeFolder(place.folder);
  const { client, hangUp } = await openOwner(place.owner, "sarraf backup");
  try {
    return await makeUnfinished(place, { client, watch }, async (path, made) => ({
      ...made,
      handle: await onDisk(() => open(path, "r")),
    }));
  } finally {
    hangUp();
  }
}

/** Tries again for a while what has to be written down once the database is back. */
export async function insist(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || signal.aborted || !isDatabaseAway(error)) throw error;
      await pause(millisecondsAgain * attempt, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** As it stands in the list: a defect of ours says nothing to an administrator. */
function sentenceOf({ kind, message }: BackupFailure): string {
  return kind === "unforeseen" ? "Something went wrong on the server. The cause stands in its log" : message;
}
