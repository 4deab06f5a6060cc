import { Refusal } from "#kernel/refusal.ts";

const filesAtOnce = 2;
const longestQueue = 20;
const retryAfterSeconds = 5;

interface Waiting {
  readonly who: string;
  readonly begin: () => void;
}

/** What somebody is told whose file has to wait elsewhere. */
interface TurnWords {
  readonly ownIsWaiting: string;
  readonly tooMany: string;
}

type InTurn = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work on files that takes a core each: two at once, a short queue, and nobody waits for ever. One person has one file in
 * work and one waiting, so that nobody takes every place.
 */
export function createTurns({ ownIsWaiting, tooMany }: TurnWords): InTurn {
  /** Whose files are in work. */
  const running = new Set<string>();
  /** In the order they came. */
  const waiting: Waiting[] = [];

  const mayBegin = (who: string): boolean => running.size < filesAtOnce && !running.has(who);

  const placeInQueue = (who: string): Promise<void> => {
    if (waiting.some((other) => other.who === who)) throw new Refusal("too_many", ownIsWaiting, { retryAfterSeconds });
    if (waiting.length >= longestQueue) throw new Refusal("too_many", tooMany, { retryAfterSeconds });
    return new Promise((begin) => waiting.push({ who, begin }));
  };

  /** The free place goes to the one that has waited longest, unless a file of the same person is in work. */
  const beginNext = (): void => {
    const index = waiting.findIndex(({ who }) => mayBegin(who));
    const [next] = index === -1 ? [] : waiting.splice(index, 1);
    if (next === undefined) return;
    running.add(next.who);
    next.begin();
  };

  return async (who, work) => {
    if (mayBegin(who)) running.add(who);
    else await placeInQueue(who);
    try {
      return await work();
    } finally {
      running.delete(who);
      beginNext();
    }
  };
}

/** The turns of files that are made: each takes a process, a core and a connection. */
export const inTurn: InTurn = createTurns({
  ownIsWaiting: "One of your files is waiting to be made already. Export again when you have it",
  tooMany: "Too many files are being made at once. Try again in a moment",
});
