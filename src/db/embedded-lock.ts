import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

import { isRunning, notedPid } from "./embedded-processes.ts";
import { giveToOwner } from "./embedded-user.ts";
import { inWordsIfFull, reasonOf, StartError } from "./start-error.ts";

export interface FolderLock {
  release(): void;
}

const lockFile = "sarraf.lock";
const processFile = "sarraf.pid";
const sqliteBusy = 5;

/**
 * Takes the data folder for this process, or says undefined when another process holds it.
 *
 * The lock must free itself when its holder dies in any way, must not depend on process numbers, and must hold
 * before PostgreSQL runs and while it is being restarted. Only a lock kept by the operating system does, and SQLite,
 * which is part of Node, is the portable way to one: an exclusive transaction that stays open on an empty file.
 * Nothing else may ever open `sarraf.lock` in this process: on POSIX systems closing any handle drops the lock.
 */
export function takeFolder(dataDir: string): FolderLock | undefined {
  const database = openLockFile(dataDir);
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw new StartError(`DATA_DIR ${dataDir} cannot be locked: ${reasonOf(error)}.`);
  }
  try {
    writeFileSync(join(dataDir, processFile), `${process.pid}\n`, { mode: 0o600 });
    for (const name of [lockFile, processFile]) giveToOwner(dataDir, join(dataDir, name));
  } catch (error) {
    database.close();
    throw inWordsIfFull(error, dataDir);
  }
  return {
    release: () => {
      if (!database.isOpen) return;
      rmSync(join(dataDir, processFile), { force: true });
      database.close();
    },
  };
}

/** The refusal for a folder that another process holds; it names that process when it can be known. */
export async function folderInUse(dataDir: string): Promise<StartError> {
  const deadlineAt = Date.now() + 1000;
  let holder = readHolder(dataDir);
  // The winner of a race writes its number a moment after it has the lock.
  while (holder === undefined && Date.now() < deadlineAt) {
    await pause(50);
    holder = readHolder(dataDir);
  }
  const who = holder === undefined ? "a running Sarraf" : `a running Sarraf (process ${holder})`;
  return new StartError(`DATA_DIR ${dataDir} is already in use by ${who}: stop it first or choose another DATA_DIR.`);
}

/** Makes the data folder, private to its owner. Refuses a path that cannot be one. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new Error("a file of that name is in the way");
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be created: ${reasonOf(error)}.`);
  }
}

/**
 * Makes a folder and those above it, private to their owner, unless they are there. Folder by folder: where the system says that
 * a new folder's parent is not there (/proc), Node's own way never ends.
 */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another server that starts at this moment may have made it.
    if (!existsSync(path)) throw error;
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    const database = new DatabaseSync(join(dataDir, lockFile), { timeout: 0 });
    // Whoever can read the file can hold it.
    chmodSync(join(dataDir, lockFile), 0o600);
    return database;
  } catch {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written by this user: check its owner and permissions.`);
  }
}

function readHolder(dataDir: string): number | undefined {
  const holder = notedPid(join(dataDir, processFile));
  return holder !== undefined && isRunning(holder) ? holder : undefined;
}
