import type { FastifyRequest } from "fastify";

import { followChanges } from "#contract/events.ts";
import type { Route } from "#contract/route.ts";
import { unheard } from "#db/heard-reads.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";

import { addressOf } from "./client-address.ts";
import { changesState } from "./csrf.ts";
import { serverLimits, type RateLimit } from "./limits.ts";
import { createOwnTurns } from "./own-turns.ts";
import { createPlaces, type Places } from "./places.ts";

const { perUser: most, readsPerUser } = serverLimits.underWay;

/** The requests of each user that are under way, and those of each address from which somebody signs in, by the step of it. */
export interface UnderWay extends Pick<Places, "take"> {
  /**
   * Does what a request of this route asks for, when its turn has come. Its place is kept until then, even if whoever asked is gone: a
   * write is done all the same, and of a read, a download or a sign-in only what was begun; a search is given up even then.
   */
  during(request: FastifyRequest, route: Asked, work: (request: FastifyRequest) => unknown): Promise<unknown>;
}

type Asked = Pick<Route, "access" | "binary" | "path">;

/**
 * Places for the requests of each user that are under way at once. The minute's limit alone would let thousands in at one moment. Of
 * those that only read a few are worked on, and the others wait for them: whatever waits for a connection of the database holds up
 * everybody. Writes are not made to wait, since the ledger records the better the more of them there are. Downloads wait for one another
 * alone: while a few of them are made, their user would see no screen.
 */
export function createUnderWay(): UnderWay {
  const inOwnTurn = createOwnTurns(readsPerUser);
  const places = createPlaces({
    // A stream of changes is open as long as its screen, and has a bound of its own.
    lastsUntilClosed: ({ routeOptions }) => routeOptions.url !== followChanges.path,
    refuseTooMany: ({ own }) => {
      if (own >= most) {
        throw new Refusal("too_many", "Too many requests at once. Try again in a moment", { retryAfterSeconds: 1 });
      }
    },
  });
  return {
    take: places.take,
    during: (request, route, work) => {
      const line = lineOf(request, route);
      if (line === undefined) return places.during(request, work);
      // Only now, when the body is there: whoever sends it without end must not keep others of the address from signing in.
      if (route.access === "public") places.take(request, line);
      const workIfHeard = (): unknown => {
        refuseUnheard(request);
        return work(request);
      };
      return places.during(request, () => inOwnTurn(line, workIfHeard));
    },
  };
}

/**
 * In which line a request waits for its turn; undefined where it does not wait. Whoever signs in waits behind others of their address.
 * Whoever watches over the server waits behind nobody: all who ask at the same moment are answered by one look.
 */
function lineOf(request: FastifyRequest, { access, binary, path }: Asked): string | undefined {
  if (access === "public") return changesState(request) ? `${path} ${addressOf(request) ?? ""}` : undefined;
  const { actor } = request;
  if (actor === undefined || changesState(request)) return undefined;
  return binary === "download" ? `downloads ${actor.userId}` : actor.userId;
}

/** Nobody hears the refusal, either: who has left their screen would otherwise wait at the next one behind what that had asked for. */
function refuseUnheard({ response }: FastifyRequest): void {
  assert(response !== undefined, "a request that was admitted is answered");
  if (response.destroyed) throw unheard();
}

interface Limits {
  readonly rateLimit: RateLimit;
  readonly underWay: UnderWay;
}

/** Lets a request of this person in. Refuses it where they have sent too many in this minute, or have too many under way. */
export function letIn<Who extends { readonly userId: string }>(
  { rateLimit, underWay }: Limits,
  request: FastifyRequest,
  who: Who,
): Who | Promise<Who> {
  const takePlace = (): Who => {
    underWay.take(request, who.userId);
    return who;
  };
  return rateLimit.take(who.userId)?.then(takePlace) ?? takePlace();
}
