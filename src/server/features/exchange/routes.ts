import { exchangeContext } from "#contract/exchange.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { contextOfExchange } from "./queries.ts";

export function exchangeRoutes(app: App, { db }: Deps): void {
  serve(app, exchangeContext, (call) => contextOfExchange(db, call.query));
}
