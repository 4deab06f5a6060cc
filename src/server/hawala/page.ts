import type { Kysely } from "kysely";

import type { Hawala } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import type { Page } from "#server/http/answer.ts";

import { cursorOf, placeOf } from "./filters.ts";
import { hawalaReply, hawalaRows } from "./replies.ts";
import { countMatches, findMatches, type Question } from "./search.ts";

interface Asked {
  readonly limit: number;
  /** As the page before has given it. */
  readonly cursor?: string | undefined;
}

interface FoundPage extends Omit<Page<never>, "rows"> {
  readonly ids: readonly number[];
}

/** The ids of a page of any list by days. The cursor is read first: one that no list has given is refused in any case. */
export async function pageOf(db: Kysely<DB>, question: Question | undefined, { limit, cursor }: Asked): Promise<FoundPage> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  if (question === undefined) return { ids: [], total: 0, nextCursor: undefined };
  const { places, next } = await findMatches(db, question, { limit, after });
  const isWhole = after === undefined && next === undefined;
  const { total, isAtLeast } = isWhole ? { total: places.length, isAtLeast: false } : await countMatches(db, question);
  return {
    ids: places.map(({ id }) => id),
    // A page may be longer than rows are counted, and rows may have come in between the two.
    total: Math.max(total, places.length),
    isAtLeast,
    nextCursor: next === undefined ? undefined : cursorOf(next),
  };
}

/** The hawalas with these ids, in the order asked; without those that are gone since they were found. */
export async function hawalasAt(db: Kysely<DB>, ids: readonly number[]): Promise<Hawala[]> {
  return (await hawalaRows(db, ids)).map(hawalaReply);
}
