import { healthz, readyz } from "#contract/health.ts";
import type { Deps } from "#server/deps.ts";
import { servePublic, type App } from "#server/http/serve.ts";

import { requireMigratedDatabase } from "./queries.ts";

export function healthRoutes(app: App, { pool }: Deps): void {
  servePublic(app, healthz, () => ({ status: "ok" }));
  servePublic(app, readyz, async () => requireMigratedDatabase(pool));
}
