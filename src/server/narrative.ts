import { narrativeLength } from "#contract/text.ts";

/**
 * Words of our own as a narrative may be: an entry that is read can be sent back. Half a character at the end goes, too, because the
 * database would refuse it.
 */
export function asNarrative(words: string): string {
  return words.slice(0, narrativeLength).replace(/[\uD800-\uDBFF]$/, "");
}
