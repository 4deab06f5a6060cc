import type { IncomingHttpHeaders } from "node:http";

import type { Route } from "#contract/route.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";

import { serverLimits } from "./limits.ts";
import { createPlaces, type Places } from "./places.ts";

const { perUser, inAll: most } = serverLimits.largeBodies;
const retryAfterSeconds = 5;

/** What the requests of a route take their places from; undefined where their bodies are no larger than those of any route. */
export function placesFor({ path, access, upload, bodyLimit = 0 }: Route, largeBodies: Places): Places | undefined {
  if (upload === undefined && bodyLimit <= serverLimits.bodyLimit) return undefined;
  assert(access !== "public", `${path} takes large bodies, and only from people who are signed in`);
  return largeBodies;
}

/** Places for requests with a large body, each of which lies in memory whole. They are taken before anything of the body is read. */
export function createLargeBodies(): Places {
  return createPlaces({
    isFor: ({ headers }) => mayBeLarge(headers),
    refuseTooMany: ({ own, inAll }) => {
      if (own >= perUser) throw tooMany("You are sending several large files already. Try again when they are done");
      if (inAll >= most) throw tooMany("Too many large files are being sent at once. Try again in a moment");
    },
  });
}

/** A payout without a photo is no larger than any other request, and says so; one that is sent in pieces says nothing. */
function mayBeLarge(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > serverLimits.bodyLimit;
}

/**
 * The line stays open, and what still comes on it is passed over unread: a line that is closed under a sender is reset, and then the
 * person sees a broken connection and not these words.
 */
function tooMany(message: string): Refusal {
  return new Refusal("too_many", message, { retryAfterSeconds });
}
