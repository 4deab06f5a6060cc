import { watched } from "./watched.ts";

/** Whether the last call reached a working server. */
export type Connection = "up" | "away";

const connection = watched<Connection>("up");

/** So young an answer says that the next question will most likely be answered, too. */
const freshForMs = 1_000;
let answeredAt: number | undefined;
let failures = 0;

/** How many calls found nobody until now: whoever asks says so with the answer. */
export function failuresSoFar(): number {
  return failures;
}

/**
 * Notes how the latest call went. `api.ts` calls it, and whoever would not wait so long for one. An answer to what was asked before another
 * call found nobody says nothing: a server that is being stopped still answers what it has begun.
 */
export function noteConnection(latest: Connection, failuresWhenAsked = failures): void {
  if (latest === "away") failures += 1;
  else if (failures !== failuresWhenAsked) return;
  answeredAt = latest === "up" ? Date.now() : undefined;
  connection.set(latest);
}

/** Whether the server can be reached, as the latest call found it. */
export function useConnection(): Connection {
  return connection.useValue();
}

/** Resolves once a call has reached a working server: at once where the latest did. */
export function untilUp(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (): void => {
    if (connection.get() === "up") resolve();
  };
  const stop = connection.follow(look);
  look();
  return promise.finally(stop);
}

/** Notes that a line to the server broke off: what it has answered before says nothing of what comes. */
export function noteBreak(): void {
  answeredAt = undefined;
}

/** Whether the server has answered within the last second, and nothing has spoken against it since. */
export function hasJustAnswered(): boolean {
  // A clock that was put back makes nothing young.
  return answeredAt !== undefined && Math.abs(Date.now() - answeredAt) < freshForMs;
}
