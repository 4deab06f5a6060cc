import { Refusal } from "#kernel/refusal.ts";

const kibibyte = 1024;
const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** How long and how large a request may be before it is cut off. */
export const serverLimits = {
  bodyLimit: 64 * kibibyte,
  /** Requests of this process whose body may be larger than that, at once. */
  largeBodies: { perUser: 3, inAll: 16 },
  /**
   * Requests of a user that this process works on or answers, at once: a browser has six, a program that posts in parallel some dozens.
   * And how many of them read at once: a list takes two of the twenty connections to the database.
   * So many of an address may sign in, and are worked on, at once.
   */
  underWay: { perUser: 256, readsPerUser: 4 },
  /** For a request to arrive completely. */
  requestTimeoutMs: 30 * secondMs,
  headersTimeoutMs: 10 * secondMs,
  keepAliveTimeoutMs: 65 * secondMs,
  /** A connection on which nothing moves at all, such as a client that does not read its answer; longer than any work takes. */
  silentConnectionTimeoutMs: 10 * minuteMs,
  /** How often `requestTimeoutMs` and `headersTimeoutMs` are looked after. */
  checkingIntervalMs: 2 * secondMs,
} as const;

/** What a server may let through of a user's requests until the minute is over. */
export interface Portion {
  /** None where the whole minute is taken. */
  readonly granted: number;
  /** Until the minute is over. */
  readonly seconds: number;
}

/** Takes so many requests of a user's minute, or what is left of it. */
export type TakePortion = (userId: string, wanted: number) => Promise<Portion>;

/** Counts the requests of each user over all servers, minute by minute from the first one. */
export interface RateLimit {
  /** Refuses the request that is too many, and says when the next one is welcome. Undefined where it may go on at once. */
  take(userId: string): Promise<void> | undefined;
}

/** Small enough that what one server took and does not use is hardly missed on another. */
const portionsPerMinute = 20;

interface Held {
  left: number;
  readonly isLast: boolean;
  readonly until: number;
}

/** Requests are taken from the minute in portions, so that few of them wait for the database. */
export function createRateLimit(requestsPerMinute: number, takePortion: TakePortion): RateLimit {
  const wanted = Math.max(1, Math.floor(requestsPerMinute / portionsPerMinute));
  const held = new Map<string, Held>();
  const underWay = new Map<string, Promise<void>>();

  function heldNow(userId: string): Held | undefined {
    const found = held.get(userId);
    return found === undefined || found.until <= performance.now() ? undefined : found;
  }

  /** Whoever asks while a portion is on its way waits for that one. */
  function fetchPortion(userId: string): Promise<void> {
    const fetching = underWay.get(userId) ?? keepPortion(userId).finally(() => underWay.delete(userId));
    underWay.set(userId, fetching);
    return fetching;
  }

  async function keepPortion(userId: string): Promise<void> {
    const { granted, seconds } = await takePortion(userId, wanted);
    held.set(userId, { left: granted, isLast: granted === 0, until: performance.now() + seconds * secondMs });
  }

  async function takeWaiting(userId: string): Promise<void> {
    while (!takeHeld(userId)) await fetchPortion(userId);
  }

  /** Whether there was one to take. Refuses once the minute is spent. */
  function takeHeld(userId: string): boolean {
    const found = heldNow(userId);
    if (found === undefined) return false;
    if (found.left > 0) {
      found.left -= 1;
      return true;
    }
    if (!found.isLast) return false;
    const retryAfterSeconds = Math.max(1, Math.ceil((found.until - performance.now()) / secondMs));
    throw new Refusal("too_many", `Too many requests. Try again in ${String(retryAfterSeconds)} seconds`, { retryAfterSeconds });
  }

  return {
    take: (userId) => (requestsPerMinute === 0 || takeHeld(userId) ? undefined : takeWaiting(userId)),
  };
}
