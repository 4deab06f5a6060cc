import { setTimeout as pause } from "node:timers/promises";

import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";

import { codeOf, constraintOf } from "#kernel/error-code.ts";

import type { Connection } from "./connection.ts";
import { readsWhileHeard } from "./heard-reads.ts";
import { giveUpTheSilent } from "./silence.ts";
import type { DB } from "./types.gen.ts";

/** A pool of connections to one database as one role. */
export interface Database {
  readonly db: Kysely<DB>;
  /** For prepared calls on the hot path. */
  readonly pool: pg.Pool;
  /** The same database and role by a session of one's own, for LISTEN and for locks that outlast a transaction. */
  readonly direct: Connection;
  /** For readings alone, which are given up once whoever asked is gone. Through a pooler they are not: it may lend their session to another by then. */
  whileHeard(gone: AbortSignal): Kysely<DB>;
  /** Ends idle connections at once and the others when their work is done. */
  close(): Promise<void>;
}

/** A running transaction: what everything that writes takes as its first parameter. */
export type Tx = Transaction<DB>;

export interface DatabaseOptions {
  /** Connections at most. */
  readonly max?: number;
  /** Longest statement in milliseconds; imports, reports and backups need more than the default. Of each limit, 0 is none at all. */
  readonly statementTimeoutMs?: number;
  readonly lockTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** Where the connections are pooled by somebody else: how to reach the database past that. */
  readonly direct?: Connection;
  /** Meant for a server that only reads; anywhere else such a one is given back. */
  readonly readsOnly?: boolean;
}

/** The application_name of the sessions in which servers and commands do their ordinary work. */
export const working = "sarraf";
const defaults = {
  max: 10,
  statementTimeoutMs: 5000,
  lockTimeoutMs: 3000,
  idleInTransactionTimeoutMs: 10_000,
  applicationName: working,
};
/**
 * How long an answer is waited for by what everybody waits behind; longer than a statement of the usual kind may take. PostgreSQL's own
 * limits are of no use where its machine has gone without a word: only giving the connection up from here has a new one tried.
 */
export const heardWithinMs = 8000;
const acquireTimeoutMs = 5000;
/**
 * A statement whose database machine has gone while it was under way fails within twenty seconds. By itself the operating system would
 * not ask whether the other side is there before two hours.
 */
const keepAliveInitialDelayMillis = 10_000;

/**
 * What holds for each session of ours, whatever the server, the database or its users are set to: names, dates and numbers mean the
 * same everywhere, and a backup's check compares the texts of what is built.
 */
const alwaysSet: Readonly<Record<string, string>> = {
  TimeZone: "UTC",
  search_path: "public",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  default_transaction_isolation: "read committed",
  // The ledger's functions rule out the plans of large tables, at a price that PostgreSQL takes for that of a long query: each call
  // would be compiled to machine code first, for seconds.
  jit: "off",
  // What holds a lock during a backup, or listens for news, says nothing for as long as that takes.
  idle_session_timeout: "0",
};

/** The same and the usual limits, for each session of the application, as PostgreSQL names and shows it. */
export const sessionSettings: Readonly<Record<string, string>> = {
  ...alwaysSet,
  statement_timeout: `${String(defaults.statementTimeoutMs / 1000)}s`,
  lock_timeout: `${String(defaults.lockTimeoutMs / 1000)}s`,
  idle_in_transaction_session_timeout: `${String(defaults.idleInTransactionTimeoutMs / 1000)}s`,
};

/** As options of a connection's start, in which a blank ends a value unless it is escaped. */
const alwaysSetOptions = Object.entries(alwaysSet).map(([name, value]) => `-c ${name}=${value.replaceAll(" ", String.raw`\ `)}`);

/** Opens a pool. Nothing is connected yet; a pool outlives restarts of PostgreSQL. */
export function openDatabase(connection: Connection, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    ...clientConfig(connection, options),
    max: options.max ?? defaults.max,
    ...(connection.isPooled === true ? { Client: UnpreparedClient } : {}),
    ...(connection.connectionString === undefined || options.readsOnly === true ? {} : { verify: refuseStandby }),
  });
  // A connection that dies is dropped by the pool, and its query fails. It also reports an "error" event, which nobody
  // needs: without these listeners, one for idle connections and one for those at work, it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("connect", lendNoMoreOnceItEnds);
  giveUpTheSilent(pool);
  let closing: Promise<void> | undefined;
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const close = (): Promise<void> => (closing ??= db.destroy().then(() => (pool.ended ? undefined : pool.end())));
  const whileHeard = (gone: AbortSignal): Kysely<DB> => (connection.isPooled === true ? db : readsWhileHeard(pool, gone));
  return { db, pool, direct: options.direct ?? connection, whileHeard, close };
}

/**
 * PostgreSQL says that it ends a connection a moment before it does. Whoever works with it hears it as the failure of a statement and
 * gives the connection back like any other: here it is closed before, so that the pool lends it to nobody meanwhile.
 */
function lendNoMoreOnceItEnds(client: pg.PoolClient): void {
  client.connection.on("errorMessage", (error: Error) => {
    if (error instanceof pg.DatabaseError && isEnd(error)) void client.end();
  });
}

/** Gives no statement a name: the next transaction of this connection may meet another session, which does not know it. */
class UnpreparedClient extends pg.Client {
  // The library declares one signature for each way of calling; here all of them are passed on.
  override query = ((config: unknown, ...rest: unknown[]): unknown =>
    (super.query as (...all: unknown[]) => unknown)(unnamed(config), ...rest)) as pg.Client["query"];
}

function unnamed(config: unknown): unknown {
  if (typeof config !== "object" || config === null || !("name" in config) || "submit" in config) return config;
  const { name: _name, ...rest } = config;
  return rest;
}

