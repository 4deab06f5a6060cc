import type { DraftPlace } from "./drafts.ts";
import { fitting, store, stored, toKeep } from "./kept-values.ts";

function keyOf({ userId, form }: DraftPlace): string {
  return `sarraf-last:${userId}:${form}`;
}

/** What this person saved last with a form, in this browser. */
export function lastEntry<Form extends Record<string, unknown>>(place: DraftPlace, blank: Form): Form | undefined {
  return fitting(stored(keyOf(place))?.["values"], blank)?.values;
}

/** Remembers what has just been saved. */
export function rememberEntry(place: DraftPlace, values: Record<string, unknown>): void {
  store(keyOf(place), { values: toKeep(values).values });
}
