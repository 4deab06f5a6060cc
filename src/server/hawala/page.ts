import type { Kysely } from "kysely";

import type { Hawala } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import { foundPage, type FoundPage } from "#server/ordered-list.ts";

import { placeOf } from "./filters.ts";
import { hawalaReply, hawalaRows } from "./replies.ts";
import { countMatches, findMatches, type Question } from "./search.ts";

interface Asked {
  readonly limit: number;
  /** As the page before has given it. */
  readonly cursor?: string | undefined;
}

/** The ids of a page of any list by days. The cursor is read first: one that no list has given is refused in any case. */
export async function pageOf(db: Kysely<DB>, question: Question | undefined, { limit, cursor }: Asked): Promise<FoundPage> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  if (question === undefined) return { ids: [], total: 0, nextCursor: undefined };
  const found = await findMatches(db, question, { limit, after });
  const isWhole = after === undefined && found.next === undefined;
  const count = isWhole ? { total: found.places.length, isAtLeast: false } : await countMatches(db, question);
  return foundPage(found, count);
}

/** The hawalas with these ids, in the order asked; without those that are gone since they were found. */
export async function hawalasAt(db: Kysely<DB>, ids: readonly number[]): Promise<Hawala[]> {
  return (await hawalaRows(db, ids)).map(hawalaReply);
}