/** While another server takes over, an address may for a moment still lead to one that only reads: it is given back at once. */
function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  const heard = (error: Error | null, result?: pg.QueryResult<{ standby: boolean }>): void =>
    done(error ?? (result?.rows[0]?.standby === true ? new Error(standbyMessage) : undefined));
  client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby", heard);
}

const standbyMessage = "The address of the database leads to a server that only reads";

/** The settings that every connection of the product works under. */
export function clientConfig(connection: Connection, options: DatabaseOptions = {}): pg.ClientConfig {
  const { isPooled, ...address } = connection;
  const always = {
    application_name: options.applicationName ?? defaults.applicationName,
    connectionTimeoutMillis: acquireTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    types,
  };
  if (isPooled === true) return { ...address, ...always };
  return {
    ...address,
    ...always,
    options: [connection.options, ...alwaysSetOptions, ...limitOptions(options)].filter(Boolean).join(" "),
  };
}

/** Said so, because pg would leave a limit of nought unsaid, and what the server, the database or its user is set to would hold. */
function limitOptions(options: DatabaseOptions): readonly string[] {
  const {
    statementTimeoutMs = defaults.statementTimeoutMs,
    lockTimeoutMs = defaults.lockTimeoutMs,
    idleInTransactionTimeoutMs = defaults.idleInTransactionTimeoutMs,
  } = options;
  return [
    `-c statement_timeout=${String(statementTimeoutMs)}`,
    `-c lock_timeout=${String(lockTimeoutMs)}`,
    `-c idle_in_transaction_session_timeout=${String(idleInTransactionTimeoutMs)}`,
  ];
}

// PostgreSQL's own numbers of its types: arrays of bigint, date and numeric.
const date = 1082;
const textArray = 1009;
const arraysAsText = new Set([1016, 1182, 1231]);
// Declared for the types that pg has names for; it knows the others, too.
const parserOf = pg.types.getTypeParser as (type: number, format?: "text") => (text: string) => unknown;

/**
 * A date stays text, because a Date of it would be the day before somewhere; int8 and numeric stay text, because a
 * JavaScript number cannot hold them. Timestamps become Date.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: "text") => {
    if (type === date) return (text: string) => text;
    return parserOf(arraysAsText.has(type) ? textArray : type, format);
  }) as typeof pg.types.getTypeParser,
};

const attempts = 5;
const serializationFailure = "40001";
const deadlockDetected = "40P01";
const foreignKeyViolation = "23503";
const keyToCurrency = /currency_id_fkey$/;

/**
 * Runs the work in one transaction (READ COMMITTED) and commits it. Work that lost against another transaction is run
 * again from its beginning, at most five times in all: it must not do anything that a rollback does not undo.
 */
export async function transaction<T>(db: Kysely<DB>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/**
 * Raises the longest statement of this transaction, for reports and imports. Milliseconds. By SET, which takes no snapshot: what waits for
 * a lock next reads what its last holder has written.
 */
export async function allowLongStatements(tx: Tx, statementTimeoutMs: number): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`SET LOCAL statement_timeout = ${Math.trunc(statementTimeoutMs)}`));
}

/** Also against the deletion of a currency that was not in use yet: judged anew, the work finds that it is gone. */
function isLostRace(error: unknown): boolean {
  const code = codeOf(error);
  return code === serializationFailure || code === deadlockDetected || keyToCurrency.test(brokenKeyOf(error) ?? "");
}

/** The foreign key that stood in the way, as its constraint is called, or "" where a trigger said so; undefined for any other error. */
export function brokenKeyOf(error: unknown): string | undefined {
  return codeOf(error) === foreignKeyViolation ? (constraintOf(error) ?? "") : undefined;
}

// Connection exceptions; too many connections; disk full, out of memory; shut down, crashed, starting up, dropped; system errors;
// a server that only reads, because another one has taken over.
const awayStates = /^(08...|53[0-3]00|57P0[1-5]|58...|25006)$/;
const awaySystemErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
// pg reports these without a code.
const awayMessages =
  /^(The address of the database leads to a server that only reads|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** PostgreSQL's code for a disk without room. */
export const diskFull = "53100";

/**
 * Whether the error says that the database is not there now (away, restarting, full, all connections taken): a request
 * that met it may be sent again later, and is answered with 503.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? "";
  if (error instanceof pg.DatabaseError) return awayStates.test(code);
  const system = "syscall" in error && awaySystemErrors.has(code);
  return system || awayMessages.test(error.message) || isDatabaseAway(error.cause);
}

/** Whether PostgreSQL gave up a statement because its disk has no room, and rolled it back. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === diskFull && isRolledBack(error);
}

// What ends the connection, whatever is said of it; and what a server may end it for, or go down with.
const endStates = /^(08|57P)/;
const fatalStates = /^(08|53|57P|58|XX)/;

/**
 * Whether PostgreSQL gave up a statement and lives on: then it was rolled back for certain. Where it ends the connection instead, or
 * goes down in the middle of a commit, it says so with another severity, and nobody knows. That is a word in the language of its
 * messages (pg does not hand on the one that is in none): where it is not English, the code alone says whether it may be such an end.
 * An error of the connection itself has a code too, and that of EPIPE even looks like one of PostgreSQL's.
 */
export function isRolledBack(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return false;
  if (isEnd(error)) return false;
  return !(error.severity === "ERROR" ? endStates : fatalStates).test(error.code);
}

// Shut down, crashed, dropped, idle for too long: an error of these is always the last one.
const lastStates = /^57P/;

/** Whether PostgreSQL ends the connection with this error, where that can be told for certain. */
function isEnd({ severity, code = "" }: pg.DatabaseError): boolean {
  return severity === "FATAL" || severity === "PANIC" || lastStates.test(code);
}
