import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from "kysely";

import { largestCount } from "#contract/page.ts";
import type { DB } from "#db/types.gen.ts";
import { idInCursor, strangeCursor } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";

/** Conditions on a row `t` of a list. */
export type Condition = Expression<SqlBool>;

/** All of the conditions. */
export function every(conditions: readonly Condition[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** The place of a row in the order of its list: its day or its instant as text, and its id. */
export interface Place {
  readonly key: string;
  readonly id: number;
}

/** The cursor of the page that begins behind this place. */
export function cursorOf({ key, id }: Place): string {
  return `${key}_${String(id)}`;
}

/** Reads a cursor of a list whose places have such keys. Refuses one that it has not given. */
export function placeIn(cursor: string, isKey: (key: string) => boolean): Place {
  const [key = "", digits = ""] = cursor.split("_");
  if (!isKey(key)) throw strangeCursor();
  return { key, id: idInCursor(digits) };
}

/** The rows of a table, called `t`, that indexes keep in order, the latest first. */
export interface OrderedList {
  readonly table: Expression<unknown>;
  readonly isIn: Condition;
  readonly order: Expression<unknown>;
  /** What its order and its places are made of. */
  readonly columns: Expression<unknown>;
  /** The first part of a row's place, as text; its id is the second. */
  readonly key: Expression<string>;
  after(place: Place): Condition;
}

/**
 * What is searched for: of a list the rows that one of the branches gives and that meet the other filters, too. A branch is a
 * stretch of one ordered index; a row is in one of them at most.
 */
export interface ListQuestion {
  readonly list: OrderedList;
  readonly branches: readonly (readonly Condition[])[];
  readonly others: readonly Condition[];
}

/** The rows of a page, by their places, and where the search goes on; undefined at the end of the list. */
export interface Matches {
  readonly places: readonly Place[];
  readonly next: Place | undefined;
}

/** How many rows answer a question; where it is at least so many, they were not counted further. */
export interface Count {
  readonly total: number;
  readonly isAtLeast: boolean;
}

/** A count that went no further than one beyond the largest. */
export function bounded(total: number): Count {
  return total > largestCount ? { total: largestCount, isAtLeast: true } : { total, isAtLeast: false };
}

export interface FoundPage extends Omit<Page<never>, "rows"> {
  readonly ids: readonly number[];
}

/** A page as its list answers it, but for the rows themselves. */
export function foundPage({ places, next }: Matches, { total, isAtLeast }: Count): FoundPage {
  return {
    ids: places.map(({ id }) => id),
    // A page may be longer than rows are counted, and rows may have come in between the two.
    total: Math.max(total, places.length),
    isAtLeast,
    nextCursor: next === undefined ? undefined : cursorOf(next),
  };
}

/** Where a walk begins, how many rows it looks at and how many it looks for. */
interface Walk {
  readonly after: Place | undefined;
  readonly visits: number;
  readonly wanted: number;
}

/** What a walk has found. `end` is the last row looked at, where those were not enough and more rows follow. */
interface Walked {
  readonly places: readonly Place[];
  readonly end: Place | undefined;
}

/** Looks at so many rows of the list, in order. */
export async function walk(db: Kysely<DB>, question: ListQuestion, { after, visits, wanted }: Walk): Promise<Walked> {
  const { list, others } = question;
  const looked = visited(question, after, visits);
  const place = placeOf(list);
  // One statement, so that where the walk ended is where it ended for those rows. It is asked for only when they are too few.
  const { rows } = await sql<{ places: readonly Place[]; end: Place | null }>`
    with found as materialized (select ${list.columns} from (${looked}) t where ${every(others)} order by ${list.order} limit ${wanted})
    select coalesce((select jsonb_agg(${place} order by ${list.order}) from found t), '[]') as places,
      case when (select count(*) from found) < ${wanted} then (select ${place} from (
        select ${list.columns} from (${looked}) t order by ${list.order} offset ${visits - 1} limit 1) t) end as end`.execute(db);
  return { places: rows[0]?.places ?? [], end: rows[0]?.end ?? undefined };
}

/** The place of a row `t`, as a value of JSON. */
export function placeOf({ key }: OrderedList): RawBuilder<unknown> {
  return sql`jsonb_build_object('key', ${key}, 'id', t.id)`;
}

/** So many rows of the list's branches, behind a place: an ordered index scan for each branch, merged; nothing is sorted. */
function visited({ list, branches }: ListQuestion, after: Place | undefined, visits: number): RawBuilder<unknown> {
  const bounds = after === undefined ? [list.isIn] : [list.isIn, list.after(after)];
  const scans = branches.map(
    (branch) =>
      sql`(select t.* from ${list.table} t where ${every([...bounds, ...branch])} order by ${list.order} limit ${visits})`,
  );
  return scans.length === 1
    ? sql`${sql.join(scans)}`
    : sql`select t.* from (${sql.join(scans, sql` union all `)}) t order by ${list.order} limit ${visits}`;
}

interface Met {
  /** How many of the rows looked at answer the question. */
  readonly total: number;
  readonly looked: number;
}

/** Counts among the first rows of a list. */
export async function countFirst(db: Kysely<DB>, question: ListQuestion, visits: number): Promise<Met> {
  const { rows } = await sql<Met>`
    select count(*) filter (where ${every(question.others)})::integer as total, count(*)::integer as looked
    from (${visited(question, undefined, visits)}) t`.execute(db);
  return rows[0] ?? { total: 0, looked: 0 };
}
