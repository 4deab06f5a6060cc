import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

import { inject, onTestFinished } from "vitest";

import { attachEmbedded, startEmbedded } from "#db/embedded.ts";

import { copyFolder } from "./copy-folder.ts";
import { putOffBackups } from "./database.ts";
import { bareCluster, madeOnce } from "./made-once.ts";
import { serverArguments } from "./server-arguments.ts";

/** The whole product as a process of its own, as an operator runs it. */
export interface ServerProcess {
  readonly pid: number;
  /** Where it listens; rejected with what it said when it ended instead. */
  readonly ready: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  /** What it has said so far, its log included. */
  readonly said: () => string;
  kill(signal: NodeJS.Signals): void;
}

/** Where the servers of a run keep their compiled program: it is the same for all of them, and starts in half the time. */
export function compileCache(): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: join(inject("testDataDir"), "compiled") };
}

const hurryAfterMs = 600;
const stopWithinMs = 10_000;

/** Launches a server on a free port; it ends with its PostgreSQL when the test is over. */
export function launchServer(environment: Readonly<Record<string, string>>): ServerProcess {
  const server = launch(environment);
  onTestFinished(() => end(server));
  return server;
}

/** One that runs in a shell, as npm runs it; the process is the shell, which hands no signal on. */
export function launchInShell(environment: Readonly<Record<string, string>>): ServerProcess {
  // What comes behind the program keeps every shell from becoming it.
  const command = ["sh", "-c", '"$0" "$@"; true', process.execPath, ...serverArguments];
  const server = launch({ ...environment, npm_lifecycle_event: "start" }, command);
  onTestFinished(() => end(server));
  return server;
}

/** In good order, which leaves no PostgreSQL behind that has to be ended; by force where that takes too long. */
async function end(server: ServerProcess): Promise<void> {
  server.kill("SIGTERM");
  // A second signal, unless it comes at once, waits for no request in flight.
  const hurry = setTimeout(() => server.kill("SIGINT"), hurryAfterMs);
  const limit = setTimeout(() => server.kill("SIGKILL"), stopWithinMs);
  await server.ended;
  clearTimeout(hurry);
  clearTimeout(limit);
}

function launch(environment: Readonly<Record<string, string>>, command = [process.execPath, ...serverArguments]): ServerProcess {
  const [program = "", ...given] = command;
  const child = spawn(program, given, {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      ADMIN_PASSWORD: "a long enough password",
      LOG_LEVEL: "warn",
      ...compileCache(),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ready = Promise.withResolvers<string>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    const url = /ready at (http\S+)/.exec(said)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once("close", (code) => {
      ready.reject(new Error(`The server ended with ${code}: ${said}`));
      resolve({ code, said });
    });
  });
  ready.promise.catch(() => undefined);
  return {
    pid: child.pid as number,
    ready: ready.promise,
    ended,
    said: () => said,
    kill: (signal) => void child.kill(signal),
  };
}

/** A data folder with a cluster in it and no tables, as a first start leaves it that ended early. Removed after the test like any other. */
export const bareDataDir = async (): Promise<string> => copyOf(await bareCluster());

/**
 * A data folder as the first start leaves it when it has been stopped in good order, for whatever that start itself does not
 * matter to. Removed after the test like any other.
 */
export const usedDataDir = async (): Promise<string> => copyOf(await madeOnce("used", startOnce));

async function copyOf(made: string): Promise<string> {
  const dataDir = temporaryDataDir();
  await copyFolder(made, dataDir);
  return dataDir;
}

async function startOnce(dataDir: string): Promise<void> {
  await copyFolder(await bareCluster(), dataDir);
  const server = launch({ DATA_DIR: dataDir });
  await server.ready;
  const beside = await attachEmbedded(dataDir);
  await putOffBackups(beside.owner);
  await beside.stop();
  server.kill("SIGTERM");
  await server.ended;
  // What its log says is of the test that follows.
  rmSync(join(dataDir, "postgres.log"));
}

/** A data folder of its own, private to this user; removed after the test, with the PostgreSQL that a killed server left in it. */
export function temporaryDataDir(...below: readonly string[]): string {
  const root = mkdtempSync(join(inject("testDataDir"), "crash-"));
  const dataDir = join(root, ...below, "data");
  onTestFinished(async () => {
    if (existsSync(join(dataDir, "postgres", "postmaster.pid"))) {
      const leftOver = await startEmbedded({ dataDir, log: () => undefined });
      await leftOver.stop(true);
    }
    rmSync(root, { recursive: true, force: true });
  });
  return dataDir;
}
