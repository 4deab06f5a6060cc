import { idFrom } from "#kernel/id.ts";
import { invalidField, type Refusal } from "#kernel/refusal.ts";

/** What is said of a cursor that no page of the list has given. */
export function strangeCursor(): Refusal {
  return invalidField("cursor", "The cursor is not one that this list has given");
}

/** The id that digits of a cursor write. Refuses what is none. */
export function idInCursor(digits: string): number {
  const id = idFrom(digits);
  if (id === undefined) throw strangeCursor();
  return id;
}
