import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { listenSettings, type Address } from "./embedded-address.ts";
import { folderArgument, programEnvironment, type Cluster } from "./embedded-cluster.ts";
import { statusOf, stopPostmaster } from "./embedded-processes.ts";
import { giveToOwner } from "./embedded-user.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** A running PostgreSQL server that this process started. */
export interface Postmaster {
  readonly pid: number;
  /** Settled when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

export interface PostmasterWanted {
  readonly cluster: Cluster;
  readonly address: Address;
  /** Further server settings; they win over ours. */
  readonly settings: Readonly<Record<string, string>>;
}

// After a crash PostgreSQL replays its log before it answers: seconds as a rule, minutes on a slow disk.
const readyWithinMs = 300_000;
const pollMs = 20;
// Starting up, shutting down, too many connections.
const notYet = new Set(["57P01", "57P02", "57P03", "53300"]);
const logFile = "postgres.log";
const logLimitBytes = 10 * 1024 * 1024;
const gibibyte = 1024 ** 3;

/** The settings of the embedded server: safe before fast, and proportioned to an office's machine. */
function ownSettings(): Readonly<Record<string, string>> {
  return {
    cluster_name: "sarraf",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    max_connections: "60",
    shared_buffers: totalmem() >= 4 * gibibyte ? "256MB" : "128MB",
    effective_cache_size: `${Math.max(256, Math.floor(totalmem() / 2 / 1024 / 1024))}MB`,
    random_page_cost: "1.1",
    // Short queries on few cores: starting helpers or a compiler costs more than it saves.
    jit: "off",
    max_parallel_workers_per_gather: "0",
    // The more log between checkpoints, the longer the recovery after a crash.
    max_wal_size: "512MB",
    // Its files are kept and written again: making a new one, 16 MB of zeros, holds up whoever posts meanwhile.
    min_wal_size: "512MB",
    wal_buffers: "16MB",
    // Before a recovery everything must be on disk: one call for the whole file system instead of one per file.
    ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
    timezone: "UTC",
    log_timezone: "UTC",
    // Values of customers must not reach the log; errors of statements are logged by whoever sent them.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
  };
}

/** Starts PostgreSQL and returns once it answers. Refuses with what it wrote to its log when it ends instead. */
export async function startPostmaster(wanted: PostmasterWanted, abort?: AbortSignal): Promise<Postmaster> {
  const { cluster } = wanted;
  const log = openLog(cluster.dataDir);
  const child = launch(wanted, log.handle);
  closeSync(log.handle);
  const ended = endOf(child);
  const ready = await becomesReady(wanted, child, { ended, abort }).catch((error: unknown) => reasonOf(error));
  if (ready === true) return { pid: child.pid as number, ended };
  if (child.pid !== undefined && child.exitCode === null) await stopPostmaster(child.pid, cluster, "immediate");
  throw new StartError(`PostgreSQL cannot start in ${cluster.dataDir}: ${ready || whyEnded(cluster.dataDir, log.sizeBefore)}`);
}

/** True once it answers; otherwise why not, or nothing when it ended. */
async function becomesReady(
  { cluster, address }: PostmasterWanted,
  { pid }: ChildProcess,
  { ended, abort }: { ended: Promise<void>; abort: AbortSignal | undefined },
): Promise<true | string> {
  let over = false;
  void ended.then(() => (over = true));
  const deadlineAt = Date.now() + readyWithinMs;
  // It is asked once it says that it is ready: until then it would begin a process for each question, to refuse it.
  while (statusOf(pid, cluster) !== "ready" || !(await answers(address))) {
    if (over) return "";
    if (abort?.aborted) return "it is no longer wanted";
    if (Date.now() > deadlineAt)
      return `it was not ready within ${readyWithinMs / 60_000} minutes, see ${join(cluster.dataDir, logFile)}`;
    await Promise.race([pause(pollMs), ended]);
  }
  return true;
}

/** Whether the server there takes a connection of the superuser by now. Throws when it never will. */
async function answers(address: Address): Promise<boolean> {
  const client = new pg.Client({ ...superuser(address), connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && !notYet.has(error.code ?? "")) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How the program itself connects to set up roles and the database. */
export function superuser({ host, port, password }: Address): {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
} {
  return { host, port, user: "postgres", database: "postgres", ...(password === undefined ? {} : { password }) };
}

function launch({ cluster, address, settings }: PostmasterWanted, log: number): ChildProcess {
  const all = { ...ownSettings(), ...listenSettings(address), ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return spawn(cluster.programs.postgres, ["-D", folderArgument(cluster.folder), ...args], {
    cwd: cluster.folder,
    // In a session of its own: Ctrl+C in our terminal must reach us alone, who first finish the requests.
    detached: true,
    env: programEnvironment(),
    stdio: ["ignore", log, log],
    windowsHide: true,
    ...cluster.runAs,
  });
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    // It could not even be launched.
    child.once("error", () => resolve());
  });
}

/** A file rather than a pipe: a server that outlives us must be able to go on writing. */
function openLog(dataDir: string): { handle: number; sizeBefore: number } {
  const file = join(dataDir, logFile);
  const sizeBefore = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const full = sizeBefore > logLimitBytes;
  if (full) renameSync(file, `${file}.1`);
  const handle = openSync(file, "a", 0o600);
  giveToOwner(dataDir, file);
  return { handle, sizeBefore: full ? 0 : sizeBefore };
}

function whyEnded(dataDir: string, from: number): string {
  try {
    const written = readFileSync(join(dataDir, logFile)).subarray(from).toString("utf8");
    const fatal = written.split("\n").findLast((line) => /FATAL|PANIC|error while loading/.test(line));
    return (
      (fatal ?? written.trim().split("\n").at(-1) ?? "").replace(/^.*?(FATAL|PANIC): */, "") || `see ${join(dataDir, logFile)}`
    );
  } catch (error) {
    return reasonOf(error);
  }
}
