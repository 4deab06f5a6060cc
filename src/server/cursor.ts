import { parseBusinessDate } from "#kernel/business-date.ts";
import { idFrom } from "#kernel/id.ts";
import { invalidField, type Refusal } from "#kernel/refusal.ts";

/** What is said of a cursor that no page of the list has given. */
export function strangeCursor(): Refusal {
  return invalidField("cursor", "The cursor is not one that this list has given");
}

/** Which page of a list is asked for: how many rows at most, and the cursor that the page before it ended with. */
export interface PageAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a list, cut from the rows that were read for it. */
interface CutPage<Row> {
  readonly shown: Row[];
  /** The last row shown, behind which the next page begins; undefined where no row follows. */
  readonly next: Row | undefined;
}

/** Cuts a page from its rows, of which one more than the page holds was asked for: whether that came says whether others follow. */
export function cutPage<Row>(rows: readonly Row[], limit: number): CutPage<Row> {
  const shown = rows.slice(0, limit);
  return { shown, next: rows.length > limit ? shown.at(-1) : undefined };
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/;

/** Whether a text is a moment as the cursors of lists in the order of time have it, to the microsecond, as PostgreSQL does. */
export function isMoment(text: string): boolean {
  const [day = "", time = ""] = text.split("T");
  return parseBusinessDate(day) !== undefined && timeOfDay.test(time);
}

/** The id that digits of a cursor write. Refuses what is none. */
export function idInCursor(digits: string): number {
  const id = idFrom(digits);
  if (id === undefined) throw strangeCursor();
  return id;
}
