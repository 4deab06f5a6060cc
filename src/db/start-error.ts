import { isFull } from "#kernel/error-code.ts";

/**
 * Why the program cannot start, in one sentence for whoever runs it. It is printed as it stands, without a stack,
 * and ends the process with exit code 1.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The text of anything that was thrown, for use inside the sentence of a StartError; without a stack that it may hold. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/\n\s+at [^]*$/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What is said of a file in the data folder that could not be written: that the disk is full, where that is why. */
export function inWordsIfFull(error: unknown, dataDir: string): unknown {
  if (!isFull(error)) return error;
  return new StartError(`The disk of DATA_DIR ${dataDir} is full (${reasonOf(error)}): free some space on it and try again.`);
}
