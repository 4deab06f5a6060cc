import type { FastifyRequest } from "fastify";

import { assert } from "#kernel/assert.ts";

/** The few places in this process for requests of one kind, so that no more of them are under way at once. */
export interface Places {
  /**
   * Takes a place for a request of this user. It is given back when the response closes, by whatever way that comes. Refuses where there
   * is none. Of a request that has its place already, nothing is taken.
   */
  take(request: FastifyRequest, userId: string): void;
  /** Does what a request asks for. Until that is done its place is kept, even if whoever asked is gone: the work is not. */
  during(request: FastifyRequest, work: (request: FastifyRequest) => unknown): Promise<unknown>;
}

/** What is taken at this moment, by one user and by all. */
export interface Taken {
  readonly own: number;
  readonly inAll: number;
}

export interface PlaceRules {
  /** Whether a request needs a place at all. */
  readonly isFor?: (request: FastifyRequest) => boolean;
  /** Whether it has its place until the response closes. Otherwise only while the work for it is done. */
  readonly lastsUntilClosed?: (request: FastifyRequest) => boolean;
  /** Throws a `too_many` refusal where there is no further place. */
  readonly refuseTooMany: (taken: Taken) => void;
}

interface Place {
  readonly userId: string;
  /** The response that is open, and the work that is under way. */
  keepers: number;
}

const always = (): boolean => true;

export function createPlaces({ isFor = always, lastsUntilClosed = always, refuseTooMany }: PlaceRules): Places {
  const takenBy = new Map<string, number>();
  let inAll = 0;
  const placeOf = new WeakMap<FastifyRequest, Place>();

  function keep(place: Place): void {
    if (place.keepers === 0) {
      const own = takenBy.get(place.userId) ?? 0;
      refuseTooMany({ own, inAll });
      takenBy.set(place.userId, own + 1);
      inAll += 1;
    }
    place.keepers += 1;
  }

  function letGo(place: Place): void {
    place.keepers -= 1;
    if (place.keepers > 0) return;
    const own = (takenBy.get(place.userId) ?? 0) - 1;
    if (own > 0) takenBy.set(place.userId, own);
    else takenBy.delete(place.userId);
    inAll -= 1;
  }

  return {
    take: (request, userId) => {
      const { response, raw } = request;
      assert(response !== undefined, "a request that was admitted is answered");
      if (placeOf.has(request) || !isFor(request)) return;
      const place: Place = { userId, keepers: 0 };
      // Of whoever left while the session was looked up no response closes a second time. What work is done for it has its place then.
      if (!raw.destroyed && !response.destroyed && lastsUntilClosed(request)) {
        keep(place);
        response.once("close", () => letGo(place));
      }
      placeOf.set(request, place);
    },
    during: async (request, work) => {
      const place = placeOf.get(request);
      if (place === undefined) return work(request);
      keep(place);
      try {
        return await work(request);
      } finally {
        letGo(place);
      }
    },
  };
}
