import { useState } from "react";

import { useLiveRefresh } from "./live-refresh.ts";

interface Listed {
  readonly id: number;
}

/** A page of a list as it was read. */
export interface ReadPage<Row> {
  readonly rows: readonly Row[];
  /** More rows follow on another page: what is missing from this one may stand there. */
  readonly isCut: boolean;
}

/** A page as it stays on screen, and how many rows are kept from it. */
export interface Settled<Row> {
  readonly rows: readonly Row[];
  readonly waiting: number;
}

/**
 * The rows that are on screen, each as it was last read, without those that are no more; and how many new ones wait. A row that
 * newer ones have pushed from the page stays where the person is reading it. What follows the last row on screen moves none of
 * them and is shown: mostly it is no new row, but one of the next page that came up when another left this one.
 */
export function settledRows<Row extends Listed>(shown: readonly Row[], latest: ReadPage<Row>): Settled<Row> {
  const fresh = new Map(latest.rows.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  const lastKept = shown.findLastIndex(({ id }) => fresh.has(id));
  const rows = shown.flatMap((row, index) => fresh.get(row.id) ?? (latest.isCut && index > lastKept ? row : []));
  const isNew = ({ id }: Row): boolean => !known.has(id);
  const last = latest.rows.findIndex(({ id }) => id === shown.at(-1)?.id);
  const below = last === -1 ? [] : latest.rows.slice(last + 1).filter(isNew);
  return { rows: [...rows, ...below], waiting: latest.rows.filter(isNew).length - below.length };
}

/** What the person is looking at, and what was read when. */
interface Held<Row> {
  readonly list: string;
  readonly latest: ReadPage<Row>;
  readonly rows: readonly Row[];
  readonly waiting: number;
}

/**
 * Keeps the rows of a list from jumping: while `isHeld` says that somebody is at them, rows that other desks add wait until they
 * are asked for. What the person has asked for (another `list`, a new search, an act of their own) is shown at once.
 */
export function useSettledRows<Row extends Listed>(
  latest: ReadPage<Row>,
  { list, isHeld }: { readonly list: string; readonly isHeld: boolean },
): Settled<Row> & { readonly showAll: () => void } {
  const isOthersWork = useLiveRefresh();
  const all = { list, latest, rows: latest.rows, waiting: 0 };
  const [held, setHeld] = useState<Held<Row>>(all);
  const isRead = !sameRows(held.latest.rows, latest.rows);
  const mayWait = held.list === list && isHeld && held.rows.length > 0;
  if (mayWait ? isRead && !isOthersWork : isRead || held.list !== list || held.waiting > 0) setHeld(all);
  else if (isRead) setHeld({ list, latest, ...settledRows(held.rows, latest) });
  return { rows: held.rows, waiting: held.waiting, showAll: () => setHeld(all) };
}

/** What has not changed is the same object after another reading. */
function sameRows<Row>(before: readonly Row[], now: readonly Row[]): boolean {
  return before === now || (before.length === now.length && before.every((row, index) => row === now[index]));
}
