import { sql, type Kysely } from "kysely";

import { largestCount } from "#contract/page.ts";
import { collectInTime, lookInTime } from "#db/in-time.ts";
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
  type ListQuestion,
  type Matches,
  type Place,
} from "#server/ordered-list.ts";

export interface Question extends ListQuestion {
  /** All filters, as indexes find them wherever in the list their rows stand; none where no index stands for the others. */
  readonly indexed: readonly Condition[];
}

/**
 * How far each way of searching goes, as docs/decisions/009 has it: a walk along the ordered indexes finds a page of frequent rows at
 * once; what is rarer is collected by the indexes of its filters; what is too rare for the one and too frequent for the other
 * walks on.
 */
const firstVisits = 8_000;
const mostVisits = 100_000;
const mostCollected = largestCount;
/** Collecting is given up after this, as very many rows can have all words of a text and not the text; then walking is what is left. */
const collectingMs = 300;
/** So many met within a short walk are told as they are: to count on would take longer than the page. */
const manyAlready = 100;
/** After this a page that is not full is answered as it is, with the cursor to search on from. */
const usualPatienceMs = 2_000;

interface PageWanted {
  readonly limit: number;
  readonly after: Place | undefined;
  /** Infinite where the page must be whole. */
  readonly patienceMs?: number;
}

/** Up to `limit` rows that answer the question, in the order of its list, behind a place or from the beginning. */
export async function findMatches(db: Kysely<DB>, question: Question, page: PageWanted): Promise<Matches> {
  const { limit, after, patienceMs = usualPatienceMs } = page;
  const wanted = limit + 1;
  const until = performance.now() + patienceMs;
  const so = { places: [] as Place[], end: after };
  const walkOn = async (most: number): Promise<number> => {
    const here = { after: so.end, wanted: wanted - so.places.length };
    const { found, visits } = await lookInTime(db, most, (tx, fewer) => walk(tx, question, { ...here, visits: fewer }));
    so.places.push(...found.places);
    so.end = found.end;
    return visits;
  };
  const visits = question.others.length === 0 ? wanted : firstVisits;
  const looked = await walkOn(visits);
  if (so.end === undefined) return matches(so.places, limit, undefined);
  const rest = await collect(db, question, so.end);
  if (rest !== undefined) return matches([...so.places, ...rest], limit, undefined);
  // As many at once as there was time for before.
  let step = looked < visits ? looked : mostVisits;
  do step = await walkOn(step);
  while (so.end !== undefined && performance.now() < until);
  return matches(so.places, limit, so.end);
}

/** `end` is where the search stopped before the page was full. */
function matches(places: readonly Place[], limit: number, end: Place | undefined): Matches {
  const { shown, next } = cutPage(places, limit);
  return { places: shown, next: next ?? end };
}

/** Every row behind a place, in order; undefined where they are too many, or where it takes too long to find that out. */
async function collect(db: Kysely<DB>, { list, indexed, others }: Question, after: Place): Promise<readonly Place[] | undefined> {
  if (indexed.length === 0) return undefined;
  const found = await collectInTime(
    db,
    collectingMs,
    sql<{ candidates: number; places: readonly Place[] }>`
      with candidate as materialized (
        select t.* from ${list.table} t where ${every([list.isIn, list.after(after), ...indexed])} limit ${mostCollected + 1})
      select (select count(*)::integer from candidate) as candidates,
        coalesce((select jsonb_agg(${placeOf(list)} order by ${list.order})
          from candidate t where ${every(others)}), '[]') as places`,
  );
  return found === undefined || found.candidates > mostCollected ? undefined : found.places;
}

/** How many rows of the whole list answer the question; counted no further than the largest count. */
export async function countMatches(db: Kysely<DB>, question: Question): Promise<Count> {
  const { list, indexed, others } = question;
  const {
    found: { total, looked },
    visits,
  } = await lookInTime(db, others.length === 0 ? largestCount + 1 : firstVisits, (tx, most) => countFirst(tx, question, most));
  if (looked < visits || total > largestCount) return bounded(total);
  if (indexed.length === 0 || total >= manyAlready) return { total, isAtLeast: true };
  const found = await collectInTime(
    db,
    collectingMs,
    sql<{ candidates: number; total: number }>`
      select count(*)::integer as candidates, count(*) filter (where ${every(others)})::integer as total from (
        select t.* from ${list.table} t where ${every([list.isIn, ...indexed])} limit ${mostCollected + 1}) t`,
  );
  if (found === undefined) return { total, isAtLeast: true };
  if (found.candidates <= mostCollected) return bounded(found.total);
  return { total: Math.min(Math.max(total, found.total), largestCount), isAtLeast: true };
}
