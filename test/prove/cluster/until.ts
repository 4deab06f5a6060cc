import { setTimeout as pause } from "node:timers/promises";

const lookEveryMs = 100;

/** Looks until there is something, and answers it. Throws what was awaited when it takes too long. */
export async function until<T>(what: string, withinMs: number, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadlineAt = performance.now() + withinMs;
  let last: Error | undefined;
  while (performance.now() < deadlineAt) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      last = error as Error;
    }
    await pause(lookEveryMs);
  }
  throw new Error(`${what}: not within ${String(withinMs / 1000)} s${last === undefined ? "" : ` (${last.message})`}`);
}
