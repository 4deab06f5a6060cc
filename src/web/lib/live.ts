import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

import type { Topic } from "#contract/events.ts";

import { createLine, type Liveness } from "./live-line.ts";
import { createRefresher } from "./live-refresh.ts";

/** The nouns of cached answers that each topic makes stale. */
const nounsOf: Readonly<Record<Topic, readonly string[]>> = {
  transactions: ["transactions", "balances", "accounts", "verification", "dashboard", "reports"],
  // The list of imports says how many of their hawalas still wait.
  hawalas: ["hawalas", "import-batches", "dashboard", "reports"],
  "import-batches": ["import-batches"],
  // Rows and vouchers of transactions and hawalas name the accounts.
  accounts: ["accounts", "balances", "transactions", "hawalas", "dashboard", "reports"],
  currencies: ["currencies", "balances", "transactions", "dashboard", "reports"],
  settings: ["backups", "settings", "currencies", "balances", "transactions", "accounts", "hawalas", "dashboard", "reports"],
  verification: ["verification", "dashboard"],
  backups: ["backups", "dashboard"],
  users: ["users", "sessions"],
};

let liveness: Liveness = "live";
const listeners = new Set<() => void>();

function note(now: Liveness): void {
  if (now === liveness) return;
  liveness = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether what other desks do appears here by itself. */
export function useLiveness(): Liveness {
  return useSyncExternalStore(subscribe, () => liveness);
}

/**
 * Keeps what is on screen up to date with what other desks do, until it is told to stop. A hidden window holds no connection,
 * of which a browser has six for all its windows; shown again, it reads what has changed meanwhile and nothing else. So
 * does one whose connection was lost. A form is safe: what is read again is what lists and balances show.
 */
export function keepLive(client: QueryClient): () => void {
  const refresher = createRefresher(client);
  const line = createLine({
    heard: ({ topics }, isFirst) => {
      const nouns = topics.flatMap((topic) => nounsOf[topic] ?? []);
      // A connection that ended may have ended because the person has another role by now.
      refresher.changed(isFirst ? [...nouns, "auth"] : nouns, isFirst ? "at once" : "soon");
    },
    noted: note,
  });
  const follow = (): void => (document.visibilityState === "visible" ? line.open() : line.close());
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("online", line.retryNow);
  follow();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    window.removeEventListener("online", line.retryNow);
    line.close();
    refresher.stop();
  };
}
