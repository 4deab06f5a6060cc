import { useRef } from "react";

import { newIdempotencyKey } from "./api.ts";

/**
 * A key for each thing that is tried: the same act on the same version once more is the same attempt, whose answer may have
 * been lost. Anything else is another, and is judged by the version it was made from.
 */
export function useAttemptKey(): (body: unknown, version: number) => string {
  const keys = useRef(new Map<string, string>());
  return (body, version) => {
    const attempt = JSON.stringify([version, body]);
    const key = keys.current.get(attempt) ?? newIdempotencyKey();
    keys.current.set(attempt, key);
    return key;
  };
}
