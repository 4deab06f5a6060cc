import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";

import { withoutUnseen } from "#kernel/letters.ts";

/** What was typed, folded as the texts are that are searched. */
export function folded(typed: string): RawBuilder<string> {
  return sql<string>`fold_text(${typed})`;
}

/** A folded text with the signs escaped that LIKE would interpret. Not before it is folded, which may give such signs. */
export function escaped(text: Expression<string>): RawBuilder<string> {
  return sql<string>`regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g')`;
}

/** That a text, which is folded, contains what was typed. */
export function containsFolded(text: Expression<string>, typed: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} like '%' || ${escaped(folded(typed))} || '%'`;
}

const groupOfThree = /[\p{L}\p{Nd}]{3}/u;

/** Whether an index of texts can find what was typed: it knows groups of three letters or digits, and of a shorter text nothing. */
export function hasGroupOfThree(typed: string): boolean {
  return groupOfThree.test(withoutUnseen(typed));
}
