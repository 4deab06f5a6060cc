import pg from "pg";

import { diskFull, isDatabaseAway } from "#db/client.ts";
import { reasonOf, StartError } from "#db/start-error.ts";
import { codeOf, isFull } from "#kernel/error-code.ts";

/**
 * Why there is no backup: the disk, the database, something that was refused, or a defect of ours. The message is a sentence for
 * the administrator, without a path, except for a defect, which belongs into the log.
 */
export class BackupFailure extends Error {
  override readonly name = "BackupFailure";
  readonly kind: "disk" | "database" | "refused" | "unforeseen";

  constructor(kind: BackupFailure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Does something with the file of a backup; what the system says against it becomes a failure of the disk. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error) ?? "an unknown fault";
    throw new BackupFailure(
      "disk",
      isFull(error)
        ? "The disk of the backups is full. Free some space and try again"
        : `The folder of the backups cannot be used (${code}). Check that it is there and that the server may write to it`,
    );
  }
}

/** Whatever was thrown while a backup was made or proven. */
export function failureOf(error: unknown): BackupFailure {
  if (error instanceof BackupFailure) return error;
  if (error instanceof StartError) return new BackupFailure("refused", error.message);
  if (error instanceof pg.DatabaseError && error.code === diskFull) return databaseFull();
  if (isDatabaseAway(error) || isConnectionLost(error)) {
    return new BackupFailure("database", "The database went away meanwhile. Try again when it is back");
  }
  return new BackupFailure("unforeseen", reasonOf(error));
}

/** Where PostgreSQL has no room. */
export function databaseFull(): BackupFailure {
  return new BackupFailure("disk", "The disk of the database is full. Free some space and try again");
}

// A table that is not there, and one that may not be read.
const alteredStates: ReadonlySet<string> = new Set(["42P01", "42501"]);

/**
 * The same of the office's own database, and of a copy of it: where a table is missing or locked away, somebody has added or altered
 * it past the program. PostgreSQL names it.
 */
export function officeFailureOf(error: unknown): BackupFailure {
  if (!(error instanceof pg.DatabaseError) || !alteredStates.has(error.code ?? "")) return failureOf(error);
  return new BackupFailure("refused", `The database was altered past the program, and cannot be backed up so: ${error.message}`);
}

/** What a connection says that ends in the middle of a COPY. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && /^(?:Connection terminated|Client was closed|aborted$|Premature close)/.test(error.message);
}
