import { sql, type Kysely, type RawBuilder } from "kysely";

import { codeOf } from "#kernel/error-code.ts";

import type { Tx } from "./client.ts";
import type { DB } from "./types.gen.ts";

/** PostgreSQL's settings, by their names. */
type Settings = Readonly<Record<string, string>>;

interface Limits {
  /** For each statement, in milliseconds. */
  readonly withinMs: number;
  readonly settings?: Settings;
}

const statementCancelled = "57014";

/**
 * Runs work, each of whose statements may take so long, in a transaction of its own with these settings. Undefined where a
 * statement took longer: it was cancelled, and nothing is left of the work.
 */
export async function inTime<T>(
  db: Kysely<DB>,
  { withinMs, settings = {} }: Limits,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      await setForTransaction(tx, { ...settings, statement_timeout: String(withinMs) });
      return work(tx);
    });
  } catch (error) {
    if (codeOf(error) !== statementCancelled) throw error;
    return undefined;
  }
}

/**
 * Runs a statement whose one row is collected by the indexes of its filters, as {@link inTime} does; in a transaction of the
 * caller's it takes as long as it takes. With a limit on the rows the planner would hope to meet enough of them along the
 * way, and where there are none it would read the whole table; so it may do nothing else.
 */
export async function collectInTime<Row>(db: Kysely<DB>, withinMs: number, statement: RawBuilder<Row>): Promise<Row | undefined> {
  if (!db.isTransaction)
    return (await inTime(db, { withinMs, settings: otherScans("off") }, (tx) => statement.execute(tx)))?.rows[0];
  await setForTransaction(db, otherScans("off"));
  const { rows } = await statement.execute(db);
  await setForTransaction(db, otherScans("on"));
  return rows[0];
}

function otherScans(allowed: "on" | "off"): Settings {
  return { enable_seqscan: allowed, enable_indexscan: allowed, enable_indexonlyscan: allowed };
}

/** They hold until the end of the transaction. */
async function setForTransaction(tx: Kysely<DB>, settings: Settings): Promise<void> {
  const each = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await sql`select ${sql.join(each)}`.execute(tx);
}

/** So many rows are looked at without a limit on the time. */
const certainVisits = 200;
const lookingMs = 1_000;
const fewerBy = 8;

/**
 * Looks at that many rows of a list, or at fewer. In memory that takes milliseconds, but rows that nobody has asked for lately
 * are read from the disk, each from another place, and that may take longer than a statement has. What a step in vain has read
 * is in memory for the next one. In a transaction of the caller's, which waits as long as it takes, always at all of them.
 */
export async function lookInTime<T>(
  db: Kysely<DB>,
  visits: number,
  look: (db: Kysely<DB>, visits: number) => Promise<T>,
): Promise<{ readonly found: T; readonly visits: number }> {
  if (db.isTransaction || visits <= certainVisits) return { found: await look(db, visits), visits };
  const found = await inTime(db, { withinMs: lookingMs }, (tx) => look(tx, visits));
  return found === undefined ? lookInTime(db, Math.ceil(visits / fewerBy), look) : { found, visits };
}
