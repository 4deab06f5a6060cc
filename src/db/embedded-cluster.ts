import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { clusterFolderOf, makePassword, needsPassword } from "./embedded-address.ts";
import { endProcessesIn } from "./embedded-processes.ts";
import type { Programs } from "./embedded-programs.ts";
import { giveFolder, type RunAs } from "./embedded-user.ts";
import { reasonOf, StartError } from "./start-error.ts";
import { syncFolder } from "./sync-folder.ts";

/** The files of the embedded cluster and the means to run it. */
export interface Cluster {
  readonly dataDir: string;
  readonly folder: string;
  readonly programs: Programs;
  readonly runAs: RunAs | undefined;
}

const majorVersion = "18";
const unfinishedPrefix = "postgres.new-";

/**
 * The locale of a new cluster. The built-in provider orders by code point and knows the letters of all scripts, and is
 * the same on every machine, so that no system update can silently corrupt an index. LC_CTYPE still matters to pg_trgm:
 * with plain C it sees no letters in Persian and Pashto words; C.UTF-8 is tried first for that.
 */
const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
const characterTypes = ["C.UTF-8", "C"];

/** Makes the cluster unless it is there. Refuses files of another major version and anything that is no cluster. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  await removeUnfinished(cluster.dataDir);
  checkOwner(cluster);
  if (existsSync(join(cluster.folder, "PG_VERSION"))) return checkVersion(cluster.folder);
  if (existsSync(cluster.folder) && readdirSync(cluster.folder).length > 0) {
    throw new StartError(`${cluster.folder} holds files but no PostgreSQL cluster: move them away or choose another DATA_DIR.`);
  }
  const unfinished = `${cluster.folder}.new-${randomBytes(6).toString("hex")}`;
  await fillCluster(cluster, unfinished);
  // The rename makes it a cluster: a crash before leaves an unfinished folder that the next start removes.
  renameSync(unfinished, cluster.folder);
  syncFolder(cluster.dataDir);
}

/** Whether a cluster was ever made there. Where this user may not look, whoever opens it says so. */
export function hasCluster(folder: string): boolean {
  try {
    return statSync(join(folder, "PG_VERSION"), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * What PostgreSQL's programs are told the folder is. They start inside the folder, and this link leads there without
 * walking the path: the account that runs them need not be able to enter the folders above.
 */
export function folderArgument(folder: string): string {
  return process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** The environment of PostgreSQL's programs: ours holds secrets and PG* variables that are none of their business. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP"].map((name) => [name, process.env[name]] as const);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), TZ: "UTC" };
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(unfinishedPrefix))) {
    const folder = join(dataDir, name);
    // The initdb of a killed server goes on filling its folder.
    await endProcessesIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Root gives a cluster that root owns (copied back from somewhere) to the account that will run it. */
function checkOwner({ folder, runAs }: Cluster): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || process.getuid === undefined) return;
  if (runAs !== undefined && owner !== runAs.uid) giveFolder(folder, runAs);
  if (runAs === undefined && owner !== process.getuid()) {
    throw new StartError(`${folder} belongs to another user (id ${owner}): start Sarraf as that user or as root.`);
  }
}

function checkVersion(folder: string): void {
  const written = readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (written === majorVersion) return;
  throw new StartError(
    `${folder} was written by PostgreSQL ${written}, Sarraf brings PostgreSQL ${majorVersion}: restore a backup into a new DATA_DIR.`,
  );
}

async function fillCluster(cluster: Cluster, folder: string): Promise<void> {
  const reasons: string[] = [];
  for (const characterType of characterTypes) {
    rmSync(folder, { recursive: true, force: true });
    makeFolder(cluster, folder);
    const reason = await initialise(cluster, folder, characterType);
    if (reason === undefined) return;
    reasons.push(reason);
  }
  rmSync(folder, { recursive: true, force: true });
  throw new StartError(`The database cluster in ${cluster.dataDir} cannot be created: ${reasons[0]}`);
}

function makeFolder({ dataDir, runAs }: Cluster, folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written by this user: ${reasonOf(error)}.`);
  }
}

/** Runs initdb; the reason when it failed. */
function initialise(cluster: Cluster, folder: string, characterType: string): Promise<string | undefined> {
  const access = needsPassword()
    ? ["--auth=scram-sha-256", `--pwfile=${makePassword(cluster.dataDir)}`]
    : ["--auth-local=trust", "--auth-host=reject"];
  const args = [
    "-D",
    folderArgument(folder),
    "-U",
    "postgres",
    ...locale,
    `--lc-ctype=${characterType}`,
    ...access,
    "--data-checksums",
    "--no-instructions",
  ];
  return new Promise((resolve) => {
    const child = spawn(cluster.programs.initdb, args, {
      cwd: folder,
      // In a session of its own: Ctrl+C is for us to handle.
      detached: true,
      env: programEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
      ...cluster.runAs,
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)));
    child.once("error", (error) => resolve(reasonOf(error)));
    child.once("close", (status) => resolve(status === 0 ? undefined : reasonOf(said || `initdb ended with ${status}`)));
  });
}

/** The cluster of a data folder. */
export function clusterOf(dataDir: string, programs: Programs, runAs: RunAs | undefined): Cluster {
  return { dataDir, folder: clusterFolderOf(dataDir), programs, runAs };
}
