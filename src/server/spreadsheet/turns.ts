import { Refusal } from "#kernel/refusal.ts";

const filesAtOnce = 2;
const longestQueue = 20;
const retryAfterSeconds = 5;

interface Waiting {
  readonly who: string;
  readonly begin: () => void;
}

/** Whose files are being made. */
const running = new Set<string>();
/** In the order they came. */
const waiting: Waiting[] = [];

/**
 * Each file takes a thread, a core and a connection: two at once, a short queue, and nobody waits for ever. One person has
 * one file made and one waiting, so that nobody takes every place.
 */
export async function inTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
  if (mayBegin(who)) running.add(who);
  else await placeInQueue(who);
  try {
    return await work();
  } finally {
    running.delete(who);
    beginNext();
  }
}

function mayBegin(who: string): boolean {
  return running.size < filesAtOnce && !running.has(who);
}

function placeInQueue(who: string): Promise<void> {
  if (waiting.some((other) => other.who === who)) {
    const message = "One of your files is waiting to be made already. Export again when you have it";
    throw new Refusal("too_many", message, { retryAfterSeconds });
  }
  if (waiting.length >= longestQueue) {
    throw new Refusal("too_many", "Too many files are being made at once. Try again in a moment", { retryAfterSeconds });
  }
  return new Promise((begin) => waiting.push({ who, begin }));
}

/** The free place goes to the one that has waited longest, unless a file of the same person is being made. */
function beginNext(): void {
  const index = waiting.findIndex(({ who }) => mayBegin(who));
  const [next] = index === -1 ? [] : waiting.splice(index, 1);
  if (next === undefined) return;
  running.add(next.who);
  next.begin();
}
