import type { QueryClient } from "@tanstack/react-query";

import { nounsChanged } from "./query.ts";
import { watched } from "./watched.ts";

/** Changes that come together, such as a payout and its posting, and the answer to one's own save are read in one go. */
const gatherMs = 100;
/** A busy office does not make a screen read more often than twice a second, nor more than a third of the time. */
const restMs = 500;
const restPerReading = 2;

const refreshing = watched(false);

/** Whether what is shown is being read again because of somebody else's work: nothing that a person has asked for. */
export function useLiveRefresh(): boolean {
  return refreshing.useValue();
}

/** Reads again what is on screen. */
export interface Refresher {
  /** Marks the nouns as changed. What is shown of them is read again soon, or at once; the rest when it is shown. */
  changed(nouns: Iterable<string>, when: "soon" | "at once"): void;
  stop(): void;
}

export function createRefresher(client: QueryClient): Refresher {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading = false;

  async function readAgain(): Promise<void> {
    timer = undefined;
    reading = true;
    const nouns = [...waiting];
    waiting.clear();
    const began = performance.now();
    refreshing.set(true);
    await nounsChanged(client, nouns);
    // What was read is drawn in the task after this one.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    refreshing.set(false);
    reading = false;
    // The rest is taken also when nothing waits yet.
    timer = setTimeout(
      () => {
        timer = undefined;
        if (waiting.size > 0) void readAgain();
      },
      Math.max(restMs, restPerReading * (performance.now() - began)),
    );
  }

  return {
    changed(nouns, when) {
      for (const noun of nouns) waiting.add(noun);
      if (waiting.size === 0 || reading || timer !== undefined) return;
      if (when === "at once") void readAgain();
      else timer = setTimeout(() => void readAgain(), gatherMs);
    },
    stop() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
