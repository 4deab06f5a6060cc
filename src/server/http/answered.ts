import type { FastifyInstance, FastifyRequest } from "fastify";

import { followChanges } from "#contract/events.ts";
import type { Deps } from "#server/deps.ts";

/** Who waits longer than this at a counter has noticed it. */
const usuallySlowMs = 1_000;

/**
 * Measures every answer, and writes a line about each that took long (about every one, on the level debug): what was asked, by its
 * route and never with what was sent, by whom, and under which request id.
 */
export function watchAnswers(
  instance: FastifyInstance,
  { log, metrics }: Pick<Deps, "log" | "metrics">,
  slowMs: number = usuallySlowMs,
): void {
  instance.addHook("onResponse", (request, reply, done) => {
    const route = routeOf(request);
    // A stream takes as long as its screen is open.
    if (route !== followChanges.path) {
      const { method } = request;
      const { statusCode: status, elapsedTime } = reply;
      metrics.answered({ method, route, status, seconds: elapsedTime / 1_000 });
      const isSlow = elapsedTime > slowMs;
      if (isSlow || log.isLevelEnabled("debug")) {
        const line = {
          requestId: request.id,
          method,
          route,
          status,
          durationMs: Math.round(elapsedTime),
          user: request.actor?.username,
        };
        log[isSlow ? "info" : "debug"](line, isSlow ? "slow request" : "request");
      }
    }
    done();
  });
}

/** The path as it is declared; one name for all that nothing is served at, since those are without number. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "none";
}
