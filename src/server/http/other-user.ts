import { signedInAsHeader } from "#contract/auth.ts";
import { Refusal } from "#kernel/refusal.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a request comes from a page that somebody else has opened. A program, and a file the browser fetches by itself, do not say. */
export function isOfOtherUser(headers: Headers, userId: string): boolean {
  return (headers[signedInAsHeader] ?? userId) !== userId;
}

/** Refuses what would be done in another person's name than the page shows. */
export function refuseOtherUser(headers: Headers, userId: string): void {
  if (isOfOtherUser(headers, userId))
    throw new Refusal("not_signed_in", "Somebody else is signed in by now. Please sign in again");
}
