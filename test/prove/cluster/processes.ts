import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

/** Programs that run until the proof is over, however it ends. */
const running = new Set<ChildProcess>();

export interface Started {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
}

/** Whom PostgreSQL and the programs around it run as: they refuse to be root. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number.parseInt(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }), 10);
  return { uid: id("-u"), gid: id("-g") };
}

/** Starts a program as that user; what it says goes to the end of the log. */
export function startProgram(
  command: readonly [string, ...string[]],
  { logPath, environment = {}, cwd }: { readonly logPath: string; readonly environment?: object; readonly cwd: string },
): Started {
  const log = openSync(logPath, "a");
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    stdio: ["ignore", log, log],
    env: { PATH: process.env["PATH"], LANG: "C.UTF-8", HOME: cwd, ...environment },
    ...unprivileged(),
  });
  closeSync(log);
  return track(child);
}

/** Has a child ended with the proof. */
export function track(child: ChildProcess): Started {
  running.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  void ended.then(() => running.delete(child));
  return { pid: child.pid ?? 0, child, ended };
}

/** Kills a process with everything that it started, at once: what is left is what a machine without power leaves. */
export function killTree(pid: number, alsoPids: readonly number[] = []): void {
  const all = [pid, ...alsoPids].flatMap((root) => [root, ...descendantsOf(root)]);
  for (const one of new Set(all)) killOne(one);
}

/** Ends whatever still runs. */
export async function endAll(): Promise<void> {
  const ends = [...running].map((child) => new Promise<void>((resolve) => child.once("close", () => resolve())));
  for (const { pid } of running) if (pid !== undefined) killTree(pid);
  await Promise.all(ends);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It was quicker to end.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function descendantsOf(root: number): readonly number[] {
  const childrenOf = Map.groupBy(everyProcess(), ({ parent }) => parent);
  const found: number[] = [];
  for (let next = [root]; next.length > 0;) {
    next = next.flatMap((pid) => (childrenOf.get(pid) ?? []).map((child) => child.pid));
    found.push(...next);
  }
  return found;
}

function everyProcess(): readonly { readonly pid: number; readonly parent: number }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // After the program's name in parentheses: its state, its parent.
      const [, parent = "0"] = readFileSync(`/proc/${name}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return [{ pid: Number.parseInt(name, 10), parent: Number.parseInt(parent, 10) }];
    } catch {
      return [];
    }
  });
}
