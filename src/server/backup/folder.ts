import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { makeDataFolder, makeFolders } from "#db/embedded-lock.ts";
import { StartError } from "#db/start-error.ts";
import { codeOf, isFull } from "#kernel/error-code.ts";

import { BackupFailure, onDisk } from "./failure.ts";

const unfinished = ".part";
const forgottenAfterMs = 24 * 3_600_000;
const mebibyte = 1024 * 1024;
/** What is left free beside a backup. */
const marginBytes = 32 * mebibyte;

/** Makes the folder, private to the server's user, unless it is there. */
export async function makeFolder(folder: string): Promise<void> {
  await onDisk(() => mkdir(folder, { recursive: true, mode: 0o700 }));
}

/**
 * Refuses, for the start, a DATA_DIR or BACKUP_DIR that cannot be made or written into: the first night would be too late to say so of
 * the second. A disk that is full is no wrong variable, and the office opens.
 */
export function requireFolders({ dataDir, backupDir }: { readonly dataDir: string; readonly backupDir: string }): void {
  makeDataFolder(dataDir);
  // What is wrong with DATA_DIR, where the backups are kept by default, is said of DATA_DIR. Beside another BACKUP_DIR and database it may be
  // one that is only read.
  const ofData = dirname(backupDir) === dataDir ? whyNotWritten(dataDir) : undefined;
  if (ofData !== undefined)
    throw new StartError(`DATA_DIR ${dataDir} cannot be written by this user (${ofData}): check its owner and permissions.`);
  const ofBackups = whyNotWritten(backupDir);
  if (ofBackups !== undefined)
    throw new StartError(`BACKUP_DIR ${backupDir} cannot be used (${ofBackups}): name a folder that this user may write into.`);
}

/** The code of the fault with which a folder, made where it is not there, takes no file; undefined where it takes one or its disk is full. */
function whyNotWritten(folder: string): string | undefined {
  // Servers that share the folder do not meet in it.
  const probe = unfinishedPath(folder);
  try {
    makeFolders(folder);
    writeFileSync(probe, "", { mode: 0o600, flag: "wx" });
    rmSync(probe, { force: true });
    return undefined;
  } catch (error) {
    return isFull(error) ? undefined : (codeOf(error) ?? "an unknown fault");
  }
}

/** A new name for a file, after the moment by the office's clock. */
export function fileNameAt(now: Date, timeZone: string, prefix: "sarraf" | "database_backup" = "sarraf"): string {
  const { year, month, day, hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const two = (figure: number): string => String(figure).padStart(2, "0");
  return `${prefix}_${String(year)}-${two(month)}-${two(day)}_${[hour, minute, second].map(two).join("-")}.sql`;
}

/** The path of a file that is being written. Nobody takes it for a backup. */
export function unfinishedPath(folder: string): string {
  return join(folder, `${randomBytes(8).toString("hex")}${unfinished}`);
}

/** Gives a whole file its name, for good: after a power cut it is there. Never takes the place of another. */
export async function giveName(path: string, folder: string, wanted: string): Promise<string> {
  const taken = new Set(await onDisk(() => readdir(folder)));
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = wanted.replace(/\.sql$/, `_${String(count)}.sql`);
  await onDisk(async () => {
    await rename(path, join(folder, name));
    await syncFolder(folder);
  });
  return name;
}

/** Windows has no such thing, and writes names down by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what interrupted backups have left, once nobody can be writing it any more. */
export async function removeForgotten(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(unfinished))) {
    const path = join(folder, name);
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now.getTime(),
    );
    if (now.getTime() - changedAt > forgottenAfterMs) await rm(path, { force: true });
  }
}

/** The files there and how large they are, by name; none where there is no folder. */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => [name, size] as const,
        () => undefined,
      ),
    ),
  );
  return new Map(sizes.filter((one) => one !== undefined));
}

/** The file of a backup as it was noted when it was written. */
interface Noted {
  readonly file_name: string | null;
  readonly size: string | null;
}

/**
 * Whether the file of a backup is among these, as long as it was written. One of another size was emptied, cut short or written
 * over since, by a full share or a program that copies files: it restores nothing and counts as missing.
 */
export function isWhole(files: ReadonlyMap<string, number>, { file_name: fileName, size }: Noted): boolean {
  const found = fileName === null ? undefined : files.get(fileName);
  return found !== undefined && String(found) === size;
}

/** Where a file of the folder is; a name never leads out of it. */
export function pathIn(folder: string, name: string): string {
  return join(folder, basename(name));
}

/** Refuses a folder whose disk has not so much room and a little more. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const needed = bytes + marginBytes;
  const free = await onDisk(() => freeBytes(folder));
  if (free >= needed) return;
  const inMebibytes = (figure: number): string => `${String(Math.ceil(figure / mebibyte))} MiB`;
  throw new BackupFailure(
    "disk",
    `The disk has too little room: ${inMebibytes(needed)} are needed, ${inMebibytes(free)} are free. Free some space and try again`,
  );
}

/** Whether so little is free on a folder's disk that PostgreSQL, which makes files of 16 MiB for its log, can go down for it. */
export async function isAlmostFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder).catch(() => Infinity)) < marginBytes;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
