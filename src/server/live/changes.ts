import { randomBytes } from "node:crypto";

import { topics as allTopics, type Change, type Topic } from "#contract/events.ts";

/** What this process knows to have changed since it began, in the order it heard of it. */
export interface Changes {
  /** Notes that these have changed, and tells everybody who follows. */
  note(topics: readonly Topic[]): void;
  /** What somebody has missed who was last told at this position: everything, where it is none of this process. */
  since(position: string | undefined): Change;
  /** Calls back at every change. Returns how to stop. */
  follow(told: (change: Change) => void): () => void;
}

/** Begins with nothing noted; positions of any other run are told everything. */
export function createChanges(): Changes {
  // Positions of another process, or of an earlier run of this one, must not be mistaken for ours.
  const run = randomBytes(9).toString("base64url");
  const lastChange = new Map<Topic, number>();
  const followers = new Set<(change: Change) => void>();
  let count = 0;

  const here = (): string => `${run}.${String(count)}`;

  return {
    note(topics) {
      count += 1;
      for (const topic of topics) lastChange.set(topic, count);
      for (const told of followers) told({ position: here(), topics: [...topics] });
    },
    since(position = "") {
      const [theirRun, theirCount = ""] = position.split(".");
      const known = theirRun === run && /^\d{1,15}$/.test(theirCount) ? Number.parseInt(theirCount, 10) : undefined;
      const missed = known === undefined ? allTopics : allTopics.filter((topic) => (lastChange.get(topic) ?? 0) > known);
      return { position: here(), topics: [...missed] };
    },
    follow(told) {
      followers.add(told);
      return () => void followers.delete(told);
    },
  };
}
