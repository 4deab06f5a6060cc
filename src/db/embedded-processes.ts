import { execFileSync } from "node:child_process";
import { chownSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { codeOf } from "#kernel/error-code.ts";

import { accepts, openAddress, socketFile } from "./embedded-address.ts";
import type { Cluster } from "./embedded-cluster.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** How fast PostgreSQL is asked to stop: with a checkpoint, without one (the next start recovers), or by force. */
export type StopMode = "fast" | "immediate" | "kill";

const signals = { fast: "SIGINT", immediate: "SIGQUIT", kill: "SIGKILL" } as const;
const patienceMs = { fast: 3000, immediate: 1000, kill: 2000 } as const;
const pollMs = 10;

/**
 * Makes the cluster free for a new postmaster: ends the one that a killed server left running, its remaining children,
 * and whatever would mislead PostgreSQL into believing that one still runs. Call it only while holding the folder.
 */
export async function clearCluster(cluster: Cluster): Promise<void> {
  const pid = notedPid(pidFile(cluster.folder));
  if (pid !== undefined && isPostmaster(pid, cluster)) await stopPostmaster(pid, cluster);
  await refuseUnknownServer(cluster);
  await endProcessesIn(cluster.folder);
  forgetPid(cluster, pid);
}

/** Stops the postmaster, harder when it does not obey; returns once it is gone. `firstMode` fast unless hurried. */
export async function stopPostmaster(pid: number, cluster: Cluster, firstMode: StopMode = "fast"): Promise<void> {
  const modes: readonly StopMode[] = ["fast", "immediate", "kill"];
  for (const mode of modes.slice(modes.indexOf(firstMode))) {
    signal(pid, mode, cluster);
    if (await isGone(pid, patienceMs[mode])) return;
  }
  throw new StartError(`The PostgreSQL server of ${cluster.dataDir} (process ${pid}) cannot be stopped.`);
}

/** Asks the process to stop in that mode; a process that is gone already is no error. */
function signal(pid: number, mode: StopMode, cluster: Cluster): void {
  try {
    // Windows has no signals; pg_ctl speaks to PostgreSQL's own substitute for them.
    if (process.platform === "win32" && mode !== "kill")
      execFileSync(cluster.programs.pgCtl, ["kill", signals[mode].slice(3), String(pid)]);
    else process.kill(pid, signals[mode]);
  } catch (error) {
    if (isRunning(pid))
      throw new StartError(`The PostgreSQL server of ${cluster.dataDir} (process ${pid}) cannot be stopped: ${reasonOf(error)}.`);
  }
}

/**
 * Ends PostgreSQL's processes in a folder: the children of a postmaster that is gone, an initdb whose starter is gone. They
 * would end by themselves, but a long query may take its time, and until then no new postmaster may start. Only Linux
 * tells us which processes they are.
 */
export async function endProcessesIn(folder: string): Promise<void> {
  if (process.platform !== "linux") return;
  const numbers = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const found = numbers.filter((pid) => /^(postgres|initdb)$/.test(commandOf(pid)) && worksIn(pid, folder) === true);
  found.forEach(end);
  for (const pid of found) await isGone(pid, patienceMs.kill);
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

async function isGone(pid: number, patience: number): Promise<boolean> {
  const deadlineAt = Date.now() + patience;
  while (isRunning(pid)) {
    if (Date.now() > deadlineAt) return false;
    await pause(pollMs);
  }
  return true;
}

/** Whether the process lives; a dead one whose parent has not noticed is dead. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** A dead child that its parent has not taken notice of yet, as in containers without an init process. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  return / Z /.test(readOrEmpty(`/proc/${pid}/stat`).replace(/^.*\)/s, ""));
}

/** The number at the start of a process file, whether or not that process still lives; undefined while none stands there. */
export function notedPid(file: string): number | undefined {
  const pid = Number.parseInt(readOrEmpty(file), 10);
  return pid > 0 ? pid : undefined;
}

/** What the postmaster of that number says of itself in the eighth line of its note; undefined where the note is not its own. */
export function statusOf(pid: number | undefined, { folder }: Cluster): string | undefined {
  const lines = readOrEmpty(pidFile(folder)).split("\n");
  return lines[0] === String(pid) ? lines[7]?.trim() : undefined;
}

/** Whether that process is the cluster's postmaster, and not one that got the number after a crash. */
function isPostmaster(pid: number, cluster: Cluster): boolean {
  if (pid === process.pid || !isRunning(pid) || commandOf(pid) !== "postgres") return false;
  if (process.platform !== "linux") return true;
  // A container's root may not look at another account's processes: then the name and the owner must do.
  return worksIn(pid, cluster.folder) ?? ownerOf(pid) === statSync(cluster.folder).uid;
}

function commandOf(pid: number): string {
  if (process.platform === "linux") return readOrEmpty(`/proc/${pid}/comm`).trim();
  try {
    const onWindows = process.platform === "win32";
    const [program = "", ...args] = onWindows
      ? ["tasklist", "/FI", `PID eq ${pid}`, "/NH"]
      : ["ps", "-o", "comm=", "-p", `${pid}`];
    return /\bpostgres\b/.test(execFileSync(program, args, { encoding: "utf8" })) ? "postgres" : "";
  } catch {
    return "";
  }
}

/** Whether the process stands in the folder, as PostgreSQL's processes do; undefined when we may not know. */
function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    const there = statSync(`/proc/${pid}/cwd`);
    const here = statSync(folder);
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    return undefined;
  }
}

function ownerOf(pid: number): number | undefined {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}

/** Somebody answers on the socket although no process of ours can be seen: another container with the same folder. */
async function refuseUnknownServer({ dataDir, folder }: Cluster): Promise<void> {
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  const address = openAddress(dataDir);
  try {
    if (await accepts(address))
      throw new StartError(`DATA_DIR ${dataDir} is in use by a PostgreSQL server that cannot be seen from here: stop it first.`);
  } finally {
    address.close();
  }
}

/**
 * No postmaster lives, so the note of one is stale. PostgreSQL notices by itself unless the number was given to another
 * process since. The note is not simply removed: it also tells PostgreSQL which shared memory to find unused before it
 * starts. It is made to name us, the future parent, which PostgreSQL takes for stale and then checks the rest.
 */
function forgetPid({ folder }: Cluster, pid: number | undefined): void {
  rmSync(`${socketFile(folder)}.lock`, { force: true });
  const file = pidFile(folder);
  const owner = statSync(file, { throwIfNoEntry: false });
  if (owner === undefined) return;
  if (pid === undefined) return rmSync(file);
  const rewritten = `${file}.new`;
  writeFileSync(rewritten, readOrEmpty(file).replace(/^\d+/, String(process.pid)), { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(rewritten, owner.uid, owner.gid);
  renameSync(rewritten, file);
}

function pidFile(folder: string): string {
  return join(folder, "postmaster.pid");
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
