import { useSuspenseQuery } from "@tanstack/react-query";

import { me, type CurrentUser, type SignedInUser } from "#contract/auth.ts";
import { getOffice } from "#contract/office.ts";

import { read } from "./query.ts";
import type { ReplyOf } from "./route-types.ts";

/** The business settings every screen may need, and today's business date in the office's zone. */
export type Office = ReplyOf<typeof getOffice>;

/** A page left open over midnight must not go on proposing yesterday. */
const officeRefreshMs = 5 * 60_000;

/** The signed-in user. */
export function useSession(): CurrentUser {
  return useSuspenseQuery(read(me)).data;
}

/** The office: its settings, and `today`. */
export function useOffice(): Office {
  return useSuspenseQuery({ ...read(getOffice), refetchInterval: officeRefreshMs }).data;
}

/** How a person is called on screen. */
export function nameOf(user: Pick<SignedInUser, "fullName" | "username">): string {
  return user.fullName === null || user.fullName.trim() === "" ? user.username : user.fullName;
}
