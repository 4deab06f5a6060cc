import { Refusal } from "#kernel/refusal.ts";

const kibibyte = 1024;
const secondMs = 1000;
const minuteMs = 60 * secondMs;

/** How long and how large a request may be before it is cut off. */
export const serverLimits = {
  bodyLimit: 64 * kibibyte,
  /** For a request to arrive completely. */
  requestTimeoutMs: 30 * secondMs,
  headersTimeoutMs: 10 * secondMs,
  keepAliveTimeoutMs: 65 * secondMs,
  /** A connection on which nothing moves at all, such as a client that does not read its answer; longer than any work takes. */
  silentConnectionTimeoutMs: 10 * minuteMs,
  /** How often the two timeouts above are looked after. */
  checkingIntervalMs: 2 * secondMs,
} as const;

/** Counts the requests of each user, minute by minute from the first one. */
export interface RateLimit {
  /** Refuses the request that is too many, and says when the next one is welcome. */
  take(userId: string): void;
}

export function createRateLimit(requestsPerMinute: number): RateLimit {
  const windows = new Map<string, { startedAt: number; count: number }>();
  return {
    take(userId) {
      if (requestsPerMinute === 0) return;
      const now = performance.now();
      const window = windows.get(userId);
      if (window === undefined || now - window.startedAt >= minuteMs) {
        windows.set(userId, { startedAt: now, count: 1 });
        return;
      }
      window.count += 1;
      if (window.count <= requestsPerMinute) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((window.startedAt + minuteMs - now) / secondMs));
      throw new Refusal("too_many", `Too many requests. Try again in ${String(retryAfterSeconds)} seconds`, {
        retryAfterSeconds,
      });
    },
  };
}
