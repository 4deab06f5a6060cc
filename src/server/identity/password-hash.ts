import { hash, verify, type Options } from "@node-rs/argon2";

import { Refusal } from "#kernel/refusal.ts";

/** argon2id, the library's own default, at the least that OWASP asks for: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A hash of the same cost that no password opens: verifying against it takes as long as against a real one. */
export const unmatchedHash = "$argon2id$v=19$m=19456,t=2,p=1$c2FycmFmLW5vLXVzZXI$cQmDfWbHJQtMqjwzKqgXbqf0dJqWmKMcF0ldz2C8RkA";

const hashesAtOnce = 2;
const longestQueue = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** The stored form of a password. Refuses when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/** Whether the password is the one behind the hash. Refuses when too many wait already. */
export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password));
}

/** Each hash takes 19 MiB and a core: two at once, a short queue, and nobody waits for ever. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= hashesAtOnce) {
    if (waiting.length >= longestQueue) {
      throw new Refusal("too_many", "Too many people are signing in at once. Try again in a moment", { retryAfterSeconds: 2 });
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
