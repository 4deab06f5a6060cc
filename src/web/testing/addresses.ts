import type { replying } from "./replies.ts";

/** The addresses a stand-in was asked for, in order. */
export function addressesOf(fetched: ReturnType<typeof replying>): URL[] {
  return fetched.mock.calls.map(([address]) => new URL(typeof address === "string" ? address : "", "http://localhost"));
}
