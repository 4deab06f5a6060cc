import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import pg from "pg";
import { inject, onTestFinished } from "vitest";

import { openDatabase, type Database } from "#db/client.ts";
import { inDatabase, type Connection } from "#db/connection.ts";
import { attachEmbedded } from "#db/embedded.ts";
import { writeDump } from "#server/backup/dump.ts";
import { restoreOffice, type Restored } from "#server/backup/restore.ts";

import { auditKey } from "./ledger.ts";

/** A database that nothing is in, and a data folder with the audit key of tests: what an office is restored to. */
export interface EmptyPlace extends Database {
  /** As its owner, who is the owner of every test database. */
  readonly owner: Connection;
  /** As whom `restore` works, and `db`: the user of DATABASE_URL. */
  readonly restorer: Connection;
  readonly place: { readonly dataDir: string; readonly databaseUrl: string };
  restore(path: string, options?: { newAuditKey?: boolean; despiteFaults?: boolean }): Promise<Restored>;
  /** Runs SQL as the restorer. */
  rows<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]>;
}

/** Makes one for the duration of the test. */
export async function emptyPlace(): Promise<EmptyPlace> {
  const { superuser, owner } = await attachEmbedded(inject("testDataDir"));
  const name = `restored_${randomBytes(8).toString("hex")}`;
  await run(owner, `create database ${name}`);
  const restorer = inDatabase(superuser, name);
  const database = openDatabase(restorer, { max: 3 });
  const dataDir = mkdtempSync(join(inject("testDataDir"), "restored-"));
  writeFileSync(join(dataDir, "audit.key"), `${auditKey.toString("hex")}\n`, { mode: 0o600 });
  onTestFinished(async () => {
    await database.close();
    // The database goes with the PostgreSQL of the run: to drop one costs a checkpoint of everything.
    rmSync(dataDir, { recursive: true, force: true });
  });
  const place = { dataDir, databaseUrl: urlOf(restorer) };
  return {
    ...database,
    owner: inDatabase(owner, name),
    restorer,
    place,
    restore: (path, { newAuditKey = false, despiteFaults = false } = {}) =>
      restoreOffice({ path, place, newAuditKey, despiteFaults, log: () => undefined }),
    rows: (sql) => run(restorer, sql),
  };
}

/** A folder of its own, removed after the run. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject("testDataDir"), "backups-"));
}

/** The path of a backup of a database as it is now. */
export async function backupOf({ owner }: { readonly owner: Connection }): Promise<string> {
  const path = join(temporaryFolder(), "office.sql");
  await writeDump({ owner, auditKey, path }, () => undefined);
  return path;
}

function urlOf({ user = "", password = "", host = "", port, database = "" }: Connection): string {
  const url = new URL(`postgres://${user}:${password}@localhost/${database}`);
  // Where it listens on a socket, its folder is no host name.
  url.search = new URLSearchParams({ host, port: String(port) }).toString();
  return url.href;
}

async function run<Row extends pg.QueryResultRow>(connection: Connection, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
