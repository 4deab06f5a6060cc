import { Refusal } from "#kernel/refusal.ts";

const filesAtOnce = 2;
const longestQueue = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** Each file takes a thread, a core and a connection: two at once, a short queue, and nobody waits for ever. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= filesAtOnce) {
    if (waiting.length >= longestQueue) {
      throw new Refusal("too_many", "Too many files are being made at once. Try again in a moment", { retryAfterSeconds: 5 });
    }
    await new Promise<void>((proceed) => waiting.push(proceed));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The place goes to the one that has waited longest, or becomes free.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
