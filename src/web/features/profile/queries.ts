import type { QueryClient } from "@tanstack/react-query";

import { nounsChanged, nounsOf } from "#web/lib/query.ts";

/** Lets every screen see that one's own second step was turned on or off, or has new recovery codes. */
export function secondFactorStored(client: QueryClient): void {
  void nounsChanged(client, [...nounsOf.users, "second-factor"]);
}
