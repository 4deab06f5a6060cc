import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { z } from "zod";

import { nobody, type listAuditLog } from "#contract/audit-log.ts";
import { largestCount } from "#contract/page.ts";
import type { DB } from "#db/types.gen.ts";
import { cutPage, isMoment, strangeCursor } from "#server/cursor.ts";
import { containsFolded } from "#server/folded-text.ts";
import { beginOfDay } from "#server/office.ts";

import { namesObject, objectsCalled, type Called, type ObjectKey } from "./objects.ts";

type Query = z.output<NonNullable<typeof listAuditLog.query>>;
export type AuditFilters = Partial<Omit<Query, "limit" | "cursor">>;

type Condition = Expression<SqlBool>;

/** Where an entry stands: the instant, to the microsecond as PostgreSQL has it, and its id. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

/** An entry as it is stored. */
export interface AuditRow {
  readonly id: string;
  readonly at: string;
  readonly recorded_at: Date;
  readonly actor_id: string | null;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly action: string;
  readonly object_type: string;
  readonly object_id: string | null;
  readonly version: number | null;
  readonly reason: string | null;
  /** What the entry itself calls its object. */
  readonly name: string | null;
  readonly old: State | null;
  readonly new: State | null;
}
export type State = Readonly<Record<string, unknown>>;

/** How many entries one answer looks through for those that meet the filters which no index holds. */
const mostVisited = 10_000;

/** What can be done to a kind of object. */
interface Act {
  readonly objectType: string;
  readonly action: string;
}

/** So frequent that the index of acts leaves it out. */
export const frequent: Act = { objectType: "transaction", action: "transaction.created" };
const isRare = sql<SqlBool>`a.action <> 'transaction.created'`;

/** A filter as stretches of ordered indexes, and what is left to be judged of each of their entries. */
export interface Question {
  readonly stretches: readonly (readonly Condition[])[];
  readonly others: readonly Condition[];
}

/** What a filter asks for; undefined where no entry can meet it. */
export async function questionOf(db: Kysely<DB>, filters: AuditFilters): Promise<Question | undefined> {
  const { userId, action, object, q } = filters;
  const period = await periodOf(db, filters);
  const [type = "", objectId] = object === undefined ? [] : splitOnce(object);
  const named = q === undefined ? undefined : namedBy(await objectsCalled(db, q), q);
  const ofUser =
    userId === undefined ? [] : [userId === nobody ? sql<SqlBool>`a.actor_id is null` : sql<SqlBool>`a.actor_id = ${userId}`];
  const ofAction = action === undefined ? [] : [sql<SqlBool>`a.action = ${action}`];
  const ofType = object === undefined ? [] : [sql<SqlBool>`a.object_type = ${type}`];
  const ofObject = objectId === undefined ? [] : [sql<SqlBool>`a.object_id = ${objectId}`];
  const all = [...ofUser, ...ofAction, ...ofType, ...ofObject];
  if (objectId !== undefined)
    return { stretches: [[...isObject({ type, id: objectId }), ...period]], others: [...all, ...anyOf(named)] };
  if (named !== undefined) return { stretches: named.map((stretch) => [...stretch, ...period]), others: all };
  if (action !== undefined && action !== frequent.action) {
    const acts = await rareActs(db);
    return ofActs(
      acts.filter((act) => act.action === action && (object === undefined || act.objectType === type)),
      period,
      ofUser,
    );
  }
  if (ofUser.length > 0) return { stretches: [[...ofUser, ...period]], others: [...ofAction, ...ofType] };
  if (object !== undefined && type !== frequent.objectType) {
    const acts = await rareActs(db);
    return ofActs(
      acts.filter((act) => act.objectType === type),
      period,
      [],
    );
  }
  return { stretches: [period], others: [...ofAction, ...ofType] };
}

function splitOnce(object: string): readonly [string, string?] {
  const at = object.indexOf(":");
  return at === -1 ? [object] : [object.slice(0, at), object.slice(at + 1)];
}

