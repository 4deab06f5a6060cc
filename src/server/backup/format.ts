import { createHash, hash } from "node:crypto";
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
  /** SHA-256 of each piece of that, in their order: whoever reads them again knows each for the one that was checked. */
  readonly pieces: readonly Buffer[];
}

/** How many rows of each table. */
export type RowCounts = ReadonlyMap<string, number>;

const firstLine = "-- Sarraf backup, format 1\n";
const lastLinePattern = /^-- backup complete sha256:([0-9a-f]{64})\n$/;
const lastLineLength = "-- backup complete sha256:\n".length + 64;
const longestHeader = 64 * 1024;
const pieceLength = 1024 * 1024;

/** The last line of a file, with the SHA-256 of all before it. It makes the file whole: without it none is restored. */
export function lastLine(contentSha256: string): string {
  return `-- backup complete sha256:${contentSha256}\n`;
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
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(file, contentSize)) {
    interrupted?.throwIfAborted();
    whole.update(piece);
    content.update(piece);
    pieces.push(hash("sha256", piece, "buffer"));
  }
  const contentSha256 = content.digest("hex");
  if (contentSha256 !== vouchedFor) {
    throw new StartError(`${path} was altered or damaged: its content is not what its last line vouches for.`);
  }
  const header = parseHeader(beginning.toString("utf8"), path);
  return { header, size, sha256: whole.update(ending, "latin1").digest("hex"), contentSize, contentSha256, pieces };
}

/**
 * The content of a file that was checked, piece by piece. Throws at the first that is another by now, before it is handed on: what a
 * backup holds is carried out, and what lies in its folder may be within reach of others than the server.
 */
export async function* checkedPieces(
  file: FileHandle,
  { contentSize, pieces }: WholeBackup,
  path: string,
): AsyncGenerator<Buffer, void, undefined> {
  let nth = 0;
  for await (const piece of piecesOf(file, contentSize)) {
    if (pieces[nth]?.equals(hash("sha256", piece, "buffer")) !== true) {
      throw new StartError(`${path} was changed while it was being restored; nothing of it was kept.`);
    }
    nth += 1;
    yield piece;
  }
}

async function* piecesOf(file: FileHandle, contentSize: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < contentSize; at += pieceLength) yield await bytesAt(file, at, Math.min(pieceLength, contentSize - at));
}

/** So many bytes from there on; fewer only where the file ends. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === length) return buffer.subarray(0, filled);
  }
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
