import type { Deps } from "#server/deps.ts";
import { announce } from "#server/live/announce.ts";

import { repeat } from "./repeat.ts";

/** By the running time of the machine: its clock is what is looked at. */
const everyMs = 60_000;

/** Looks once a minute whether the clock went back, and has open screens say so, or say it no more. The returned function stops that. */
export function startWatchingClock({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): () => Promise<void> {
  // A look finds a change once; whoever could not be told of it then is told after the next one.
  let isUntold = false;
  const round = async (): Promise<{ isMoreWaiting: boolean }> => {
    if (await clock.look()) isUntold = true;
    if (isUntold) await announce(db, ["settings"]);
    isUntold = false;
    return { isMoreWaiting: false };
  };
  return repeat({ whenItFails: "the clock could not be looked at", round, everyMs }, log);
}
