import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from "kysely";

import { collectInTime } from "#db/in-time.ts";
import type { DB } from "#db/types.gen.ts";

/** Statements of a server, by their conditions, that took too long, and until when they are not tried again. */
const hopeless = new Map<string, number>();
const mostHopeless = 200;
/** Whoever leafs on must not wait for the same failure with each page; a little later the rows may be in memory. */
const hopelessMs = 30_000;

/** Where so many rows are to be expected, their list alone would take longer to read than there is time. */
const mostExpected = 20_000;

interface Attempt<Row> {
  readonly statement: RawBuilder<Row>;
  /** The conditions on a row `t` of transactions that decide how long the statement takes, as the planner's statistics know them. */
  readonly expected: Expression<SqlBool>;
  readonly purpose: "page" | "count";
  readonly withinMs: number;
}

/**
 * Runs a statement that collects rows by the indexes of their filters. Undefined where so many rows are to be expected that it is not
 * tried, and where it takes too long: very many rows can have all words of a text and not the text. In a transaction of the caller's it
 * takes as long as it takes.
 */
export async function byIndexes<Row>(
  db: Kysely<DB>,
  { statement, expected, purpose, withinMs }: Attempt<Row>,
): Promise<Row | undefined> {
  if (db.isTransaction) return collectInTime(db, withinMs, statement);
  const { sql: text, parameters } = sql`${expected}`.compile(db);
  const key = JSON.stringify([purpose, text, parameters]);
  if ((hopeless.get(key) ?? 0) > performance.now()) return undefined;
  hopeless.delete(key);
  if ((await expectedRows(db, expected)) > mostExpected) {
    remember(key);
    return undefined;
  }
  const collected = await collectInTime(db, withinMs, statement);
  if (collected === undefined) remember(key);
  return collected;
}

/** How many rows the planner expects, of its statistics alone: nothing is read. */
export async function expectedRows(db: Kysely<DB>, conditions: Expression<SqlBool>): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": readonly [{ readonly Plan: { readonly "Plan Rows": number } }] }>`
    explain (format json) select from transactions t where ${conditions}`.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

function remember(key: string): void {
  const [oldest] = hopeless.keys();
  if (hopeless.size >= mostHopeless && oldest !== undefined) hopeless.delete(oldest);
  hopeless.set(key, performance.now() + hopelessMs);
}
