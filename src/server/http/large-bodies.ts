import type { IncomingHttpHeaders } from "node:http";

import type { FastifyRequest } from "fastify";

import type { Route } from "#contract/route.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";

import { serverLimits } from "./limits.ts";

/** The few places in this process for requests with a large body, each of which lies in memory whole. */
export interface LargeBodies {
  /**
   * Takes a place for a request that was admitted, before anything of its body is read. It is given back when the response closes,
   * by whatever way that comes. Refuses where the user, or everybody together, has as many as there are.
   */
  take(request: FastifyRequest): void;
  /** Does what a request asks for. Until that is done its place is kept, as its body is, even if whoever asked is gone. */
  during(request: FastifyRequest, work: (request: FastifyRequest) => unknown): Promise<unknown>;
}

const { perUser, inAll } = serverLimits.largeBodies;
const retryAfterSeconds = 5;

interface Place {
  readonly userId: string;
  /** The response that is open, and the work that is under way. */
  keepers: number;
}

/** What the requests of a route take their places from; undefined where their bodies are no larger than those of any route. */
export function placesFor({ path, access, upload, bodyLimit = 0 }: Route, largeBodies: LargeBodies): LargeBodies | undefined {
  if (upload === undefined && bodyLimit <= serverLimits.bodyLimit) return undefined;
  assert(access !== "public", `${path} takes large bodies, and only from people who are signed in`);
  return largeBodies;
}

export function createLargeBodies(): LargeBodies {
  const taken = new Set<Place>();
  const placeOf = new WeakMap<FastifyRequest, Place>();

  function refuseTooMany(userId: string): void {
    const own = [...taken].filter((place) => place.userId === userId).length;
    if (own >= perUser) throw tooMany("You are sending several large files already. Try again when they are done");
    if (taken.size >= inAll) throw tooMany("Too many large files are being sent at once. Try again in a moment");
  }

  function letGo(place: Place): void {
    place.keepers -= 1;
    if (place.keepers === 0) taken.delete(place);
  }

  return {
    take: (request) => {
      const { actor, response, raw } = request;
      assert(actor !== undefined && response !== undefined, "a request that was admitted is somebody's, and is answered");
      // Of whoever left while the session was looked up nothing can be read any more, and no response closes a second time.
      if (!mayBeLarge(request.headers) || raw.destroyed || response.destroyed) return;
      refuseTooMany(actor.userId);
      const place: Place = { userId: actor.userId, keepers: 1 };
      taken.add(place);
      placeOf.set(request, place);
      response.once("close", () => letGo(place));
    },
    during: async (request, work) => {
      const place = placeOf.get(request);
      if (place === undefined) return work(request);
      place.keepers += 1;
      try {
        return await work(request);
      } finally {
        letGo(place);
      }
    },
  };
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
