import { useQueryClient, type Query } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Reads again by itself what had failed, as soon as the server can be reached again. What fails although the server was there all the time,
 * such as a report that takes longer than it may, is read again once: after that it is the person's to repeat, or every desk would ask for it
 * without end.
 */
export function useReadAgain(isAway: boolean, unansweredUntilNow: number): void {
  const client = useQueryClient();
  const unanswered = useRef(unansweredUntilNow);
  /** How often each had been answered when it was read again. */
  const repeated = useRef(new WeakMap<Query, number>());
  const readAgain = useEffectEvent(() => {
    const wasGone = unansweredUntilNow > unanswered.current;
    unanswered.current = unansweredUntilNow;
    const failed = client.getQueryCache().findAll({ type: "active", predicate: ({ state }) => state.status === "error" });
    const due = new Set(failed.filter((query) => wasGone || repeated.current.get(query) !== query.state.dataUpdateCount));
    for (const query of due) repeated.current.set(query, query.state.dataUpdateCount);
    void client.refetchQueries({ predicate: (query) => due.has(query) });
  });
  useEffect(() => {
    if (!isAway) readAgain();
  }, [isAway]);
}
