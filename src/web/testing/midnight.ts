import type { QueryClient } from "@tanstack/react-query";
import { act } from "@testing-library/react";

import { getOffice } from "#contract/office.ts";
import { queryKeys } from "#web/lib/query.ts";
import type { Office } from "#web/lib/session.ts";

/** The day after the one on which {@link stage} opens the office. */
export const theNextDay = "2026-03-22";

/** Midnight passes at the office: what stands on the screen has heard of the new day when this is done. */
export async function passMidnight(client: QueryClient, today = theNextDay): Promise<void> {
  await act(async () => {
    client.setQueryData<Office>(queryKeys.of(getOffice), (office) => office && { ...office, today });
    // The client tells in a timer without delay.
    await new Promise<void>((resolve) => void setTimeout(resolve));
  });
}
