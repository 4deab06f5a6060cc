import { createHmac, randomBytes } from "node:crypto";
import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { sql, type Kysely } from "kysely";

import { makeDataFolder } from "#db/embedded-lock.ts";
import { inWordsIfFull, StartError } from "#db/start-error.ts";
import { syncFolder } from "#db/sync-folder.ts";
import type { DB } from "#db/types.gen.ts";
import { codeOf } from "#kernel/error-code.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";

const keyLength = 32;

/**
 * The secret of the audit chain, in DATA_DIR/audit.key: outside the database, readable by the server's user alone. It is
 * made before the first seal and never again: a chain that goes on under another key could not be verified any more.
 * Several servers on one database need the same file. Refuses a missing or damaged one, and that of another office.
 */
export async function openAuditKey(db: Kysely<DB>, dataDir: string): Promise<AuditKey> {
  const path = auditKeyPath(dataDir);
  const found = readKey(path);
  const key = wholeKey(found ?? (await makeKeyOnce(db, { path, dataDir })), path);
  if (await isKeyOf(db, key)) return key;
  // Another server has made the office's key at the same moment: this one is nobody's.
  if (found === undefined) rmSync(path, { force: true });
  throw new StartError(
    `The file ${path} ${found === undefined ? "is missing" : "is the key of another office"}: copy the audit.key of the server that already works on this database there.`,
  );
}

/**
 * The same for whoever only looks at the seals: makes no key and notes none. Where nothing is sealed yet, any will do.
 */
export async function auditKeyForLooking(db: Kysely<DB>, dataDir: string): Promise<AuditKey> {
  const key = readAuditKey(dataDir);
  const path = auditKeyPath(dataDir);
  if (key === undefined) {
    await refuseSealed(db, path);
    return randomBytes(keyLength);
  }
  const mark = await markOf(db);
  if (mark === undefined || mark === markOfKey(key)) return key;
  throw new StartError(
    `The file ${path} is the key of another office: copy the audit.key of the server that works on this database there.`,
  );
}

/** Tells two audit keys apart, and gives neither away. */
export function markOfKey(key: AuditKey): string {
  return createHmac("sha256", key).update("sarraf backup: which audit key").digest("hex").slice(0, 16);
}

/** Whether the office's audit log is sealed with this key. The first server that asks says which it is. */
async function isKeyOf(db: Kysely<DB>, key: AuditKey): Promise<boolean> {
  await sql`insert into audit_key (mark) values (${markOfKey(key)}) on conflict do nothing`.execute(db);
  return (await markOf(db)) === markOfKey(key);
}

async function markOf(db: Kysely<DB>): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string }>`select mark from audit_key`.execute(db);
  return rows[0]?.mark;
}

/** Where the key of a data folder lies. */
export function auditKeyPath(dataDir: string): string {
  return join(dataDir, "audit.key");
}

/** The key of a data folder; undefined where there is none. Refuses a damaged one. */
export function readAuditKey(dataDir: string): AuditKey | undefined {
  const path = auditKeyPath(dataDir);
  const key = readKey(path);
  return key === undefined ? undefined : wholeKey(key, path);
}

function wholeKey(key: AuditKey, path: string): AuditKey {
  if (key.length !== keyLength) throw new StartError(`The file ${path} does not hold an audit key: put the right one back.`);
  return key;
}

function readKey(path: string): AuditKey | undefined {
  try {
    return Buffer.from(readFileSync(path, "utf8").trim(), "hex");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new StartError(`The file ${path} cannot be read: let the user that runs the server read it.`);
  }
}

async function makeKeyOnce(db: Kysely<DB>, { path, dataDir }: { path: string; dataDir: string }): Promise<AuditKey> {
  await refuseSealed(db, path);
  return makeKey(path, dataDir);
}

async function refuseSealed(db: Kysely<DB>, path: string): Promise<void> {
  const seal = await db.selectFrom("audit_seals").select("seq").limit(1).executeTakeFirst();
  if (seal !== undefined) {
    throw new StartError(`The file ${path} is missing, and the audit log is sealed with it: put it back from your copy.`);
  }
}

/**
 * Written whole or not at all, and never over another: of two servers that start at once both get the same key. It is on the disk
 * before the database notes its mark for good: a power cut must not leave an office whose key nobody has.
 */
function makeKey(path: string, dataDir: string): AuditKey {
  const own = `${path}.${String(process.pid)}`;
  makeDataFolder(dataDir);
  try {
    writeToDisk(own, `${randomBytes(keyLength).toString("hex")}\n`);
    linkSync(own, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw inWordsIfFull(error, dataDir);
  } finally {
    rmSync(own, { force: true });
  }
  syncFolder(dataDir);
  return readKey(path) ?? Buffer.alloc(0);
}

function writeToDisk(path: string, text: string): void {
  const file = openSync(path, "w", 0o600);
  try {
    // Whatever the mask is, or the mode of a file that was left behind under this name.
    fchmodSync(file, 0o600);
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
