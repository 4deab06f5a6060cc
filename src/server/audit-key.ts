import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { StartError } from "#db/start-error.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";

const keyLength = 32;

/**
 * The secret of the audit chain, in DATA_DIR/audit.key: outside the database, readable by the server's user alone. Made at
 * the first start; several servers on one database need the same file. Refuses a file that holds no key.
 */
export function loadAuditKey(dataDir: string): AuditKey {
  const path = join(dataDir, "audit.key");
  const key = readKey(path) ?? makeKey(path, dataDir);
  if (key.length !== keyLength) throw new StartError(`The file ${path} does not hold an audit key: put the right one back.`);
  return key;
}

function readKey(path: string): AuditKey | undefined {
  try {
    return Buffer.from(readFileSync(path, "utf8").trim(), "hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new StartError(`The file ${path} cannot be read: let the user that runs the server read it.`);
  }
}

/** Written whole or not at all, and never over another: of two servers that start at once both get the same key. */
function makeKey(path: string, dataDir: string): AuditKey {
  const own = `${path}.${String(process.pid)}`;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(own, `${randomBytes(keyLength).toString("hex")}\n`, { mode: 0o600 });
  chmodSync(own, 0o600);
  try {
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readKey(path) ?? Buffer.alloc(0);
}
