import { setTimeout as pause } from "node:timers/promises";

const usuallyWithinMs = 30_000;
const pollMs = 25;

/** Waits until the probe answers something other than undefined or false; a probe that throws is asked again. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = usuallyWithinMs,
): Promise<T> {
  const deadlineAt = Date.now() + withinMs;
  let last: unknown;
  while (Date.now() < deadlineAt) {
    try {
      const answer = await probe();
      if (answer !== undefined && answer !== false) return answer;
    } catch (error) {
      last = error;
    }
    await pause(pollMs);
  }
  throw new Error(`It did not happen: ${what}`, { cause: last });
}
