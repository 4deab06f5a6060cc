import { createHash, timingSafeEqual } from "node:crypto";

import { scrapeMetrics } from "#contract/metrics.ts";
import type { Deps } from "#server/deps.ts";
import { Answer } from "#server/http/answer.ts";
import { serveToProgram, type App } from "#server/http/serve.ts";

import { metricsText } from "./queries.ts";

/** The metrics are an admin's, and those of a program that brings the token. */
export function metricsRoutes(app: App, deps: Deps): void {
  const isAdmitted = tokenCheck(deps.config.metricsToken);
  serveToProgram(app, scrapeMetrics, {
    isAdmitted: (authorization) => isAdmitted(authorization),
    handle: async () => new Answer(await metricsText(deps), { "content-type": deps.metrics.registry.contentType }),
  });
}

/** Whether an Authorization header brings the token; where there is no token, none does. What was sent is compared in constant time. */
function tokenCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return (authorization) => authorization !== undefined && timingSafeEqual(digest(authorization), expected);
}
