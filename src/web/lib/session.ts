import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";

import { me, type CurrentUser, type SignedInUser } from "#contract/auth.ts";
import { getOffice } from "#contract/office.ts";
import { assert } from "#kernel/assert.ts";
import { parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";

import { call } from "./api.ts";
import { queryKeys, read } from "./query.ts";
import type { ReplyOf } from "./route-types.ts";
import { noteServerTime } from "./server-clock.ts";

/** The business settings every screen may need, and today's business date in the office's zone. */
export type Office = Omit<ReplyOf<typeof getOffice>, "now">;

/** Where the line is lost that tells of changed settings. The day's own end is kept by `office-day.ts`. */
const officeRefreshMs = 5 * 60_000;

/** The signed-in user. */
export function useSession(): CurrentUser {
  return useSuspenseQuery(read(me)).data;
}

/** How the office is read. The server's clock is noted and left out, or each reading would be another office. */
export function readOffice() {
  return queryOptions({
    queryKey: queryKeys.of(getOffice),
    queryFn: async ({ signal }): Promise<Office> => {
      const { now, ...office } = await call(getOffice, { signal });
      noteServerTime(now);
      return office;
    },
  });
}

/** The office: its settings, and `today`. */
export function useOffice(): Office {
  return useSuspenseQuery({ ...readOffice(), refetchInterval: officeRefreshMs }).data;
}

/** The office's business date of today. */
export function useToday(): BusinessDate {
  const { today } = useOffice();
  const date = parseBusinessDate(today);
  assert(date !== undefined, `"${today}" is no date`);
  return date;
}

/** How a person is called on screen. */
export function nameOf(user: Pick<SignedInUser, "fullName" | "username">): string {
  return user.fullName === null || user.fullName.trim() === "" ? user.username : user.fullName;
}
