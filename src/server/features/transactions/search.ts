import { sql, type Kysely, type RawBuilder } from "kysely";

import { largestCount } from "#contract/page.ts";
import { lookInTime } from "#db/in-time.ts";
import type { DB } from "#db/types.gen.ts";
import { cutPage } from "#server/cursor.ts";
import {
  bounded,
  countFirst,
  every,
  placeOf,
  walk,
  type Condition,
  type Count,
  type Matches,
  type Place,
} from "#server/ordered-list.ts";

import type { Question } from "./filters.ts";
import { byIndexes } from "./search-by-indexes.ts";

interface CountedMatches extends Matches {
  /** How many rows of the whole list answer the question, where that came out on the way. */
  readonly count: Count | undefined;
}

/**
 * How far each way of searching goes. Walking along an ordered index finds a page of frequent rows at once and of rare ones
 * never; collecting by the indexes of the filters is the reverse. So a walk comes first, and goes on where the page is almost
 * full; then, where rows are few enough to be collected, all of them; only what is too rare for the one and too frequent for
 * the other walks on.
 */
const denseVisits = 8_000;
const scatteredVisits = 3_000;
const visitsPerRow = 4;
/** A page that so many times the first walk is likely to fill is walked for, half as far again at most. */
const longerWalk = 4;
const mostCollected = largestCount;
const mostVisits = 100_000;
const fewestVisits = 1_000;
/** Collecting for a page is given up after this; then walking is what is left. */
const collectingMs = 250;
/** Counting beyond what a walk has met is no part of what was asked for, and may take no longer than this. */
const countingMs = 12;
/** So many met within a short walk are told as they are: to count on would take longer than the page. */
const manyAlready = 100;
/**
 * After this a page that is not full is answered as it is, with the cursor to search on from: whoever waits sees how far the
 * search has come, and it never holds up another one.
 */
const usualPatienceMs = 28;

interface PageWanted {
  readonly limit: number;
  readonly after: Place | undefined;
  /** Infinite where the page must be whole. */
  readonly patienceMs?: number;
}

/** Up to `limit` rows that answer the question, in the order of its list, behind a place or from the beginning. */
export async function findMatches(db: Kysely<DB>, question: Question, page: PageWanted): Promise<CountedMatches> {
  const { limit, after, patienceMs = usualPatienceMs } = page;
  const began = performance.now();
  const wanted = limit + 1;
  const visits = question.others.length === 0 ? wanted : Math.max(visitsOf(question), visitsPerRow * limit);
  const search = new Search(db, question, { after, wanted });
  await search.walkOn(visits);
  const likely = (search.walked.visits * search.missing) / Math.max(search.places.length, 1);
  const isSlow = search.walked.visits < visits;
  if (search.isGoingOn && !isSlow && likely <= longerWalk * visits) await search.walkOn(Math.ceil(likely * 1.5));
  await search.collect();
  for (let walked = search.walked; search.isGoingOn; walked = search.walked) {
    const took = performance.now() - began;
    if (took >= patienceMs) break;
    const inTime = (walked.visits / walked.tookMs) * (patienceMs - took);
    // Rows that nobody has looked at lately take longer than the first ones did: what is wanted soon goes by short steps.
    const step = patienceMs === Infinity ? mostVisits : Math.min(visits, Math.max(fewestVisits, inTime));
    await search.walkOn(Math.round(step));
  }
  return search.matches(limit);
}

function visitsOf({ isDense }: Question): number {
  return isDense ? denseVisits : scatteredVisits;
}

interface Start {
  readonly after: Place | undefined;
  /** One more than the page has, so that it shows whether rows follow. */
  readonly wanted: number;
}

/** A search for a page: the rows it has found, and how far it has come. */
class Search {
  readonly places: Place[] = [];
  readonly walked = { visits: 0, tookMs: 0 };
  readonly #db: Kysely<DB>;
  readonly #question: Question;
  readonly #start: Start;
  /** The last row looked at; undefined where all have been that are wanted. */
  #end: Place | undefined;
  #count: Count | undefined;

  constructor(db: Kysely<DB>, question: Question, start: Start) {
    this.#db = db;
    this.#question = question;
    this.#start = start;
    this.#end = start.after;
  }

  get missing(): number {
    return this.#start.wanted - this.places.length;
  }

  get isGoingOn(): boolean {
    return this.#end !== undefined;
  }

