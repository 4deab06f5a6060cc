import type { QueryClient } from "@tanstack/react-query";

import { createLine, type Liveness } from "./live-line.ts";
import { createRefresher } from "./live-refresh.ts";
import { lookForNewerVersion } from "./newer-version.ts";
import { nounsOf } from "./query.ts";
import { readOffice } from "./session.ts";
import { watched } from "./watched.ts";

const liveness = watched<Liveness>("live");

/** Whether what other desks do appears here by itself. */
export function useLiveness(): Liveness {
  return liveness.useValue();
}

/**
 * Keeps what is on screen up to date with what other desks do, until it is told to stop. A hidden window holds no connection,
 * of which a browser has six for all its windows; shown again, it reads what has changed meanwhile and nothing else. So
 * does one whose connection was lost. A form is safe: what is read again is what lists and balances show.
 */
export function keepLive(client: QueryClient): () => void {
  const refresher = createRefresher(client);
  let isConnectedAgain = false;
  const line = createLine({
    heard: ({ topics }, isFirst) => {
      const nouns = topics.flatMap((topic) => nounsOf[topic] ?? []);
      // A connection that ended may have ended because the person has another role or name by now. And the day at the office changes without
      // anybody's doing.
      refresher.changed(isFirst ? [...nouns, "auth", "settings"] : nouns, isFirst ? "at once" : "soon");
      // Nor is it the server that this page came from any more, where that was upgraded meanwhile.
      if (isFirst && isConnectedAgain) void lookForNewerVersion();
      isConnectedAgain = true;
    },
    noted: liveness.set,
    // What it answers is shown: whoever signs in again in the morning goes on with the day of the morning.
    ask: () => client.fetchQuery({ ...readOffice(), staleTime: 0 }),
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
