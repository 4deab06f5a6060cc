import { useSyncExternalStore } from "react";

/** Whether the last call reached a working server. */
export type Connection = "up" | "away";

let connection: Connection = "up";
const listeners = new Set<() => void>();

/** Notes how the latest call went. `api.ts` alone calls it. */
export function noteConnection(latest: Connection): void {
  if (latest === connection) return;
  connection = latest;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server can be reached, as the latest call found it. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}