/** Days by the clock of the office, as instants. */
async function periodOf(db: Kysely<DB>, { fromDate = "", toDate = "" }: AuditFilters): Promise<Condition[]> {
  if (fromDate === "" && toDate === "") return [];
  const begins = (day: RawBuilder<unknown>): RawBuilder<Date> => beginOfDay(day, sql`time_zone`);
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    select ${begins(sql`${fromDate === "" ? null : fromDate}::date`)} as "from",
      ${begins(sql`(${toDate === "" ? null : toDate}::date + 1)`)} as "to" from business_settings`.execute(db);
  const [{ from, to } = { from: null, to: null }] = rows;
  return [
    ...(from === null ? [] : [sql<SqlBool>`a.recorded_at >= ${from}::timestamptz`]),
    ...(to === null ? [] : [sql<SqlBool>`a.recorded_at < ${to}::timestamptz`]),
  ];
}

/** Each of the two indexes by object is told apart by a condition that the planner has to see. */
function isObject({ type, id }: ObjectKey): Condition[] {
  const ofObject = sql<SqlBool>`a.object_id = ${id}`;
  return type === "transaction"
    ? [sql<SqlBool>`a.object_type = 'transaction'`, ofObject]
    : [sql<SqlBool>`a.object_type <> 'transaction'`, sql<SqlBool>`a.object_type = ${type}`, ofObject];
}

function sayingInReason(q: string): Condition {
  return sql<SqlBool>`a.reason is not null and ${containsFolded(sql`fold_text(a.reason)`, q)}`;
}

/** What a text may mean: an object, a name that entries have for theirs, somebody who is no longer there, words of a reason. */
function namedBy({ objects, deletedUsers }: Called, q: string): readonly (readonly Condition[])[] {
  const acts = deletedUsers.map((id) => [sql<SqlBool>`a.actor_id = ${id}`]);
  return [...objects.map(isObject), [namesObject(q)], ...acts, [sayingInReason(q)]];
}

/** A text beside an object that was named: any of its meanings. */
function anyOf(named: ReturnType<typeof namedBy> | undefined): Condition[] {
  if (named === undefined) return [];
  const meanings = named.map((conditions) => sql`(${every(conditions)})`);
  return [sql<SqlBool>`(${sql.join(meanings, sql` or `)})`];
}

/** Each act by itself is a stretch of the index of acts. */
function ofActs(acts: readonly Act[], period: readonly Condition[], others: readonly Condition[]): Question | undefined {
  const stretches = acts.map(({ objectType, action }) => [
    sql<SqlBool>`a.object_type = ${objectType}`,
    sql<SqlBool>`a.action = ${action}`,
    isRare,
    ...period,
  ]);
  return stretches.length === 0 ? undefined : { stretches, others };
}

/** The acts of the index of acts, each found by a step in it. */
export async function rareActs(db: Kysely<DB>): Promise<readonly Act[]> {
  const { rows } = await sql<Act>`
    with recursive known as (
      (select a.object_type, a.action from audit_log a where ${isRare} order by a.object_type, a.action limit 1)
      union all
      select next.object_type, next.action from known k cross join lateral (
        select a.object_type, a.action from audit_log a where (a.object_type, a.action) > (k.object_type, k.action) and ${isRare}
        order by a.object_type, a.action limit 1) next
    ) select object_type as "objectType", action from known`.execute(db);
  return rows;
}

const newestFirst = sql`order by recorded_at desc, id desc`;

/** What is looked through for an answer: the newest entries of the stretches, no more than so many. */
function visited({ stretches }: Question, after: Place | undefined, most: number): RawBuilder<unknown> {
  const behind =
    after === undefined ? [] : [sql<SqlBool>`(a.recorded_at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`];
  const scans = stretches.map(
    (stretch) => sql`(select a.* from audit_log a where ${every([...stretch, ...behind])} ${newestFirst} limit ${most})`,
  );
  if (scans.length === 1) return sql`${sql.join(scans)}`;
  // An entry may be in two of them: it has the number that was looked for, and says it in its reason.
  return sql`(select distinct on (recorded_at, id) u.* from (${sql.join(scans, sql` union all `)}) u ${newestFirst} limit ${most})`;
}

const place = sql`a.id::text as id, to_char(a.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`;

export interface Found {
  readonly rows: readonly AuditRow[];
  /** Where to go on; undefined at the end of the list. */
  readonly next: Place | undefined;
}

/** The next entries that meet a filter. Fewer than wanted, with a place to go on from, where many had to be looked through. */
export async function findEntries(
  db: Kysely<DB>,
  question: Question,
  { limit, after }: { readonly limit: number; readonly after: Place | undefined },
): Promise<Found> {
  const isExact = question.others.length === 0;
  const most = isExact ? limit + 1 : Math.max(mostVisited, limit + 1);
  // The states are put together for what is shown alone.
  const { rows } = await sql<AuditRow>`
    select ${place}, a.recorded_at, a.actor_id, a.actor, a.ip, a.request_id, a.action, a.object_type, a.object_id, a.version, a.reason,
      coalesce(audited_name(a.object_type, a.new), audited_name(a.object_type, a.old)) as name, a.old, audited_state(a) as new
    from (select a.* from ${visited(question, after, most)} a where ${every(question.others)}
      order by a.recorded_at desc, a.id desc limit ${limit + 1}) a
    order by a.recorded_at desc, a.id desc`.execute(db);
  const { shown, next } = cutPage(rows, limit);
  if (next !== undefined) return { rows: shown, next };
  return { rows: shown, next: isExact ? undefined : await lastVisited(db, question, { after, most }) };
}

/** The place of the last entry that was looked at, where there may be more behind it. */
async function lastVisited(
  db: Kysely<DB>,
  question: Question,
  { after, most }: { readonly after: Place | undefined; readonly most: number },
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select ${place} from ${visited(question, after, most)} a order by a.recorded_at desc, a.id desc
    offset ${most - 1} limit 1`.execute(db);
  return rows[0];
}

/** How many entries meet a filter: exact as far as that is cheap to know. */
export async function countEntries(db: Kysely<DB>, question: Question): Promise<{ total: number; isAtLeast: boolean }> {
  const isExact = question.others.length === 0;
  const most = isExact ? largestCount + 1 : mostVisited;
  const { rows } = await sql<{ total: number; looked: number }>`
    select count(*) filter (where ${every(question.others)})::integer as total, count(*)::integer as looked
    from ${visited(question, undefined, most)} a`.execute(db);
  const { total, looked } = rows[0] ?? { total: 0, looked: 0 };
  return { total: Math.min(total, largestCount), isAtLeast: looked >= most || total > largestCount };
}

/** The cursor of the page that begins behind this place. */
export function cursorOf({ at, id }: Place): string {
  return `${at}_${id}`;
}

/** Reads a cursor. Refuses one that this list has not given. */
export function placeOf(cursor: string): Place {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,18})$/.exec(cursor);
  const [, at = "", id = ""] = match ?? [];
  if (!isMoment(at)) throw strangeCursor();
  return { at, id };
}

function every(conditions: readonly Condition[]): Expression<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
