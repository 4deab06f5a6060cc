import { healthz, readyz } from "#contract/health.ts";
import type { Deps } from "#server/deps.ts";
import { servePublic, type App } from "#server/http/serve.ts";

import { createReadiness } from "./queries.ts";

/** The calls of whoever watches the server: whether it runs, and whether its database is one it can work on. */
export function healthRoutes(app: App, { pool }: Deps): void {
  servePublic(app, healthz, () => ({ status: "ok" }));
  servePublic(app, readyz, createReadiness(pool));
}
