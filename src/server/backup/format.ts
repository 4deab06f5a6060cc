import { createHash, type Hash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";

import { reasonOf, StartError } from "#db/start-error.ts";

/** What a backup says of itself in its first lines, as comments of SQL. */
export interface BackupHeader {
  /** The moment of the books that it holds, ISO 8601. */
  readonly made: string;
  /** The migrations of its database, in their order. */
  readonly migrations: readonly string[];
  /** Which audit key its log is sealed with; says nothing about the key itself. */
  readonly auditKey: string;
  /** The end of its chain of seals. */
  readonly auditHead: string;
  /** SHA-256 of how its database was built. */
  readonly build: string;
}

/** A file that is what its last line vouches for. */
export interface WholeBackup {
  readonly header: BackupHeader;
  /** In bytes. */
  readonly size: number;
  /** Of the whole file, in hex. */
  readonly sha256: string;
  /** Where the last line begins. */
  readonly contentSize: number;
  /** Of everything before the last line, in hex. */
  readonly contentSha256: string;
}

/** How many rows of each table. */
export type RowCounts = ReadonlyMap<string, number>;

const firstLine = "-- Sarraf backup, format 1\n";
const lastLinePattern = /^-- backup complete sha256:([0-9a-f]{64})\n$/;
const lastLineLength = "-- backup complete sha256:\n".length + 64;
const longestHeader = 64 * 1024;
const readAtOnce = 1024 * 1024;

/** The last line of a file with this content. It makes the file whole: without it none is restored. */
export function lastLine(content: Hash): string {
  return `-- backup complete sha256:${content.digest("hex")}\n`;
}

/** The first lines of a file. */
export function headerText(header: BackupHeader): string {
  const { made, migrations, auditKey, auditHead, build } = header;
  return `${firstLine}-- made: ${made}
-- migrations: ${migrations.join(" ")}
-- audit key: ${auditKey}
-- audit head: ${auditHead}
-- build: ${build}
-- To restore it: npm run restore -- FILE, or psql -v ON_ERROR_STOP=1 -f FILE into an empty database, as its owner.
-- The last line vouches for every byte before it. The file audit.key of the office belongs to it and is not in it.
`;
}

/**
 * Reads a file from its first byte to its last and says what it is. Refuses, in a sentence, what cannot be read, is no backup, was
 * cut short, or has one byte that it did not have when it was made. Gives up where it is interrupted: it may be a large one.
 */
export async function checkFile(path: string, interrupted?: AbortSignal): Promise<WholeBackup> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw new StartError(`${path} cannot be read: ${reasonOf(error)}.`);
  });
  try {
    return await checkOpenFile(file, path, interrupted);
  } finally {
    await file.close();
  }
}

async function checkOpenFile(file: FileHandle, path: string, interrupted?: AbortSignal): Promise<WholeBackup> {
  const stats = await file.stat();
  if (!stats.isFile()) throw new StartError(`${path} is no file.`);
  const { size } = stats;
  const beginning = await bytesAt(file, 0, Math.min(size, longestHeader));
  if (size === 0 || !firstLine.startsWith(beginning.subarray(0, firstLine.length).toString("latin1"))) {
    throw new StartError(`${path} is no backup of Sarraf: it does not begin like one.`);
  }
  const contentSize = size - lastLineLength;
  const ending = contentSize < firstLine.length ? "" : (await bytesAt(file, contentSize, lastLineLength)).toString("latin1");
  const [, vouchedFor] = lastLinePattern.exec(ending) ?? [];
  if (vouchedFor === undefined) {
    throw new StartError(`${path} was cut short or added to: its last line does not say that the backup is complete.`);
  }
  const whole = createHash("sha256");
  const content = createHash("sha256");
  for await (const chunk of contentOf(file, contentSize)) {
    interrupted?.throwIfAborted();
    whole.update(chunk);
    content.update(chunk);
  }
  const contentSha256 = content.digest("hex");
  if (contentSha256 !== vouchedFor) {
    throw new StartError(`${path} was altered or damaged: its content is not what its last line vouches for.`);
  }
  const header = parseHeader(beginning.toString("utf8"), path);
  return { header, size, sha256: whole.update(ending, "latin1").digest("hex"), contentSize, contentSha256 };
}

/** The content of a file, in pieces. */
export function contentOf(file: FileHandle, contentSize: number): AsyncIterable<Buffer> {
  return file.createReadStream({
    start: 0,
    end: contentSize - 1,
    highWaterMark: readAtOnce,
    autoClose: false,
  }) as AsyncIterable<Buffer>;
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function parseHeader(text: string, path: string): BackupHeader {
  const field = (name: string): string => {
    const value = new RegExp(`^-- ${name}: (.+)$`, "m").exec(text)?.[1];
    if (value === undefined) throw new StartError(`${path} is no backup that this Sarraf can read: it does not say its ${name}.`);
    return value;
  };
  return {
    made: field("made"),
    migrations: field("migrations").split(" "),
    auditKey: field("audit key"),
    auditHead: field("audit head"),
    build: field("build"),
  };
}
