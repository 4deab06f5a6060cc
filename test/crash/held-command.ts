import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import pg from "pg";
import { onTestFinished } from "vitest";

import { attachEmbedded } from "#db/embedded.ts";
import { eventually } from "#test/support/eventually.ts";
import { compileCache } from "#test/support/server-process.ts";

/** SQL after which a verification is held for minutes at the account codes, and nothing else is. */
export const holdVerification =
  "alter table account_code_settings enable row level security; create policy held on account_code_settings using (pg_sleep(600) is not null);";

/** A command under way, as a process of its own. */
export interface CommandProcess {
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Launches `npm run verify`, `npm run restore` or another command as the package script does. */
export function launchCommand(name: string, dataDir: string, ...args: string[]): CommandProcess {
  return launch([process.execPath, programOf(name), ...args], { DATA_DIR: dataDir });
}

/** One that runs in a shell, as npm runs it; the process is the shell, which hands no signal on. */
export function launchCommandInShell(name: string, dataDir: string, ...args: string[]): CommandProcess {
  // What comes behind the program keeps every shell from becoming it.
  const shell = ["sh", "-c", '"$0" "$@"; true', process.execPath, programOf(name), ...args];
  return launch(shell, { DATA_DIR: dataDir, npm_lifecycle_event: name });
}

function programOf(name: string): string {
  return fileURLToPath(new URL(`../../src/server/cli/${name}.ts`, import.meta.url));
}

function launch([program = "", ...args]: readonly string[], environment: Readonly<Record<string, string>>): CommandProcess {
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], ...compileCache(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => (said[stream] += text));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, ...said }));
  });
  return { ended, kill: (signal) => void child.kill(signal) };
}

/** Waits until a command is held in that folder's database. */
export async function isHeld(dataDir: string): Promise<void> {
  await eventually("the command is held", async () => {
    if (!existsSync(join(dataDir, "postgres", "postmaster.pid"))) return false;
    return (await asSuperuser(dataDir, "select from pg_stat_activity where wait_event = 'PgSleep'")) === 1;
  });
}

/** Runs SQL in the database of a running PostgreSQL, past the program; answers how many rows there are. */
export async function asSuperuser(dataDir: string, sql: string): Promise<number | null> {
  const beside = await attachEmbedded(dataDir);
  const client = new pg.Client({ ...beside.superuser, database: "sarraf" }).on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rowCount;
  } finally {
    await client.end();
    await beside.stop();
  }
}
