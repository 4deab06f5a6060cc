import { useState } from "react";

import type { Hawala } from "#contract/hawalas.ts";

import type { HawalaList } from "./hawala-list.ts";
import type { PassFilters } from "./pass-place.ts";

/** The hawalas that were ticked, by id, each as it was then. */
export type Ticked = ReadonlyMap<number, Hawala>;

interface Tick {
  readonly hawala: Hawala;
  /** The list that it was ticked in. */
  readonly list: string;
}

interface TickedInput {
  readonly found: HawalaList;
  readonly filters: PassFilters;
  /** They are being passed: what that changes of them is told there. */
  readonly isPaused: boolean;
}

/**
 * What was ticked to be passed together. What is seen to be another version since, or to stand in its list no more, is not ticked
 * any longer: nobody has looked at it as it is now. `changed` says how many those were since the person last ticked.
 */
export function useTicked({ found, filters, isPaused }: TickedInput) {
  const list = JSON.stringify(filters);
  const [{ ticks, changed }, keep] = useState({ ticks: new Map<number, Tick>(), changed: 0 });
  const lost = isPaused ? [] : [...ticks.values()].filter((tick) => isOutdated(tick, found, list));
  const without = (ids: ReadonlySet<number>) => new Map([...ticks].filter(([id]) => !ids.has(id)));
  if (lost.length > 0) {
    keep({ ticks: without(new Set(lost.map(({ hawala }) => hawala.id))), changed: changed + lost.length });
  }
  return {
    ticked: new Map([...ticks].map(([id, { hawala }]) => [id, hawala])) as Ticked,
    changed,
    tick: (next: Ticked): void => {
      const keptOr = (hawala: Hawala): Tick => {
        const before = ticks.get(hawala.id);
        return before?.hawala === hawala ? before : { hawala, list };
      };
      keep({ ticks: new Map([...next].map(([id, hawala]) => [id, keptOr(hawala)])), changed: 0 });
    },
    /** These are done with: passed, or never to be passed as they were ticked. */
    drop: (ids: ReadonlySet<number>): void => keep({ ticks: without(ids), changed }),
  };
}

function isOutdated({ hawala, list: tickedIn }: Tick, { list, rows, isGoingOn }: HawalaList, shown: string): boolean {
  const row = rows.find(({ id }) => id === hawala.id);
  if (row !== undefined) return row.version > hawala.version;
  // Another list may not have it, and what has not been read may.
  if (tickedIn !== shown || list.data === undefined || list.isPlaceholderData || isGoingOn) return false;
  const last = rows.at(-1);
  return !list.hasNextPage || (last !== undefined && standsBefore(hawala, last));
}

/** In the order of the lists: the latest day first, then the latest entered. */
function standsBefore(one: Hawala, other: Hawala): boolean {
  if (one.transactionDate !== other.transactionDate) return one.transactionDate > other.transactionDate;
  return one.id > other.id;
}
