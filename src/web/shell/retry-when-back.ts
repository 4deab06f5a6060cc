import { useEffect, useEffectEvent } from "react";

import { useConnection } from "#web/lib/connection.ts";
import { isPartAway, isPartMissing } from "#web/lib/fetched-part.ts";
import { reloadOnce } from "#web/lib/reload-once.ts";

/**
 * Tries again by itself what failed because a part of the application did not come: as soon as the server answers, where that was away;
 * by a new load of the page, where the part is there no more under the name that this page knows. Returns what Retry does.
 */
export function useRetryWhenBack(error: unknown, retry: () => void): () => void {
  const isBack = useConnection() === "up" && isPartAway(error);
  const isMissing = isPartMissing(error);
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (isBack) again();
  }, [isBack]);
  useEffect(() => {
    if (isMissing) reloadOnce();
  }, [isMissing]);
  return isMissing ? () => location.reload() : retry;
}
