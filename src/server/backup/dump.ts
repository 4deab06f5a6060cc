import { createHash } from "node:crypto";
import { open, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";

import type { Connection } from "#db/connection.ts";
import { migrationsFolder } from "#db/migrate.ts";
import { StartError } from "#db/start-error.ts";
import { assert } from "#kernel/assert.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";
import { markOfKey } from "#server/audit-key.ts";

import { buildOf, currentEra, hindrances, sequencePositions, tablesOf, type Table } from "./catalogue.ts";
import { onDisk } from "./failure.ts";
import { headerText, lastLine, type RowCounts } from "./format.ts";
import { openOwner } from "./owner-connection.ts";

/** What is backed up, and into which file. */
export interface DumpOrder {
  readonly owner: Connection;
  readonly auditKey: AuditKey;
  /** Is made, for its owner alone. */
  readonly path: string;
}

/** Sessions and what leads to one: whoever finds the file must not be signed in by it. And the list of the backups of this place. */
const withoutRows: ReadonlySet<string> = new Set([
  "sessions",
  "sign_in_challenges",
  "sign_in_failures",
  "request_portions",
  "backups",
]);

/** What was written. */
interface WrittenDump {
  readonly counts: RowCounts;
  /** Of everything before the last line, in hex. */
  readonly contentSha256: string;
}

/**
 * Writes the database as it is at one moment into a file of plain SQL: the migrations as they were run, the rows, and at the end
 * the line that makes it whole. When it returns, the file is on the disk. `heard` is told how far it is, in percent.
 */
export async function writeDump({ owner, auditKey, path }: DumpOrder, heard: (percent: number) => void): Promise<WrittenDump> {
  const { client, hangUp } = await openOwner(owner, "sarraf backup");
  try {
    const file = await onDisk(() => open(path, "w", 0o600));
    try {
      const sink = fileSink(file);
      const counts = await writeSnapshot(client, { auditKey, sink, heard });
      const contentSha256 = await sink.finish();
      await onDisk(() => file.sync());
      return { counts, contentSha256 };
    } finally {
      await onDisk(() => file.close());
    }
  } finally {
    hangUp();
  }
}

/** Where the text of a backup goes. */
interface Sink {
  write(text: string | Buffer): Promise<void>;
  /** Adds the last line. Answers the SHA-256 that stands in it. */
  finish(): Promise<string>;
}

function fileSink(file: FileHandle): Sink {
  const content = createHash("sha256");
  const write = async (bytes: Buffer): Promise<void> => {
    for (let written = 0; written < bytes.length;) {
      written += (await onDisk(() => file.write(bytes, written))).bytesWritten;
    }
  };
  return {
    write: async (text) => {
      const bytes = Buffer.from(text);
      content.update(bytes);
      await write(bytes);
    },
    finish: async () => {
      const sha256 = content.digest("hex");
      await write(Buffer.from(lastLine(sha256)));
      return sha256;
    },
  };
}

interface Writing {
  readonly auditKey: AuditKey;
  readonly sink: Sink;
  readonly heard: (percent: number) => void;
}

async function writeSnapshot(client: pg.Client, { auditKey, sink, heard }: Writing): Promise<RowCounts> {
  await client.query("set search_path = public");
  await client.query("begin isolation level repeatable read read only");
  const tables = await lockedTables(client);
  const migrations = await migrationsRun(client);
  const { rows } = await client.query<{ made: Date; head: string | null }>(`select now() as made,
    (select seq || ':' || encode(mac, 'hex') from audit_seals order by seq desc limit 1) as head`);
  const [moment] = rows;
  assert(moment !== undefined, "a snapshot is of a moment");
  await sink.write(
    headerText({
      made: moment.made.toISOString(),
      migrations,
      auditKey: markOfKey(auditKey),
      auditHead: moment.head ?? "0:none",
      build: await buildOf(client),
    }),
  );
  await sink.write(await schemaText(migrations));
  const inTheWay = await hindrances(client);
  await sink.write(`${inTheWay.map(({ remove }) => remove).join("\n")}\n`);
  await sink.write(`truncate ${tables.map(({ name }) => name).join(", ")};\n`);
  const counts = await writeRows(client, tables, { sink, heard });
  await sink.write(`${(await sequencePositions(client)).join("\n")}\n`);
  await sink.write(
    `${inTheWay
      .toReversed()
      .map(({ restore }) => restore)
      .join("\n")}\n`,
  );
  // Numbers of database transactions begin again where it is restored: the audit rows of that life come after those of this one.
  await sink.write(`alter table audit_log alter column era set default ${String((await currentEra(client)) + 1)};\n`);
  await sink.write(`analyze ${tables.map(({ name }) => name).join(", ")};\n`);
  for (const [name, count] of counts) await sink.write(`-- rows of ${name}: ${String(count)}\n`);
  await sink.write("commit;\n");
  return counts;
}

/** Locked, so that no migration changes them under way. */
async function lockedTables(client: pg.Client): Promise<readonly Table[]> {
  const found = await tablesOf(client);
  await client.query(`lock table ${found.map(({ name }) => name).join(", ")} in access share mode`);
  return found;
}

async function migrationsRun(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>("select name from pgmigrations order by id");
  return rows.map(({ name }) => name);
}

// Numbers, dates and times are written the same way whatever the database's own settings are.
const settings = `set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set datestyle = 'ISO, YMD';
set timezone = 'UTC';
set search_path = public;
set statement_timeout = 0;
set lock_timeout = 0;
set idle_in_transaction_session_timeout = 0;
`;

const role = `do $role$ begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then create role sarraf_app; end if;
end $role$;
`;

/** As node-pg-migrate makes it. */
const migrationsTable = `create table public.pgmigrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
`;

/** Everything up to the rows happens in one transaction with them: a restore that fails leaves nothing. */
async function schemaText(migrations: readonly string[]): Promise<string> {
  const texts = await Promise.all(migrations.map(async (name) => `\n-- migration ${name}\n${await migrationText(name)}\n`));
  return `\n${settings}begin;\n${role}${migrationsTable}${texts.join("")}\n-- The rows\nset constraints all immediate;\n`;
}

/** Refuses a database that a newer program has migrated: this one does not know how that was done. */
async function migrationText(name: string): Promise<string> {
  try {
    return await readFile(join(migrationsFolder, `${name}.sql`), "utf8");
  } catch {
    throw new StartError(`The database was migrated by a newer Sarraf (it has ${name}): make the backup with that version.`);
  }
}

type RowWriting = Pick<Writing, "sink" | "heard">;

async function writeRows(client: pg.Client, tables: readonly Table[], { sink, heard }: RowWriting): Promise<RowCounts> {
  const kept = tables.filter(({ name }) => !withoutRows.has(name));
  const expected = kept.reduce((sum, { bytes }) => sum + bytes, 1);
  const counts = new Map<string, number>();
  let written = 0;
  for (const { name, columns } of kept) {
    const list = columns.join(", ");
    await sink.write(`copy public.${name} (${list}) from stdin;\n`);
    const rows = client.query(copyTo(`copy public.${name} (${list}) to stdout`));
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      await sink.write(chunk);
      written += chunk.length;
      heard(Math.min(99, Math.floor((100 * written) / expected)));
    }
    await sink.write("\\.\n");
    counts.set(name, rows.rowCount);
  }
  return counts;
}
