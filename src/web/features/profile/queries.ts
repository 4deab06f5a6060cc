import type { QueryClient } from "@tanstack/react-query";

import { queryKeys } from "#web/lib/query.ts";

/** Lets every screen see that one's own second step was turned on or off, or has new recovery codes. */
export function secondFactorStored(client: QueryClient): void {
  for (const noun of ["second-factor", "users"]) void client.invalidateQueries({ queryKey: queryKeys.noun(noun) });
}
