import { constants } from "node:os";
import { basename } from "node:path";

import { onceShellIsGone } from "#server/shell-gone.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Why a command ended before it was done: somebody stopped it, or closed the terminal. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  /** As shells give it for the signal. */
  readonly exitCode: number;

  constructor(signal: (typeof signals)[number]) {
    super("Interrupted.");
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a command, and ends the process with the exit code that it answers, or with 1 and its sentence on the error output. PostgreSQL is
 * in a session of its own, which no signal to us reaches: a signal aborts `interrupted`, upon which the command has to put things
 * in order (stop what it started, undo what is half done) and throw the reason of it; that decides the exit code then.
 */
export async function runCommand(
  command: (interrupted: AbortSignal) => Promise<number>,
  sentenceOf: (error: unknown) => string,
): Promise<void> {
  const interruption = new AbortController();
  // Only the first counts. A second one is no sign of impatience: npm hands on the Ctrl+C that the terminal sends to both of us.
  const interrupt = (signal: (typeof signals)[number]): void => interruption.abort(new Interrupted(signal));
  for (const signal of signals) process.on(signal, interrupt);
  // The scripts of npm are called as their files.
  const lookNoMore = onceShellIsGone(basename(process.argv[1] ?? "", ".ts"), () => interrupt("SIGTERM"));
  try {
    process.exitCode = await command(interruption.signal);
  } catch (error) {
    console.error(sentenceOf(error));
    const { aborted, reason } = interruption.signal;
    // At once: work that was left behind may hold the process.
    if (aborted) process.exit((reason as Interrupted).exitCode);
    process.exitCode = 1;
  }
  lookNoMore();
  for (const signal of signals) process.off(signal, interrupt);
}

/** Waits for work until the command is interrupted, and no longer; what is left of it ends with the process. */
export async function unlessInterrupted<T>(interrupted: AbortSignal, work: () => Promise<T>): Promise<T> {
  interrupted.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(interrupted.reason as Interrupted);
  interrupted.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([promise, work()]);
  } finally {
    interrupted.removeEventListener("abort", giveUp);
  }
}