  async walkOn(visits: number): Promise<void> {
    const began = performance.now();
    const here = { after: this.#end, wanted: this.missing };
    const walked = await lookInTime(this.#db, visits, (db, most) => walk(db, this.#question, { ...here, visits: most }));
    const { places, end } = walked.found;
    this.places.push(...places);
    this.#end = end;
    this.walked.visits += walked.visits;
    this.walked.tookMs += performance.now() - began;
    if (end === undefined && this.missing > 0 && this.#start.after === undefined) this.#count = bounded(this.places.length);
  }

  /** Takes all that follow at once, where they are few enough. */
  async collect(): Promise<void> {
    const after = this.#end;
    if (this.missing === 0 || after === undefined) return;
    const { places, count } = await collectBehind(this.#db, this.#question, { ...this.#start, after, wanted: this.missing });
    this.#count = count;
    if (places === undefined) return;
    this.places.push(...places);
    this.#end = undefined;
  }

  matches(limit: number): CountedMatches {
    const { shown, next } = cutPage(this.places, limit);
    // Where the search goes on, what was found is certain, and to count besides would take as long as to look further.
    const met = next === undefined && this.isGoingOn ? { total: shown.length, isAtLeast: true } : undefined;
    return { places: shown, next: next ?? this.#end, count: this.#count ?? met };
  }
}

interface Behind {
  readonly after: Place;
  readonly wanted: number;
}

/** All rows behind a place, as far as they are wanted, unless there are too many; and how many the list has, where that is known. */
async function collectBehind(
  db: Kysely<DB>,
  question: Question,
  behind: Behind,
): Promise<{ readonly places?: readonly Place[]; readonly count?: Count }> {
  // Of the whole list first: that is what the count needs, too.
  const whole = await collect(db, question, { ...behind, isWhole: true });
  if (whole === undefined) return {};
  if (whole.candidates <= mostCollected) return { places: whole.places, count: bounded(whole.total) };
  const count = question.isFoundByIndexes ? { count: manyMore } : {};
  const rest = await collect(db, question, { ...behind, isWhole: false });
  return rest === undefined || rest.candidates > mostCollected ? count : { ...count, places: rest.places };
}

const manyMore: Count = { total: largestCount, isAtLeast: true };

interface Collected {
  /** Rows that the indexes gave; counted no further than one more than may be collected. */
  readonly candidates: number;
  /** How many of them answer the question. */
  readonly total: number;
  readonly places: readonly Place[];
}

/** Collects the rows of the whole list, or those behind a place, by the indexes of their filters. */
async function collect(
  db: Kysely<DB>,
  question: Question,
  { after, wanted, isWhole }: Behind & { readonly isWhole: boolean },
): Promise<Collected | undefined> {
  const { list } = question;
  const rows = candidates(question, isWhole ? [] : [list.after(after)]);
  return (
    rows &&
    byIndexes(db, {
      statement: sql<Collected>`
      with candidate as materialized (${rows}),
      met as materialized (select t.* from candidate t where ${every(question.others)}),
      behind as (select t.* from met t where ${list.after(after)} order by ${list.order} limit ${wanted})
      select (select count(*)::integer from candidate) as candidates, (select count(*)::integer from met) as total,
        coalesce((select jsonb_agg(${placeOf(list)} order by ${list.order}) from behind t), '[]') as places`,
      expected: question.expected,
      purpose: "page",
      withinMs: collectingMs,
    })
  );
}

/** What the indexes find; where they stand for every filter only what answers the question, else everything they give. */
function candidates(
  { list, indexed, others, isFoundByIndexes }: Question,
  bounds: readonly Condition[],
): RawBuilder<unknown> | undefined {
  if (indexed.length === 0) return undefined;
  const conditions = [list.isIn, ...bounds, ...indexed, ...(isFoundByIndexes ? others : [])];
  return sql`select t.* from ${list.table} t where ${every(conditions)} limit ${mostCollected + 1}`;
}

/** How many rows of the whole list answer the question; counted no further than the largest count. */
export async function countMatches(db: Kysely<DB>, question: Question): Promise<Count> {
  const { others } = question;
  const {
    found: { total, looked },
    visits,
  } = await lookInTime(db, others.length === 0 ? largestCount + 1 : visitsOf(question), (tx, most) =>
    countFirst(tx, question, most),
  );
  if (looked < visits || total > largestCount) return bounded(total);
  const collectable = total >= manyAlready ? undefined : candidates(question, []);
  const found =
    collectable &&
    (await byIndexes(db, {
      statement: sql<Omit<Collected, "places">>`
        select count(*)::integer as candidates, count(*) filter (where ${every(others)})::integer as total from (${collectable}) t`,
      expected: question.expected,
      purpose: "count",
      withinMs: countingMs,
    }));
  if (found === undefined) return { total, isAtLeast: true };
  if (found.candidates <= mostCollected) return bounded(found.total);
  return { total: Math.min(Math.max(total, found.total), largestCount), isAtLeast: true };
}
