import { sql } from "kysely";

import type { Deps } from "#server/deps.ts";

import { repeat } from "./repeat.ts";

/**
 * Sorts new narratives into the index that search stands on, aside from the postings that brought them: nobody who posts waits
 * for it. The returned function stops it, after a last round.
 */
export function startFilingNarratives({ db, log }: Pick<Deps, "db" | "log">): () => Promise<void> {
  const round = async (): Promise<{ isMoreWaiting: boolean }> => {
    await sql`select file_narratives()`.execute(db);
    return { isMoreWaiting: false };
  };
  return repeat({ whenItFails: "narratives could not be sorted into their index", round }, log);
}
