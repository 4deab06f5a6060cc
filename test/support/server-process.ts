import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

import { startEmbedded } from "#db/embedded.ts";

/** The whole product as a process of its own, as an operator runs it. */
export interface ServerProcess {
  readonly pid: number;
  /** Where it listens; rejected with what it said when it ended instead. */
  readonly ready: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
  kill(signal: NodeJS.Signals): void;
}

const main = fileURLToPath(new URL("../../src/server/main.ts", import.meta.url));

/** Launches a server on a free port; it is killed with its PostgreSQL when the test is over. */
export function launchServer(environment: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], PORT: "0", ADMIN_PASSWORD: "a long enough password", LOG_LEVEL: "warn", ...environment },
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
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return { pid: child.pid as number, ready: ready.promise, ended, kill: (signal) => void child.kill(signal) };
}

/** A data folder of its own, private to this user; removed after the test, with the PostgreSQL that still runs in it. */
export function temporaryDataDir(...below: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "sarraf-crash-"));
  const dataDir = join(root, ...below, "data");
  onTestFinished(async () => {
    if (existsSync(join(dataDir, "postgres.log"))) {
      const leftOver = await startEmbedded({ dataDir, log: () => undefined });
      await leftOver.stop(true);
    }
    rmSync(root, { recursive: true, force: true });
  });
  return dataDir;
}
