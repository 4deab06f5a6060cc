import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";

import { withoutUnseen } from "#kernel/letters.ts";
import { containsFolded, folded, hasGroupOfThree } from "#server/folded-text.ts";

type Condition = Expression<SqlBool>;

/**
 * Both narratives of a row `t`, folded. In another collation than the index, which makes no difference to the comparison but
 * keeps the whole text from the index: that is asked for what {@link foundBy} chooses, and nothing else.
 */
export const narrativeOfRow = sql<string>`(t.search_text collate "C")`;
/** From the row itself, and only where the filters that the index answers have let it pass. */
export const narrativeLookedUp = sql<string>`(select n.search_text from transactions n where n.id = t.id)`;

/**
 * The letters that most narratives are written in, once folded, and the other signs. Migration 0012 says the same. A sign above
 * U+07FF may not be among them: the index could then make no groups of any.
 */
const letters = "abcdefghijklmnopqrstuvwxyz0123456789ابپتټثجچحخدډذرزژسشصضطظعغفقکگڼلمنوهیېۍئءؤےںھہٹڈڑښړږځڅګ";
const otherSigns = String.raw` .,:;!?'"/\\()#%&*+=@_<>،؛؟«»٫٬\u0001\u000a\u00a0\u064b-\u0655-`;
/** Characters that are folded one by one, each into one of the letters above. */
const run = /[A-Za-z0-9ابپتټثجچحخدډذرزژسشصضطظعغفقکگڼلمنوهیېۍئءؤےںھہٹڈڑښړږځڅګيىكةۀأإآٱ٠-٩۰-۹]{2,}/g;

/**
 * Each list of a group of three letters is read to its end, however many there are of them: a few that lie far apart find
 * hardly more rows than all, in a third of the time.
 */
const mostGroups = 4;

export interface Found {
  /** How an index finds the rows with this text: by groups of three letters, by pairs of them, or not at all. */
  readonly finds: "rows" | "pairs" | "nothing";
  /** At least the rows that contain the text. */
  readonly inIndex: Condition;
}

/** The condition by which the index of narratives finds at least the rows that contain what was typed. */
export function foundBy(typed: string): Found {
  const searched = withoutUnseen(typed);
  const runs = searched.match(run) ?? [];
  const words = runs.filter(({ length }) => length >= 3);
  if (words.length > 0) return { finds: "rows", inIndex: allOf(farApart(words)) };
  // In letters of which only the database knows how they are folded.
  if (hasGroupOfThree(typed)) return { finds: "rows", inIndex: containsFolded(sql`t.search_text`, typed) };
  const [pair] = runs;
  return pair === undefined ? { finds: "nothing", inIndex: sql`true` } : { finds: "pairs", inIndex: hasPair(pair) };
}

/** The last group of three of each word, and the first of one that stands alone; of many words those of the longest. */
function farApart(words: readonly string[]): readonly string[] {
  const last = words.toSorted((left, right) => right.length - left.length).map((word) => word.slice(-3));
  const groups = words.length === 1 ? [...last, ...words.map((word) => word.slice(0, 3))] : last;
  return [...new Set(groups)].slice(0, mostGroups);
}

function allOf(groups: readonly string[]): Condition {
  return sql.join(
    groups.map((group) => containsFolded(sql`t.search_text`, group)),
    sql` and `,
  );
}

const followed = sql.lit(`[${letters}${otherSigns}]`);
const unusual = sql.lit(`[^${letters}${otherSigns}]`);

/**
 * Two letters are in no group of three by themselves, but wherever they stand a group begins with them: with a third letter,
 * or with the end of their word. Which third letters there are is known but for rows with an unusual sign; those have an
 * index of their own.
 */
function hasPair(pair: string): RawBuilder<SqlBool> {
  const twoLetters = folded(pair.slice(0, 2));
  return sql`(t.search_text ~ (${twoLetters} || ${followed}) or t.search_text like '%' || ${twoLetters} or t.search_text ~ ${unusual})`;
}
