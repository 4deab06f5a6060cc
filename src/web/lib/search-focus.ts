import { focusInstead } from "./page-heading.ts";

/** Puts the focus into the search box over a list, that of the latest dialog where there are several: for when the row that had it is gone. */
export function focusSearch(): void {
  [...document.querySelectorAll<HTMLElement>('[role="searchbox"]')].at(-1)?.focus({ preventScroll: true });
}

/** The `ref` of a button in a row that may go while it has the focus, which then goes into the search box. */
export const searchInstead = focusInstead(focusSearch);
